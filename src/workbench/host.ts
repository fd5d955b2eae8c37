import { join } from 'node:path';
import type * as vscode from 'vscode';
import { type Clock, systemClock } from '../base/clock.ts';
import { stateFolder } from '../base/privateFiles.ts';
import type { FilterTerm } from '../store/filter/filterTerm.ts';
import { RunJournal } from '../store/runs/runJournal.ts';
import { DocumentTabs } from './documents/documentTabs.ts';
import type { FormNotes } from './forms/formNotes.ts';
import { ErrorNotices, type ServerActions } from './notices/errorNotices.ts';
import { memoryNotices, secretNotices } from './notices/memoryNotices.ts';
import { recoveredWriteNotices } from './notices/recoveredWrites.ts';
import { vscodeDialogs } from './platform/dialogs.ts';
import { localizer } from './platform/localize.ts';
import { Log } from './platform/log.ts';
import { Memory, type Unread } from './platform/memory.ts';
import { ObjectMarks } from './platform/rows/objectMarks.ts';
import type { SaveReasons } from './platform/saveReasons.ts';
import { UserMemory } from './platform/userMemory.ts';
import { Reports, reportMemory } from './reports/reports.ts';
import { Labels } from './servers/labels.ts';
import { NamedFilters } from './servers/namedFilters.ts';
import { Schedules } from './servers/schedules.ts';
import { serverMemories, syncedPrefixes } from './servers/serverMemories.ts';
import { ServerRegistry } from './servers/servers.ts';
import { SessionRegistry } from './servers/sessions.ts';
import { TokenStore } from './servers/tokens.ts';
import type { FactSource, JobPart } from './trees/jobPoints.ts';

/** What VS Code gives the extension. Only tests replace the clock. */
export type Activation = Pick<
  vscode.ExtensionContext,
  'workspaceState' | 'globalState' | 'secrets' | 'globalStorageUri' | 'extensionUri' | 'subscriptions'
> & { readonly clock?: Clock };

export type Host = ReturnType<typeof createHost>;

/**
 * Creates what views, documents and commands are based on: memory, servers, their sessions, and notifications.
 * `loadActions` loads what the buttons of error notifications do, and `filterTerms` are those of contributions.
 */
export function createHost(
  activation: Activation,
  saveReasons: SaveReasons,
  loadActions: () => Promise<ServerActions>,
  filterTerms: readonly FilterTerm[],
) {
  const { clock = systemClock, extensionUri } = activation;
  const dialogs = vscodeDialogs;
  const log = new Log();
  const storage = activation.globalStorageUri.fsPath;
  const onStorageFailure = (error: unknown) => log.error(`VS Code could not store a value: ${String(error)}`);

  const reports = new Reports(() => reportMemory(memory));
  const aside = () => [...memory.aside(), ...globalMemory.aside()];
  const unreadNotices = memoryNotices({ dialogs, log, clock, aside, reports });
  const onUnread = (unread: Unread) => unreadNotices.note(unread);
  const memory: Memory = new Memory(activation.workspaceState, onUnread, onStorageFailure);
  const globalMemory: Memory = new Memory(activation.globalState, onUnread, onStorageFailure);

  const userMemory = new UserMemory(memory, globalMemory, clock);

  const servers = new ServerRegistry(userMemory, globalMemory);
  const tokens = new TokenStore(activation.secrets, onUnread, secretNotices(dialogs, log));
  const passphrases = new TokenStore(
    activation.secrets,
    onUnread,
    secretNotices(dialogs, log, 'passphrase'),
    'passphrase',
  );
  const labels = new Labels(globalMemory);
  const namedFilters = new NamedFilters();

  const notices = new ErrorNotices(dialogs, log, loadActions);
  const noteRecovered = recoveredWriteNotices(dialogs, localizer);
  const journal = new RunJournal({
    folder: join(storage, 'runs'),
    commandLineFolder: join(stateFolder(process.env), 'runs'),
    onFailure: onStorageFailure,
  });
  const schedules = new Schedules(problem => {
    log.error(problem);
    void dialogs.warn(problem);
  });
  const sessions = new SessionRegistry({
    clock,
    schedules,
    servers,
    tokens,
    passphrases,
    log,
    journal,
    global: globalMemory,
    onWrite: noteRecovered,
    onStoredOtherwise: (server, write) => void notices.showStoredOtherwise(write, server),
    onStatusFailure: (server, error) => void notices.note(error, server),
  });
  const nameOf = (serverId: string) => servers.get(serverId)?.name ?? serverId;
  const marks = new ObjectMarks();
  // Contributions add theirs.
  const jobParts: JobPart[] = [];
  const factSources: FactSource[] = [];
  const formNotes: FormNotes[] = [];

  return {
    extensionUri,
    clock,
    dialogs,
    log,
    storage,
    onStorageFailure,
    reports,
    memory,
    globalMemory,
    userMemory,
    /** Prefixes of keys in `userMemory`, each followed by the ID of a server. Contributions add theirs. */
    syncedPrefixes: [...syncedPrefixes],
    servers,
    tokens,
    passphrases,
    labels,
    namedFilters,
    notices,
    journal,
    schedules,
    sessions,
    marks,
    filterTerms,
    jobParts,
    factSources,
    formNotes,
    saveReasons,
    tabs: new DocumentTabs(),
    ...serverMemories(userMemory, memory, nameOf),
    disposables: [
      userMemory,
      unreadNotices,
      labels,
      namedFilters,
      marks,
      servers,
      tokens,
      passphrases,
      sessions,
      reports,
      log,
    ],
  };
}
