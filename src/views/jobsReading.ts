import { isArranged } from '../store/jobs/jobArrangement.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { sweepStatuses } from '../store/statuses/statusSweep.ts';
import type { ListFrame, TreeParts } from './listFrame.ts';
import type { ShownArrangement } from './shownArrangement.ts';

interface JobsReadingParts {
  readonly sessions: TreeParts['sessions'];
  readonly frame: ListFrame;
  readonly arrangement: ShownArrangement;
  /** Shows at least this many rows of the server. */
  readonly showAtLeast: (serverId: string, count: number) => void;
  readonly redraw: () => void;
  /** Filters and sorts the loaded jobs again. */
  readonly rearrange: () => void;
}

/** Reads the active server's jobs and their statuses when the user requests it. */
export class JobsReading {
  readonly #parts: JobsReadingParts;

  constructor(parts: JobsReadingParts) {
    this.#parts = parts;
  }

  /** Reads the loaded jobs again, and the statuses of the visible ones. */
  async refresh(): Promise<void> {
    const { frame, arrangement, redraw, rearrange } = this.#parts;
    const session = this.#active;
    if (session === undefined || session.jobs.state.kind === 'unread') return redraw();
    await frame.run(session, () => session.jobs.refresh());
    session.statuses.retryNow();
    // In the server's own order only changed rows need redrawing, and they were already reported.
    if (isArranged(arrangement.current)) rearrange();
  }

  async loadMore(): Promise<void> {
    const { frame, showAtLeast } = this.#parts;
    const session = this.#active;
    if (session === undefined) return;
    // Makes the new rows visible, even if the rows before them are limited.
    showAtLeast(session.server.id, session.jobs.loadedCount + 1);
    await frame.run(session, () => session.jobs.loadMore());
  }

  /** Loads all pages; canceling keeps what was loaded until then. */
  async loadAll(signal: AbortSignal, onProgress: () => void): Promise<void> {
    const { frame, redraw } = this.#parts;
    const session = this.#active;
    if (session === undefined) return;
    await frame.run(session, async () => {
      await session.jobs.ensureLoaded();
      await session.jobs.loadAll({ signal, onProgress });
    });
    redraw();
  }

  /** Reads the missing statuses of loaded jobs, for filtering and sorting by status. */
  async readStatuses(signal: AbortSignal, onProgress: (done: number, all: number) => void): Promise<void> {
    const { frame, rearrange } = this.#parts;
    const session = this.#active;
    if (session === undefined) return;
    const ids = session.jobs.jobs.map(job => job.id).filter(id => !session.statuses.known.has(id));
    await frame.run(session, () => sweepStatuses(session.statuses, ids, { signal, onProgress }));
    rearrange();
  }

  get #active(): ServerSession | undefined {
    return this.#parts.sessions.active;
  }
}
