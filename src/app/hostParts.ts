import { join } from 'node:path';
import type * as vscode from 'vscode';
import { ActivityLog } from '../journal/activityLog.ts';
import { RunJournal } from '../journal/runJournal.ts';
import { ErrorNotices } from '../notices/errorNotices.ts';
import { type MemoryNoticeParts, MemoryNotices } from '../notices/memoryNotices.ts';
import type { ServerActions } from '../notices/noticeActions.ts';
import { RecoveredWrites } from '../notices/recoveredWrites.ts';
import { secretNotices } from '../notices/secretNotices.ts';
import { entriesReader } from '../platform/configValue.ts';
import { vscodeDialogs } from '../platform/dialogs.ts';
import { settings } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import { Log } from '../platform/log.ts';
import { Memory, type MemoryParts, type Unread } from '../platform/memory.ts';
import { Reports } from '../reports/reports.ts';
import { reportMemory } from '../reports/storedReports.ts';
import { Demo } from '../servers/demo.ts';
import { Labels } from '../servers/labels.ts';
import { RemovedServers, tokenOwners } from '../servers/removedServers.ts';
import { Schedules } from '../servers/schedules.ts';
import { serverMemories } from '../servers/serverMemories.ts';
import { ServerRegistry } from '../servers/servers.ts';
import { SessionRegistry } from '../servers/sessions.ts';
import { TokenStore } from '../servers/tokens.ts';
import { type Clock, systemClock } from '../util/clock.ts';
import { WatchList } from '../watching/watchList.ts';
import type { ErrorActionParts } from './errorActions.ts';

/** The members of VS Code's extension context that this extension uses. */
export type AppContext = Pick<
  vscode.ExtensionContext,
  'workspaceState' | 'secrets' | 'globalStorageUri' | 'extensionUri' | 'subscriptions'
> & {
  readonly globalState: vscode.Memento;
  /** Only replaced by tests that control the time. */
  readonly clock?: Clock;
};

/** What documents, forms, views and commands are based on: servers, their sessions, memory and notifications. */
export type HostParts = ReturnType<typeof createHostParts>;

/** `errorActions` creates the actions for the buttons of error notifications; called for the first one. */
export function createHostParts(
  context: AppContext,
  errorActions: (parts: ErrorActionParts) => Promise<ServerActions>,
) {
  const { clock = systemClock } = context;
  const log = new Log();
  const dialogs = vscodeDialogs;
  const reports = new Reports(() => reportMemory(memory));
  const storage = context.globalStorageUri.fsPath;
  const onStorageFailure = (error: unknown) => log.error(`VS Code could not store a value: ${String(error)}`);
  const { memory, globalMemory, memoryNotices, onUnread } = createMemories(context, {
    clock,
    log,
    reports,
    onFailure: onStorageFailure,
  });
  // Two folders above the storage of extensions. Both belong to the default profile, like these settings.
  const settingsFile = join(storage, '..', '..', 'settings.json');
  const servers = new ServerRegistry(memory, globalMemory, settingsFile);
  const tokens = new TokenStore({
    secrets: context.secrets,
    onUnread,
    onUnavailable: secretNotices(dialogs, log),
  });
  const removedServers = new RemovedServers({
    servers,
    tokens,
    owners: globalMemory.of(tokenOwners),
    settings: entriesReader(settings.servers, settingsFile),
    clock,
    onFailure: onStorageFailure,
  });
  const demo = new Demo({ servers, tokens, memory, language: localizer.language });
  const notices = createNotices({ dialogs, log, servers, tokens }, errorActions);
  const journal = new RunJournal({ folder: join(storage, 'runs'), clock, onFailure: onStorageFailure });
  const recoveredWrites = new RecoveredWrites(dialogs, localizer);
  const activity = new ActivityLog(storage, error =>
    log.error(`the activity log could not be written: ${String(error)}`),
  );
  const schedules = new Schedules();
  const sessions = new SessionRegistry({
    clock,
    schedules,
    servers,
    tokens,
    log,
    activity,
    workspace: memory,
    global: globalMemory,
    onWrite: (...write) => recoveredWrites.wrote(...write),
    onStatusFailure: (server, error) => void notices.note(error, server),
  });
  const labels = new Labels(globalMemory, settingsFile);
  const nameOf = (serverId: string) => servers.get(serverId)?.name ?? serverId;
  const watchList = new WatchList(memory, nameOf);
  return {
    clock,
    log,
    dialogs,
    reports,
    storage,
    onStorageFailure,
    memory,
    globalMemory,
    servers,
    tokens,
    demo,
    notices,
    journal,
    activity,
    schedules,
    sessions,
    labels,
    watchList,
    ...serverMemories(memory, nameOf),
    disposables: [removedServers, memoryNotices, labels, watchList, servers, tokens, sessions, reports, log],
  };
}

/** Error notifications. If an action cannot be loaded, that error is shown, too. */
function createNotices(
  parts: Omit<ErrorActionParts, 'notices'>,
  load: (parts: ErrorActionParts) => Promise<ServerActions>,
): ErrorNotices {
  const act = async (run: (actions: ServerActions) => Promise<void>) => {
    try {
      await run(await load({ ...parts, notices }));
    } catch (error) {
      await notices.show(error, undefined);
    }
  };
  const notices: ErrorNotices = new ErrorNotices({
    ...parts,
    actions: {
      signIn: server => act(({ signIn }) => signIn(server)),
      changeUrl: (server, url) => act(({ changeUrl }) => changeUrl(server, url)),
      trustCertificate: server => act(({ trustCertificate }) => trustCertificate(server)),
    },
  });
  return notices;
}

type MemoryHost = Pick<MemoryNoticeParts, 'clock' | 'log' | 'reports'> & Pick<MemoryParts, 'onFailure'>;

/** VS Code's storage for the workspace and the user, with notifications about unreadable values. */
function createMemories(context: AppContext, { clock, log, reports, onFailure }: MemoryHost) {
  const memoryNotices: MemoryNotices = new MemoryNotices({
    dialogs: vscodeDialogs,
    log,
    clock,
    aside: () => [...memory.aside(), ...globalMemory.aside()],
    reports,
  });
  const onUnread = (unread: Unread) => memoryNotices.note(unread);
  const memory = new Memory({ memento: context.workspaceState, onUnread, onFailure });
  const globalMemory = new Memory({ memento: context.globalState, onUnread, onFailure });
  return { memory, globalMemory, memoryNotices, onUnread };
}
