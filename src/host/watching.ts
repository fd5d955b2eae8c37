import type * as vscode from 'vscode';
import type { ServerSession } from '../store/serverSession.ts';
import { setContextKey } from './contextKeys.ts';
import { contextKeys } from './ids.ts';
import type { SessionRegistry } from './sessions.ts';
import type { WatchList } from './watchList.ts';

/** Keeps the stores following what a person watches, in every open session. */
export class Watching implements vscode.Disposable {
  readonly #sessions: SessionRegistry;
  readonly #watchList: WatchList;
  readonly #subscriptions: vscode.Disposable[];
  readonly #revisions = new WeakMap<ServerSession, number>();

  constructor(sessions: SessionRegistry, watchList: WatchList) {
    this.#sessions = sessions;
    this.#watchList = watchList;
    this.#subscriptions = [
      sessions.onDidOpen(session => this.#follow(session)),
      sessions.onDidChange(() => this.#tellContext()),
      watchList.onDidChange(() => {
        for (const session of sessions.open) this.#follow(session);
        this.#tellContext();
      }),
      // More jobs may be loaded while all are watched.
      sessions.onDidChangeObjects(session => {
        if (this.#revisions.get(session) !== session.jobs.revision) this.#follow(session);
      }),
    ];
    for (const session of sessions.open) this.#follow(session);
    this.#tellContext();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #follow(session: ServerSession): void {
    this.#revisions.set(session, session.jobs.revision);
    const loaded = session.jobs.jobs.map(job => job.id);
    session.statuses.setInterest('watched', this.#watchList.watchedAmong(session.server.id, loaded));
  }

  #tellContext(): void {
    const active = this.#sessions.active;
    setContextKey(
      contextKeys.watchingAll,
      active !== undefined && this.#watchList.isWatchingAll(active.server.id),
    );
  }
}
