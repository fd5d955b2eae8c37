import * as vscode from 'vscode';
import { isGone } from '../api/errors.ts';
import { fromTextKeys } from '../model/textKeys.ts';
import { systemClock } from '../util/clock.ts';
import { isRecord, parseJson } from '../util/json.ts';
import type { DocumentServers } from './documentServers.ts';
import type { DocumentState, DocumentStates } from './documentStates.ts';
import type { ObjectRef } from './documentUri.ts';
import { type Draft, draftText, objectKinds } from './objectKinds.ts';
import { openDocument } from './openDocuments.ts';

export interface ObjectReadingParts {
  readonly states: DocumentStates;
  readonly servers: DocumentServers;
  /** Told when an object that was seen before is no longer there. */
  readonly onGone: (uri: vscode.Uri) => void;
}

/** An answer this fresh is the same reading: VS Code asks `stat` and `readFile` in one breath. */
const oneBreathMs = 250;

/** Reads the objects of documents from their servers, and notes what was seen. Errors are made for VS Code. */
export class ObjectReadings {
  readonly #parts: ObjectReadingParts;

  constructor(parts: ObjectReadingParts) {
    this.#parts = parts;
  }

  /** How the document stands to what the server has now. */
  async look(uri: vscode.Uri, ref: ObjectRef): Promise<DocumentState> {
    const { states } = this.#parts;
    const fresh = this.#fresh(uri);
    if (fresh !== undefined) return fresh;
    const known = states.get(uri);
    try {
      return states.seen(uri, await this.fetch(uri, ref), unsavedValue(uri));
    } catch (error) {
      // Offline, the last known state lets the editor stay open; the save itself then says what is wrong.
      if (known === undefined || (error instanceof vscode.FileSystemError && error.code === 'FileNotFound'))
        throw error;
      return known;
    }
  }

  /** The object whose text goes to an editor. */
  async open(uri: vscode.Uri, ref: ObjectRef): Promise<Draft> {
    const { states } = this.#parts;
    const draft = this.#fresh(uri)?.latest ?? (await this.fetch(uri, ref));
    const unsaved = unsavedValue(uri);
    // Unsaved text keeps its base: VS Code also reads to compare, and the text is not made from that. So does text
    // that VS Code is about to replace, until it has done so: it does not when somebody types meanwhile.
    if (unsaved === undefined && !this.#isShowingOther(uri, draft)) states.opened(uri, draft);
    else states.seen(uri, draft, unsaved);
    return draft;
  }

  #isShowingOther(uri: vscode.Uri, draft: Draft): boolean {
    const document = openDocument(uri);
    return document !== undefined && this.#parts.states.get(uri) !== undefined && !isShowing(document, draft);
  }

  /** Reads the object and notes nothing; `FileNotFound` when it is gone. */
  async fetch(uri: vscode.Uri, ref: ObjectRef): Promise<Draft> {
    const { states, servers, onGone } = this.#parts;
    const session = servers.session(uri, ref);
    try {
      return await objectKinds[ref.objectKind].fetch(session, ref.id, states.baseOf(uri));
    } catch (error) {
      if (!isGone(error)) throw servers.fileError(uri, error);
      if (states.get(uri) !== undefined) onGone(uri);
      throw vscode.FileSystemError.FileNotFound(uri);
    }
  }

  #fresh(uri: vscode.Uri): DocumentState | undefined {
    const known = this.#parts.states.get(uri);
    return known !== undefined && systemClock.steadyMs() - known.readAtMs < oneBreathMs ? known : undefined;
  }
}

/** Whether the document reads as the text of this object. */
export function isShowing(document: vscode.TextDocument, draft: Draft): boolean {
  return document.getText().replaceAll('\r\n', '\n') === draftText(draft);
}

/** The value of unsaved text in an editor, `{}` for text that is not JSON yet; `undefined` when all is saved. */
export function unsavedValue(uri: vscode.Uri): Draft | undefined {
  const document = openDocument(uri);
  if (!document?.isDirty) return undefined;
  try {
    const value = fromTextKeys(parseJson(document.getText()));
    return isRecord(value) ? value : {};
  } catch {
    // Half-typed text changes no field yet; the save will say that it is not JSON.
    return {};
  }
}
