import * as vscode from 'vscode';
import type { SessionRegistry } from '../host/sessions.ts';
import { parseDocumentUri } from './documentUri.ts';

/** Tells the stores which jobs are open in editors, whose statuses are then kept fresh. */
export function followOpenDocuments(sessions: SessionRegistry): vscode.Disposable {
  const tell = () => {
    const open = openJobs();
    for (const session of sessions.open)
      session.statuses.setInterest('open', open.get(session.server.id) ?? []);
  };
  tell();
  return vscode.Disposable.from(vscode.window.tabGroups.onDidChangeTabs(tell), sessions.onDidOpen(tell));
}

function openJobs(): Map<string, number[]> {
  const jobs = new Map<string, number[]>();
  for (const { input } of vscode.window.tabGroups.all.flatMap(group => group.tabs)) {
    if (!(input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom)) continue;
    const ref = parseDocumentUri(input.uri);
    if (ref?.kind !== 'object' || ref.objectKind !== 'job') continue;
    jobs.set(ref.serverId, [...(jobs.get(ref.serverId) ?? []), ref.id]);
  }
  return jobs;
}

/** The document as VS Code holds it, if it does. */
export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(open => open.uri.toString() === key);
}
