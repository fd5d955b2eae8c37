import * as vscode from 'vscode';
import type { SessionRegistry } from '../servers/sessions.ts';
import { parseDocumentUri } from './documentUri.ts';

/** Reports to the stores which jobs are open in editors, so that their statuses stay fresh. */
export function followOpenDocuments(
  sessions: Pick<SessionRegistry, 'open' | 'onDidOpen'>,
): vscode.Disposable {
  const report = () => {
    const open = openJobs();
    for (const session of sessions.open)
      session.statuses.setInterest('open', open.get(session.server.id) ?? []);
  };
  report();
  return vscode.Disposable.from(vscode.window.tabGroups.onDidChangeTabs(report), sessions.onDidOpen(report));
}

function openJobs(): Map<string, number[]> {
  const jobs = new Map<string, number[]>();
  for (const { serverId, id } of openJobDocuments()) jobs.set(serverId, [...(jobs.get(serverId) ?? []), id]);
  return jobs;
}

/** The documents of jobs that exist, in tabs of any kind. */
export function openJobDocuments() {
  return vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .flatMap(({ input }) => {
      if (!(input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom)) return [];
      const { uri } = input;
      const ref = parseDocumentUri(uri);
      return ref?.kind === 'object' && ref.objectKind === 'job'
        ? [{ uri, serverId: ref.serverId, id: ref.id }]
        : [];
    });
}

/** The document as VS Code holds it, if it does. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(open => open.uri.toString() === key);
}
