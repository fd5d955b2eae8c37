import * as vscode from 'vscode';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { type DocumentTabs, tabUri } from './documentTabs.ts';
import { fileNameOf, objectUri, parseDocumentUri } from './documentUri.ts';
import { typedValue } from './objectReadings.ts';
import { openDocument } from './openDocuments.ts';

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
  readonly #clock: Clock;
  readonly #pending = new Map<string, ScheduledCall>();
  readonly #subscriptions: vscode.Disposable;

  constructor(tabs: DocumentTabs, clock: Clock) {
    this.#tabs = tabs;
    this.#clock = clock;
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidSaveTextDocument(({ uri }) => this.#later(uri)),
      // The JSON of a document whose form has the new title may be opened later, and a form is hidden when another
      // tab is selected.
      vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
        for (const tab of [...opened, ...changed]) this.#later(tabUri(tab));
      }),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#later(document.uri)),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document } }) =>
        this.#postpone(document.uri),
      ),
      vscode.workspace.onDidCloseTextDocument(({ uri, isClosed }) => {
        if (isClosed) this.#forget(uri.toString());
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
    for (const key of [...this.#pending.keys()]) this.#forget(key);
  }

  #forget(key: string): void {
    this.#pending.get(key)?.dispose();
    this.#pending.delete(key);
  }

  #postpone(uri: vscode.Uri): void {
    if (this.#pending.has(uri.toString())) this.#later(uri);
  }

  #later(uri: vscode.Uri | undefined): void {
    if (uri === undefined || !isObject(uri)) return;
    const key = uri.toString();
    this.#pending.get(key)?.dispose();
    const call = this.#clock.schedule(idleMs, () => {
      this.#pending.delete(key);
      void this.#rename(uri);
    });
    this.#pending.set(key, call);
  }

  async #rename(from: vscode.Uri): Promise<void> {
    const document = openDocument(from);
    const to = document === undefined ? undefined : savedUri(document);
    if (to === undefined || to.path === from.path || !this.#tabs.hasOldName(from)) return;
    // A visible form keeps its tab; a hidden one has sent all its input.
    if (!(await this.#tabs.showBeside(from, to))) return;
    this.#clock.schedule(closingMs, () => void this.#tabs.closeReplaced(from, to));
  }
}

function isObject(uri: vscode.Uri): boolean {
  const ref = parseDocumentUri(uri);
  return ref?.kind === 'object' && ref.view === 'edited';
}

/** The URI of an object with its saved name; `undefined` if there are unsaved changes or no object yet. */
function savedUri(document: vscode.TextDocument): vscode.Uri | undefined {
  const ref = parseDocumentUri(document.uri);
  const { name } = typedValue(document);
  if (document.isDirty || ref?.kind !== 'object' || typeof name !== 'string') return undefined;
  return objectUri(ref.serverId, ref.objectKind, ref.id, name);
}

/** The tab name for a saved document. */
export function tabName(document: vscode.TextDocument): string | undefined {
  const uri = savedUri(document);
  return uri === undefined ? undefined : fileNameOf(uri);
}
