import * as vscode from 'vscode';
import type { SessionRegistry } from '../servers/sessions.ts';
import { groupBy } from '../util/collections.ts';
import { parseDocumentUri } from './documentUri.ts';

/** Tells the stores which jobs are open in editors, to keep their statuses up to date. */
export function followOpenDocuments(
  sessions: Pick<SessionRegistry, 'open' | 'onDidOpen'>,
): vscode.Disposable {
  const report = () => {
    const open = groupBy(openJobDocuments(), ({ serverId }) => serverId);
    for (const { server, statuses } of sessions.open) {
      const ids = (open.get(server.id) ?? []).map(({ id }) => id);
      statuses.setInterest('open', ids);
    }
  };
  report();
  return vscode.Disposable.from(vscode.window.tabGroups.onDidChangeTabs(report), sessions.onDidOpen(report));
}

/** The documents of existing jobs, in tabs of any kind. */
export function openJobDocuments() {
  return allTabs().flatMap(({ input }) => {
    if (!(input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom)) return [];
    const { uri } = input;
    const ref = parseDocumentUri(uri);
    const isJob = ref?.kind === 'object' && ref.objectKind === 'job';
    return isJob ? [{ uri, serverId: ref.serverId, id: ref.id }] : [];
  });
}

/** The tabs of all editor groups. */
export function allTabs(): vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(group => group.tabs);
}

/** The document as VS Code has it in memory; `undefined` if it is not open. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(open => open.uri.toString() === key);
}
