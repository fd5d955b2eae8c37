import type { StatusKind } from '../../api/model/jobStatus.ts';

/** The known status of a job. */
export interface KnownStatus {
  /** The status word of the server; '' if it sent none. */
  readonly word: string;
  readonly kind: StatusKind;
  readonly asOfMs: number;
  /** When it was first read after another status; `undefined` for the first status. */
  readonly sinceMs?: number;
}

/** The latest status of each job. */
export class StatusCache {
  readonly #known = new Map<number, KnownStatus>();

  get all(): ReadonlyMap<number, KnownStatus> {
    return this.#known;
  }

  get(id: number): KnownStatus | undefined {
    return this.#known.get(id);
  }

  store(id: number, status: KnownStatus): void {
    const before = this.#known.get(id);
    const sinceMs = before?.word === status.word ? before.sinceMs : status.asOfMs;
    this.#known.set(id, before === undefined || sinceMs === undefined ? status : { ...status, sinceMs });
  }

  forget(id: number): boolean {
    return this.#known.delete(id);
  }
}
