import * as vscode from 'vscode';
import type { ObjectKind } from '../fields/objectFields.ts';
import type { Draft } from '../model/draft.ts';
import { formViewTypes } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import type { ServerSession } from '../store/serverSession.ts';
import {
  editedObject,
  editedUri,
  fileNameOf,
  newObjectUri,
  objectUri,
  parseDocumentUri,
  serverVersionUri,
  typedTextUri,
} from './documentUri.ts';
import type { ObjectTab } from './lostForms.ts';
import { draftText } from './objectKinds.ts';
import { allTabs, openDocument } from './openDocuments.ts';

/** Opens, finds and swaps the editors of object documents. */
export class DocumentTabs {
  // Windows that start together must not give two documents the same URI: once one is created, the other would count as
  // created too.
  #nextDraft = Date.now() * 1000 + Math.floor(Math.random() * 1000);

  /** Shows the document of an object; one that is open already is brought to the front. */
  async open(session: ServerSession, kind: ObjectKind, id: number, name: string): Promise<void> {
    await show(this.uriOf(session.server.id, kind, id, name));
  }

  /** The URI under which the object is open, else the one under which it would be. */
  uriOf(serverId: string, kind: ObjectKind, id: number, name: string): vscode.Uri {
    return this.find(serverId, kind, id) ?? objectUri(serverId, kind, id, name);
  }

