import type { StatusKind } from '../../model/jobStatus.ts';

/** The known status of a job. */
export interface KnownStatus {
  /** The status word of the server; '' if it sent none. */
  readonly word: string;
  readonly kind: StatusKind;
  readonly asOfMs: number;
  /** When it was first read after another status; `undefined` for the first status. */
  readonly sinceMs?: number;
}

/** The latest status of each job, ordered by request rather than by response. */
export class StatusCache {
  readonly #known = new Map<number, KnownStatus>();
  readonly #orders = new Map<number, number>();
  #lastOrder = 0;

  get all(): ReadonlyMap<number, KnownStatus> {
    return this.#known;
  }

  get(id: number): KnownStatus | undefined {
    return this.#known.get(id);
  }

  /** The sequence number for a request that is about to be sent. */
  nextOrder(): number {
    this.#lastOrder += 1;
    return this.#lastOrder;
  }

  /** Stores the status; false if the response to a later request is already stored. */
  keep(id: number, status: KnownStatus, order: number): boolean {
    if ((this.#orders.get(id) ?? 0) > order) return false;
    this.#orders.set(id, order);
    const sinceMs = sinceOf(status, this.#known.get(id));
    this.#known.set(id, sinceMs === undefined ? status : { ...status, sinceMs });
    return true;
  }

  forget(id: number): boolean {
    this.#orders.delete(id);
    return this.#known.delete(id);
  }
}

function sinceOf(status: KnownStatus, before: KnownStatus | undefined): number | undefined {
  if (before === undefined) return undefined;
  return before.word === status.word ? before.sinceMs : status.asOfMs;
}
