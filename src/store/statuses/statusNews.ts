import { isMoving, type StatusKind, statusKind } from '../../model/jobStatus.ts';
import type { Clock, ScheduledCall } from '../../util/clock.ts';
import { Emitter } from '../../util/emitter.ts';
import type { KnownStatus } from './statusBook.ts';

export interface NewsOptions {
  readonly clock: Clock;
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
  /** The server's word for a job that was moving when it was last seen, before this monitor was there. */
  readonly lastWord?: ((id: number) => string | undefined) | undefined;
}

/** A job came to an end, as far as two readings show. */
export interface Ending {
  readonly id: number;
  readonly status: KnownStatus;
}

/** Answers that arrive together are told together, so that a tree is redrawn a few times a second at most. */
const batchMs = 150;
const endedKinds: ReadonlySet<StatusKind> = new Set(['succeeded', 'failed', 'stopped']);

/** Tells what has changed in the statuses: changes several at a time, the end of a job at once. */
export class StatusNews {
  readonly #options: NewsOptions;
  readonly #changed = new Emitter<readonly number[]>();
  readonly onDidChange = this.#changed.event;
  readonly #ended = new Emitter<Ending>();
  readonly onDidEnd = this.#ended.event;
  /** Jobs whose word of before this monitor was made use of: their end is told once. */
  readonly #recalled = new Set<number>();
  readonly #batch = new Set<number>();
  #batchCall: ScheduledCall | undefined;

  constructor(options: NewsOptions) {
    this.#options = options;
  }

  /** The status is another than before, or is known for the first time. */
  changed(id: number, status: KnownStatus, before: KnownStatus | undefined): void {
    this.announce(id);
    const kindBefore = before?.kind ?? this.#lastKind(id);
    if (kindBefore !== undefined && kindBefore !== status.kind && endedKinds.has(status.kind))
      this.#ended.fire({ id, status });
  }

  /** Something else, or nothing any more, is known of the job. */
  announce(id: number): void {
    this.#batch.add(id);
    this.#batchCall ??= this.#options.clock.schedule(batchMs, () => {
      const ids = [...this.#batch];
      this.#batch.clear();
      this.#batchCall = undefined;
      this.#changed.fire(ids);
    });
  }

  dispose(): void {
    this.#batchCall?.dispose();
    this.#changed.dispose();
    this.#ended.dispose();
  }

  /** Of a job that was moving before this monitor was there. */
  #lastKind(id: number): StatusKind | undefined {
    const word = this.#recalled.has(id) ? undefined : this.#options.lastWord?.(id);
    if (word !== undefined) this.#recalled.add(id);
    const kind = word === undefined ? undefined : statusKind(word, this.#options.extraWords());
    return kind !== undefined && isMoving(kind) ? kind : undefined;
  }
}
