import * as vscode from 'vscode';
import type { Clock, ScheduledCall } from '../util/clock.ts';
import { type DocumentTabs, tabUri } from './documentTabs.ts';
import { fileNameOf, objectUri, parseDocumentUri } from './documentUri.ts';
import { typedValue } from './objectReadings.ts';
import { openDocument } from './openDocuments.ts';

/** How long nothing must have been typed or selected in a document before its tab is replaced. */
const idleMs = 1_500;
/** A form sends its last input when it is hidden; its tab stays for this long. */
const closingMs = 300;

/**
 * Tabs carry the name that their object had when they were opened. After a rename, forms set the title of their own
 * tab; where VS Code does not show that, and for JSON, a tab under the new name takes the place of the old one. It
 * never does so while something is unsaved, but waits for the next save. A form keeps its tab while it is in view.
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
      // The JSON of a document whose form has the new title may be opened later.
      // A form is hidden when another tab is chosen.
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
    // A form in view keeps its tab; a hidden one has sent what was typed in it.
    if (!(await this.#tabs.showInstead(from, to))) return;
    this.#clock.schedule(closingMs, () => void this.#tabs.closeReplaced(from, to));
  }
}

function isObject(uri: vscode.Uri): boolean {
  const ref = parseDocumentUri(uri);
  return ref?.kind === 'object' && ref.view === 'edited';
}

/** The URI of an object by its saved name; `undefined` for a document with unsaved changes, or of no object yet. */
function savedUri(document: vscode.TextDocument): vscode.Uri | undefined {
  const ref = parseDocumentUri(document.uri);
  const { name } = typedValue(document);
  if (document.isDirty || ref?.kind !== 'object' || typeof name !== 'string') return undefined;
  return objectUri(ref.serverId, ref.objectKind, ref.id, name);
}

/** The name for the tab of a saved document. */
export function tabName(document: vscode.TextDocument): string | undefined {
  const uri = savedUri(document);
  return uri === undefined ? undefined : fileNameOf(uri);
}
