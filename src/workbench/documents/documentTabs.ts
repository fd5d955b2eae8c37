import * as vscode from 'vscode';
import type { ObjectKind } from '../../api/fields/objectFields.ts';
import type { Draft } from '../../api/model/draft.ts';
import { NotSavedError } from '../../api/model/saveErrors.ts';
import { jsonEqual } from '../../base/json.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { formViewTypes } from '../platform/ids.ts';
import { t } from '../platform/localize.ts';
import {
  fileNameOf,
  findEditedObject,
  findEditedUri,
  newObjectUri,
  objectUri,
  parseDocumentUri,
  serverVersionUri,
  textDocument,
  toTypedTextUri,
} from './documentUri.ts';
import { draftText } from './objectKinds.ts';

/** Opens, finds and replaces the editors of job and group documents. */
export class DocumentTabs {
  // Random, so that windows which start together do not give two documents the same URI: once one was created, the
  // other would count as created, too.
  #nextDraft = Date.now() * 1000 + Math.floor(Math.random() * 1000);

  /** Shows the document of an object; if it is already open, reveals it. */
  async open(session: ServerSession, kind: ObjectKind, id: number, name: string): Promise<void> {
    await show(this.uriOf(session.server.id, kind, id, name));
  }

  /** The URI under which the object is open, or else the one under which it would be opened. */
  uriOf(serverId: string, kind: ObjectKind, id: number, name: string): vscode.Uri {
    return this.find(serverId, kind, id) ?? objectUri(serverId, kind, id, name);
  }

  /** Shows a document for a new object; `draft` replaces the empty one as its initial content. */
  async openNew(session: ServerSession, kind: ObjectKind, title: string, draft?: Draft): Promise<void> {
    const uri = newObjectUri(session.server.id, kind, this.#nextDraft++, title);
    if (draft !== undefined) {
      const document = await vscode.workspace.openTextDocument(uri);
      // An edit makes the document dirty, so that its text survives a window reload like any unsaved text.
      const edit = new vscode.WorkspaceEdit();
      const end = document.lineAt(document.lineCount - 1).range.end;
      edit.replace(uri, new vscode.Range(new vscode.Position(0, 0), end), draftText(draft));
      if (!(await vscode.workspace.applyEdit(edit))) throw new NotSavedError('edit');
    }
    await show(uri);
  }

  /** The URI under which the object is open, which may contain an older name. */
  find(serverId: string, kind: ObjectKind, id: number): vscode.Uri | undefined {
    const uris = allTabs().flatMap(tab => tabUri(tab) ?? []);
    return uris.find(uri => jsonEqual(findEditedObject(uri), { serverId, kind, id }));
  }

  /**
   * Replaces the tab in which an object was created with the object's own tab once the save is over, because closing
   * a tab during its save would prompt the user. If the user has continued typing, the tab stays.
   */
  async replaceLater(from: vscode.Uri, to: vscode.Uri | undefined, savedText: string): Promise<void> {
    const document = await nextSave(from);
    if (document.getText() !== savedText) return;
    if (to !== undefined) for (const tab of tabsOf(from)) await showLike(tab, to);
    // Looked up again, because opening an editor may have invalidated the previous tab objects.
    await vscode.window.tabGroups.close(tabsOf(from), true);
  }

  /** Whether a tab of the document still has the name in its URI as its label. Forms can set a different title. */
  hasOldName(uri: vscode.Uri): boolean {
    return tabsOf(uri).some(({ label }) => label === fileNameOf(uri));
  }

  /** Whether a form of the document is visible: the document may not have the latest input yet. */
  hasFormInView(uri: vscode.Uri): boolean {
    return tabsOf(uri).some(({ input, isActive }) => isActive && input instanceof vscode.TabInputCustom);
  }

  /**
   * Shows another document next to each tab of a saved document; false if the document is not saved or the other
   * cannot be read.
   */
  async showBeside(from: vscode.Uri, to: vscode.Uri): Promise<boolean> {
    // Read before it is shown, so that nobody can type into an editor that is still empty.
    const isRead = await vscode.workspace.openTextDocument(to).then(
      () => true,
      () => false,
    );
    if (!isRead || textDocument(from)?.isDirty !== false || this.hasFormInView(from)) return false;
    for (const tab of tabsOf(from)) await showLike(tab, to, true);
    return true;
  }

  /** Closes the replaced tabs, or the new ones if the user has typed in the old ones in the meantime. */
  async closeReplaced(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const isTyped = textDocument(from)?.isDirty === true;
    if (isTyped && textDocument(to)?.isDirty === true) return;
    await vscode.window.tabGroups.close(tabsOf(isTyped ? to : from), true);
  }

  /** Shows a form next to each text editor of a document. */
  async showAsForm(uri: vscode.Uri): Promise<void> {
    for (const { isActive, group } of textTabsOf(uri))
      await openForm(uri, { viewColumn: group.viewColumn, background: !isActive });
  }

  /** Reopens a form without taking the focus; in front only if it was there before. */
  async reopenForm(uri: vscode.Uri, wasActive: boolean): Promise<void> {
    await openForm(uri, { preserveFocus: true, background: !wasActive });
  }

  async closeText(uri: vscode.Uri): Promise<void> {
    await vscode.window.tabGroups.close(textTabsOf(uri), true);
  }

  /** Discards unsaved changes. */
  async revert(uri: vscode.Uri): Promise<void> {
    await show(uri);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }

  /** Shows the JSON text of a document next to or instead of its form; both edit the same text. */
  async openJson(uri: vscode.Uri): Promise<void> {
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', { preview: false });
  }

  async openForm(uri: vscode.Uri): Promise<void> {
    await openForm(uri, {});
  }

  /** Shows the differences between the server's object and the text in the editor. */
  async compare(uri: vscode.Uri): Promise<void> {
    const name = fileNameOf(uri);
    const title = t('{name}: on the server ↔ in the editor', { name });
    // `override` selects the text editor where a form is the default; older versions of VS Code would compare two
    // forms.
    const options = { preview: true, override: false };
    await vscode.commands.executeCommand(
      'vscode.diff',
      serverVersionUri(uri),
      toTypedTextUri(uri),
      title,
      options,
    );
  }
}

/** The job or group document in the active editor, which may be a text editor, a form or a diff. */
export function activeDocumentUri(): vscode.Uri | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const shown = tab === undefined ? undefined : tabUri(tab);
  return shown === undefined || parseDocumentUri(shown) === undefined ? undefined : findEditedUri(shown);
}