  /** Shows a document for a new object; `draft` makes it start from something other than the empty one. */
  async openNew(session: ServerSession, kind: ObjectKind, title: string, draft?: Draft): Promise<void> {
    const uri = newObjectUri(session.server.id, kind, this.#nextDraft++, title);
    if (draft !== undefined) {
      const document = await vscode.workspace.openTextDocument(uri);
      // An edit makes the document dirty, so that its text survives a window reload as any unsaved text.
      const edit = new vscode.WorkspaceEdit();
      const end = document.lineAt(document.lineCount - 1).range.end;
      edit.replace(uri, new vscode.Range(new vscode.Position(0, 0), end), draftText(draft));
      await vscode.workspace.applyEdit(edit);
    }
    await show(uri);
  }

  /** The URI under which the object is open; its name may be an older one. */
  find(serverId: string, kind: ObjectKind, id: number): vscode.Uri | undefined {
    const uris = allTabs().flatMap(tab => tabUri(tab) ?? []);
    return uris.find(uri => {
      const object = editedObject(uri);
      return object?.serverId === serverId && object.kind === kind && object.id === id;
    });
  }

  /**
   * Lets the tab of a created object take the place of the tab it was typed in, once the save is over: a tab
   * that is being saved cannot be closed without a question. One in which somebody typed meanwhile stays.
   */
  async swapLater(from: vscode.Uri, to: vscode.Uri | undefined, savedText: string): Promise<void> {
    const document = await saved(from);
    if (document.getText() !== savedText) return;
    if (to !== undefined) for (const tab of tabsOf(from)) await showLike(tab, to);
    // Found again: opening an editor may have replaced what VS Code calls the tab.
    await vscode.window.tabGroups.close(tabsOf(from), true);
  }

  /** Whether a tab of the document is labelled with the name in its URI. A form may have set another title. */
  hasOldName(uri: vscode.Uri): boolean {
    return tabsOf(uri).some(({ label }) => label === fileNameOf(uri));
  }

  /** Whether a form of the document is in view: what is being typed into it is not in the document yet. */
  hasFormInView(uri: vscode.Uri): boolean {
    return tabsOf(uri).some(({ input, isActive }) => isActive && input instanceof vscode.TabInputCustom);
  }

  /**
   * Shows another document beside each tab of a saved document; false if it is not saved, or the other cannot be read.
   */
  async showInstead(from: vscode.Uri, to: vscode.Uri): Promise<boolean> {
    // Read before it is shown, so that nothing is typed into an editor that is still empty.
    const isRead = await vscode.workspace.openTextDocument(to).then(
      () => true,
      () => false,
    );
    if (!isRead || openDocument(from)?.isDirty !== false || this.hasFormInView(from)) return false;
    for (const tab of tabsOf(from)) await showLike(tab, to, true);
    return true;
  }

  /** Closes the replaced tabs, or the new ones if the person has typed in the old ones meanwhile. */
  async closeReplaced(from: vscode.Uri, to: vscode.Uri): Promise<void> {
    const isTyped = openDocument(from)?.isDirty === true;
    if (isTyped && openDocument(to)?.isDirty === true) return;
    await vscode.window.tabGroups.close(tabsOf(isTyped ? to : from), true);
  }

  /** Shows a form beside each text editor of a document. */
  async showAsForm(uri: vscode.Uri): Promise<void> {
    for (const { isActive, group } of textTabsOf(uri))
      await openForm(uri, { viewColumn: group.viewColumn, background: !isActive });
  }

  /** Shows a form that was open before, without taking the focus; in front only if it was there. */
  async reopenForm(uri: vscode.Uri, wasActive: boolean): Promise<void> {
    await openForm(uri, { preserveFocus: true, background: !wasActive });
  }

  async closeText(uri: vscode.Uri): Promise<void> {
    await vscode.window.tabGroups.close(textTabsOf(uri), true);
  }

  /** Throws away what was typed since the last save. */
  async revert(uri: vscode.Uri): Promise<void> {
    await show(uri);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }

  /** Shows the JSON text of a document beside or instead of its form; both are editors of one text. */
  async openJson(uri: vscode.Uri): Promise<void> {
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default', { preview: false });
  }

  async openForm(uri: vscode.Uri): Promise<void> {
    await openForm(uri, {});
  }

  /** Shows what differs between the server's object and the text in the editor. */
  async compare(uri: vscode.Uri): Promise<void> {
    const name = fileNameOf(uri);
    const title = localizer.t('{name}: on the server ↔ in the editor', { name });
    // `override` asks for the text editor where a form is the default; older versions compare two forms else.
    const options = { preview: true, override: false };
    await vscode.commands.executeCommand(
      'vscode.diff',
      serverVersionUri(uri),
      typedTextUri(uri),
      title,
      options,
    );
  }
}

/** The job or group document that an editor shows, also as a form or in a diff. */
export function activeDocumentUri(): vscode.Uri | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  const shown = tab === undefined ? undefined : tabUri(tab);
  const uri = shown === undefined || parseDocumentUri(shown) === undefined ? undefined : editedUri(shown);
  return uri;
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

/** The tabs that show the document, the active one last: it is to be active again. */
function tabsOf(uri: vscode.Uri): vscode.Tab[] {
  return allTabs()
    .filter(tab => tabUri(tab)?.toString() === uri.toString())
    .sort((one, other) => rank(one) - rank(other));
}

function textTabsOf(uri: vscode.Uri): vscode.Tab[] {
  return tabsOf(uri).filter(({ input }) => input instanceof vscode.TabInputText);
}

/** All editors of jobs and groups that can be edited, comparisons aside. */
export function objectTabs(): ObjectTab[] {
  return allTabs().flatMap(({ input }) => {
    const isForm = input instanceof vscode.TabInputCustom;
    if (!isForm && !(input instanceof vscode.TabInputText)) return [];
    return editedObject(input.uri) === undefined ? [] : [{ uri: input.uri.toString(), isForm }];
  });
}

function rank({ isActive, group }: vscode.Tab): number {
  return (isActive ? 1 : 0) + (group.isActive ? 2 : 0);
}

/**
 * Shows a document beside a tab in an editor of its kind: text stays text, with its selection, and a form a form. A tab
 * in the background stays there.
 */
async function showLike(tab: vscode.Tab, uri: vscode.Uri, preserveFocus = false): Promise<void> {
  const { input, isActive, isPreview, group } = tab;
  if (input instanceof vscode.TabInputTextDiff) return;
  const viewType = input instanceof vscode.TabInputCustom ? input.viewType : 'default';
  const { viewColumn } = group;
  await vscode.commands.executeCommand('vscode.openWith', uri, viewType, {
    preview: isPreview,
    viewColumn,
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

/** The document that a tab shows, in a diff the one that can be edited. */
export function tabUri(tab: vscode.Tab): vscode.Uri | undefined {
  const { input } = tab;
  if (input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom) return input.uri;
  return input instanceof vscode.TabInputTextDiff ? input.modified : undefined;
}

async function show(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('vscode.open', uri, { preview: false });
}

function saved(uri: vscode.Uri): Promise<vscode.TextDocument> {
  return new Promise(resolve => {
    const subscription = vscode.workspace.onDidSaveTextDocument(document => {
      if (document.uri.toString() !== uri.toString()) return;
      subscription.dispose();
      resolve(document);
    });
  });
}
