import * as vscode from 'vscode';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { type DocumentTabs, tabUri } from './documentTabs.ts';
import { readTypedValue } from './documentText.ts';
import { fileNameOf, objectUri, parseDocumentUri, textDocument } from './documentUri.ts';
import type { OpenDocument } from './openDocument.ts';
import type { OpenDocuments } from './openDocuments.ts';

/** How long the user must not have typed or selected anything in a document before its tab is replaced. */
const idleMs = 1_500;
/** A form sends its last input when it is hidden, so its tab stays open for this long. */
const closingMs = 300;

/**
 * Updates the names on tabs after an object was renamed. Forms set the title of their own tab. For JSON, and where VS
 * Code does not show that title, a tab with the new name replaces the old one, but never while anything is unsaved:
 * it waits for the next save. A visible form keeps its tab.
 */
export class TabNames implements vscode.Disposable {
  readonly #tabs: DocumentTabs;
  readonly #documents: Pick<OpenDocuments, 'ofText'>;
  readonly #clock: Clock;
  /** Documents whose name is checked when nobody has typed for a moment. */
  readonly #due = new Set<OpenDocument>();
  #check: ScheduledCall | undefined;
  readonly #subscriptions: vscode.Disposable;

  constructor(tabs: DocumentTabs, documents: Pick<OpenDocuments, 'ofText'>, clock: Clock) {
    this.#tabs = tabs;
    this.#documents = documents;
    this.#clock = clock;
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#later(uri)),
      // The JSON of a document whose form has the new title may be opened later, and a form is hidden when another
      // tab is selected.
      vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
        for (const tab of [...opened, ...changed]) this.#later(tabUri(tab));
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#later(document.uri)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document: text } }) => {
        const document = documents.ofText(text);
        if (document !== undefined && this.#due.has(document)) this.#restart();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#check?.dispose();
  }

  #later(uri: vscode.Uri | undefined): void {
    const document = uri === undefined ? undefined : this.#documents.ofText({ uri });
    if (document?.id === undefined) return;
    this.#due.add(document);
    this.#restart();
  }

  #restart(): void {
    this.#check?.dispose();
    this.#check = this.#clock.schedule(idleMs, () => {
      for (const document of this.#due) void this.#rename(document.uri);
      this.#due.clear();
    });
  }

  async #rename(from: vscode.Uri): Promise<void> {
    const document = textDocument(from);
    const to = document === undefined ? undefined : toSavedUri(document);
    if (to === undefined || to.path === from.path || !this.#tabs.hasOldName(from)) return;
    // A visible form keeps its tab; a hidden one has sent all its input.
    if (!(await this.#tabs.showBeside(from, to))) return;
    this.#clock.schedule(closingMs, () => void this.#tabs.closeReplaced(from, to));
  }
}

/** The URI of an object with its saved name; `undefined` if there are unsaved changes or no object yet. */
function toSavedUri(document: vscode.TextDocument): vscode.Uri | undefined {
  const ref = parseDocumentUri(document.uri);
  const { name } = readTypedValue(document);
  if (document.isDirty || ref?.kind !== 'object' || typeof name !== 'string') return undefined;
  return objectUri(ref.serverId, ref.objectKind, ref.id, name);
}

/** The tab name for a saved document. */
export function tabName(document: vscode.TextDocument): string | undefined {
  const uri = toSavedUri(document);
  return uri === undefined ? undefined : fileNameOf(uri);
}
