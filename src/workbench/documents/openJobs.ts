import * as vscode from 'vscode';
import { groupBy } from '../../base/collections.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { type ContextKey, contextKeys } from '../platform/ids.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import { objectTabs } from './documentTabs.ts';

/** Tells the stores which jobs are open in editors, to keep their statuses up to date. */
export function followOpenJobs(sessions: Pick<SessionRegistry, 'open' | 'onDidOpen'>): vscode.Disposable {
  const report = () => {
    const open = groupBy(openJobs(), ({ serverId }) => serverId);
    for (const { server, statuses } of sessions.open) {
      const ids = (open.get(server.id) ?? []).map(({ id }) => id);
      statuses.setInterest('open', ids);
    }
  };
  report();
  return vscode.Disposable.from(vscode.window.tabGroups.onDidChangeTabs(report), sessions.onDidOpen(report));
}

type Sessions = Pick<SessionRegistry, 'open' | 'onDidChange' | 'onDidChangeObjects' | 'onDidChangeStatuses'>;

/** Updates the context keys that decide which actions the title bars of open jobs offer. */
export function followTitleActions(sessions: Sessions): vscode.Disposable {
  const update = () => showActions(sessions);
  update();
  return vscode.Disposable.from(
    vscode.window.tabGroups.onDidChangeTabs(update),
    sessions.onDidChange(update),
    sessions.onDidChangeObjects(update),
    sessions.onDidChangeStatuses(update),
  );
}

function showActions(sessions: Pick<Sessions, 'open'>): void {
  const known = new Map([...sessions.open].map(session => [session.server.id, session]));
  const open = openJobs().map(({ uri, serverId, id }) => ({
    resource: uri.toString(),
    enabled: known.get(serverId)?.jobs.get(id)?.enabled,
    isExecuting: known.get(serverId)?.statuses.get(id)?.kind === 'running',
  }));
  if (open.length > 0) setContextKey(contextKeys.jobOpened, true);
  const show = (key: ContextKey, fits: (job: (typeof open)[number]) => boolean) => {
    const resources = open.filter(fits).map(({ resource }) => resource);
    setContextKey(key, resources);
  };
  show(contextKeys.enabledDocuments, ({ enabled }) => enabled === true);
  show(contextKeys.disabledDocuments, ({ enabled }) => enabled === false);
  show(contextKeys.executingDocuments, ({ isExecuting }) => isExecuting);
}

/** The documents of existing jobs, in tabs of any kind. */
function openJobs() {
  return objectTabs().flatMap(({ kind, id, ...tab }) =>
    kind === 'job' && id !== undefined ? [{ ...tab, id }] : [],
  );
}