async function openForm(
  uri: vscode.Uri,
  options: vscode.TextDocumentShowOptions & { readonly background?: boolean },
): Promise<void> {
  const ref = parseDocumentUri(uri);
  if (ref === undefined || ref.kind === 'schema') return;
  const viewType = formViewTypes[ref.objectKind];
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, { preview: false, ...options });
}

/** The tabs of all editor groups. */
function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(group => group.tabs);
}

/** The document's tabs, with the active one last, because it should be active again. */
function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  return allTabs()
    .filter(tab => tabUri(tab)?.toString() === uri.toString())
    .sort((one, other) => rank(one) - rank(other));
}

function textTabsOf(uri: vscode.Uri): vscode.Tab[] {
  return tabsOf(uri).filter(({ input }) => input instanceof vscode.TabInputText);
}

/** All editors of jobs and groups, except comparisons. */
export function objectTabs() {
  return allTabs().flatMap(({ input }) => {
    const isForm = input instanceof vscode.TabInputCustom;
    if (!isForm && !(input instanceof vscode.TabInputText)) return [];
    const { uri } = input;
    const object = findEditedObject(uri);
    return object === undefined ? [] : [{ ...object, uri, isForm }];
  });
}

function rank({ isActive, group }: vscode.Tab): number {
  return (isActive ? 1 : 0) + (group.isActive ? 2 : 0);
}

/**
 * Shows a document next to a tab in the same kind of editor, keeping the selection of a text editor. A background tab
 * stays in the background.
 */
async function showLike(tab: vscode.Tab, uri: vscode.Uri, preserveFocus = false): Promise<void> {
  const { input, isActive, isPreview, group } = tab;
  if (input instanceof vscode.TabInputTextDiff) return;
  const viewType = input instanceof vscode.TabInputCustom ? input.viewType : 'default';
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, {
    preview: isPreview,
    viewColumn: group.viewColumn,
    background: !isActive,
    preserveFocus,
    selection: selectionIn(tab),
  });
}

function selectionIn({ input, group: { viewColumn } }: vscode.Tab): vscode.Selection | undefined {
  if (!(input instanceof vscode.TabInputText)) return undefined;
  const key = input.uri.toString();
  return vscode.window.visibleTextEditors.find(
    editor => editor.viewColumn === viewColumn && editor.document.uri.toString() === key,
  )?.selection;
}

/** The document of a tab; in a diff, the editable one. */
export function tabUri(tab: vscode.Tab): vscode.Uri | undefined {
  const { input } = tab;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

async function show(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
}

function nextSave(uri: vscode.Uri): Promise<vscode.TextDocument> {
  return new Promise(resolve => {
    const subscription = vscode.workspace.onDidSaveTextDocument(document => {
      if (document.uri.toString() !== uri.toString()) return;
      subscription.dispose();
      resolve(document);
    });
  });
}
