import * as vscode from 'vscode';
import type { Clock, ScheduledCall } from '../../base/clock.ts';
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
export function renameTabs(
  tabs: DocumentTabs,
  documents: Pick<OpenDocuments, 'ofText'>,
  clock: Clock,
): vscode.Disposable {
  /** Documents whose name is checked when nobody has typed for a moment. */
  const due = new Set<OpenDocument>();
  let check: ScheduledCall | undefined;

  const restart = () => {
    check?.dispose();
    check = clock.schedule(idleMs, () => {
      for (const { uri } of due) void rename(uri);
      due.clear();
    });
  };
  const later = (uri: vscode.Uri | undefined) => {
    const document = uri === undefined ? undefined : documents.ofText({ uri });
    if (document?.id === undefined) return;
    due.add(document);
    restart();
  };
  const rename = async (from: vscode.Uri) => {
    const document = textDocument(from);
    const to = document === undefined ? undefined : toSavedUri(document);
    if (to === undefined || to.path === from.path || !tabs.hasOldName(from)) return;
    // A visible form keeps its tab; a hidden one has sent all its input.
    if (!(await tabs.showBeside(from, to))) return;
    clock.schedule(closingMs, () => void tabs.closeReplaced(from, to));
  };

  return vscode.Disposable.from(
    vscode.workspace.onDidSaveTextDocument(({ uri }) => later(uri)),
    // The JSON of a document whose form has the new title may be opened later, and a form is hidden when another tab
    // is selected.
    vscode.window.tabGroups.onDidChangeTabs(({ opened, changed }) => {
      for (const tab of [...opened, ...changed]) later(tabUri(tab));
    }),
    vscode.workspace.onDidChangeTextDocument(({ document }) => later(document.uri)),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor: { document: text } }) => {
      const document = documents.ofText(text);
      if (document !== undefined && due.has(document)) restart();
    }),
    { dispose: () => check?.dispose() },
  );
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
