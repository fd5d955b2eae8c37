import type * as vscode from 'vscode';
import type { WriteRecord } from '../../../api/transport/requestLog.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { UserMemory } from '../../../workbench/platform/userMemory.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import { recalledOf, WatchedRuns, watchedRunsMemory } from './watchedRuns.ts';
import type { WatchList } from './watchList.ts';

type Sessions = Pick<
  SessionRegistry,
  'active' | 'open' | 'get' | 'onDidOpen' | 'onDidChange' | 'onDidChangeObjects'
>;

/** Opens the sessions of servers by ID; calls `onFailure` if a list that is needed cannot be read. */
export function openWatched(
  sessions: Pick<SessionRegistry, 'get'>,
  watchList: WatchList,
  serverIds: readonly string[],
  onFailure: (error: unknown, session: ServerSession) => void,
): void {
  for (const session of serverIds.map(id => sessions.get(id))) {
    if (session === undefined || !watchList.isWatchingAll(session.server.id)) continue;
    session.jobs.whole().catch((error: unknown) => onFailure(error, session));
  }
}

/** The ID of the job that a write deleted. */
function deletedJob({ request, outcome }: WriteRecord): number | undefined {
  if (request.operation !== 'deleteJob' || outcome !== 'done') return undefined;
  const [, id] = /\/(\d+)\/?$/.exec(request.path) ?? [];
  return id === undefined ? undefined : Number(id);
}

/** Makes the stores of every open session poll the watched jobs. */
export class Watching implements vscode.Disposable {
  readonly #sessions: Sessions;
  readonly #watchList: WatchList;
  readonly #memory: Pick<UserMemory, 'of'>;
  readonly #subscriptions: vscode.Disposable[];
  readonly #revisions = new WeakMap<ServerSession, number>();
  readonly #runs = new WeakMap<ServerSession, WatchedRuns>();
  /** Servers that have had a session in this window. */
  readonly #opened = new Set<string>();

  constructor(sessions: Sessions, watchList: WatchList, memory: Pick<UserMemory, 'of'>) {
    this.#sessions = sessions;
    this.#watchList = watchList;
    this.#memory = memory;
    this.#subscriptions = [
      sessions.onDidOpen(session => this.#begin(session)),
      sessions.onDidChange(() => {
        this.#resume();
      }),
      watchList.onDidChange(() => {
        for (const session of sessions.open) this.#follow(session);
      }),
      // While all jobs are watched, newly loaded ones are included.
      sessions.onDidChangeObjects(session => {
        if (this.#revisions.get(session) !== session.jobs.revision) this.#follow(session);
      }),
    ];
    for (const session of sessions.open) this.#begin(session);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Reopens a closed session, for example after a new token, even while no view shows it. */
  #resume(): void {
    const watched = [...this.#opened].filter(id => this.#watchList.isWatchingAny(id));
    // The views report a list that cannot be read.
    openWatched(this.#sessions, this.#watchList, watched, () => undefined);
  }

  #begin(session: ServerSession): void {
    const { server, statuses } = session;
    this.#opened.add(server.id);
    const stored = watchedRunsMemory(this.#memory, server);
    statuses.recall(recalledOf(stored));
    const runs = new WatchedRuns(stored, id => this.#watchList.isWatched(server.id, id));
    this.#runs.set(session, runs);
    // The subscriptions end with the session.
    statuses.onDidChange(ids => runs.saw(ids, id => statuses.get(id)));
    statuses.onDidEnd(({ id }) => runs.saw([id], () => statuses.get(id)));
    session.onDidWrite(write => {
      const id = deletedJob(write);
      if (id !== undefined) void this.#watchList.forget(server.id, [id]);
    });
    this.#follow(session);
  }

  #follow(session: ServerSession): void {
    this.#revisions.set(session, session.jobs.revision);
    const loaded = session.jobs.jobs.map(job => job.id);
    session.statuses.setInterest('watched', this.#watchList.watchedAmong(session.server.id, loaded));
    session.forgetUnlisted();
    this.#runs.get(session)?.watchChanged(session.statuses.known);
  }
}
