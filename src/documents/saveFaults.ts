import * as vscode from 'vscode';
import { DocumentTextError } from '../model/saveErrors.ts';
import { typedDraft } from '../model/textKeys.ts';
import { jsonEqual } from '../util/json.ts';
import { readDocumentText } from './documentText.ts';
import { parseDocumentUri } from './documentUri.ts';
import { objectKinds } from './objectKinds.ts';
import { openDocument } from './openDocuments.ts';
import { fieldsAtFault } from './saveErrors.ts';

export interface RejectedFields {
  readonly uri: vscode.Uri;
  readonly fields: readonly string[];
}

/** Whether the text no longer contains what the save was rejected for. */
type IsFixed = (text: string) => boolean;

/** Tracks which fields saves were rejected for until they are fixed. */
export class SaveFaults implements vscode.Disposable {
  readonly #faults = new Map<string, IsFixed>();
  readonly #onFixed: (uri: vscode.Uri) => void;
  readonly #rejected = new vscode.EventEmitter<RejectedFields>();
  readonly onDidReject = this.#rejected.event;
  readonly #subscription = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document }) => this.#edited(document)),
    vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#faults.delete(uri.toString())),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#faults.delete(uri.toString())),
  );

  constructor(onFixed: (uri: vscode.Uri) => void) {
    this.#onFixed = onFixed;
  }

  rejected(uri: vscode.Uri, error: unknown): void {
    const fields = fieldsAtFault(error);
    const isMended =
      error instanceof DocumentTextError ? textCheck(uri, error) : fieldCheck(openDocument(uri), fields);
    if (isMended === undefined) this.#faults.delete(uri.toString());
    else this.#faults.set(uri.toString(), isMended);
    if (fields.length > 0) this.#rejected.fire({ uri, fields });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#rejected.dispose();
  }

  #edited(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    if (this.#faults.get(key)?.(document.getText()) !== true) return;
    this.#faults.delete(key);
    this.#onFixed(document.uri);
  }
}

/** An error that was found locally is fixed once it is no longer found. */
function textCheck(uri: vscode.Uri, { problem }: DocumentTextError): IsFixed | undefined {
  const ref = parseDocumentUri(uri);
  if (ref === undefined || ref.kind === 'schema') return undefined;
  return text => {
    try {
      readDocumentText(text, objectKinds[ref.objectKind], ref.kind === 'new');
      return true;
    } catch (error) {
      return (
        error instanceof DocumentTextError && error.path.length > 0 && !jsonEqual(error.problem, problem)
      );
    }
  };
}

/** An error response counts as fixed once all of its fields have changed. */
function fieldCheck(
  document: vscode.TextDocument | undefined,
  fields: readonly string[],
): IsFixed | undefined {
  const before = typedDraft(document?.getText() ?? '');
  if (before === undefined || fields.length === 0) return undefined;
  return text => {
    const now = typedDraft(text);
    return now !== undefined && fields.every(field => !jsonEqual(before[field], now[field]));
  };
}
