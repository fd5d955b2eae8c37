import { hasEnded, isActive, type StatusKind, statusKind } from '../../api/model/jobStatus.ts';
import type { Clock, ScheduledCall } from '../../base/clock.ts';
import { Emitter } from '../../base/emitter.ts';
import type { KnownStatus } from './statusCache.ts';

export interface StatusEventsOptions {
  readonly clock: Clock;
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
}

/** The end of a job, detected from two consecutive reads. */
export interface Ending {
  readonly id: number;
  readonly status: KnownStatus;
  /** When the job was last seen with its former status. */
  readonly beforeMs: number;
}

/** The status of a job before a monitor existed. */
export interface RecalledStatus {
  readonly word: string;
  readonly seenMs: number;
}

/** Changes are batched, so that a tree is redrawn at most a few times per second. */
const batchMs = 150;

/** Reports status changes in batches, and the end of a job immediately. */
export class StatusEvents {
  readonly #options: StatusEventsOptions;
  readonly #changed = new Emitter<readonly number[]>();
  readonly onDidChange = this.#changed.event;
  readonly #ended = new Emitter<Ending>();
  readonly onDidEnd = this.#ended.event;
  /** Statuses from before this monitor existed; each is used once. */
  #recalled = new Map<number, RecalledStatus>();
  readonly #batch = new Set<number>();
  #batchCall: ScheduledCall | undefined;

  constructor(options: StatusEventsOptions) {
    this.#options = options;
  }

  /** Reports the ends of jobs that had these statuses before this monitor existed. */
  recall(statuses: ReadonlyMap<number, RecalledStatus>): void {
    this.#recalled = new Map(statuses);
  }

  /** Call when the status has changed or is known for the first time. */
  changed(id: number, status: KnownStatus, before: KnownStatus | undefined): void {
    this.announce(id);
    const last = before ?? this.#lastActive(id);
    if (last !== undefined && last.kind !== status.kind && hasEnded(status.kind))
      this.#ended.fire({ id, status, beforeMs: last.asOfMs });
  }

  /** Reports that the status of the job was changed or dropped. */
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

  /** For a job that was queued or executing before this monitor existed. */
  #lastActive(id: number): Pick<KnownStatus, 'kind' | 'asOfMs'> | undefined {
    const recalled = this.#recalled.get(id);
    this.#recalled.delete(id);
    if (recalled === undefined) return undefined;
    const kind = statusKind(recalled.word, this.#options.extraWords());
    return isActive(kind) ? { kind, asOfMs: recalled.seenMs } : undefined;
  }
}
