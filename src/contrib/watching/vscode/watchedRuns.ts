import * as z from 'zod/mini';
import { isActive } from '../../../api/model/jobStatus.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import type { KnownStatus } from '../../../store/statuses/statusCache.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { Memory, StoredValue } from '../../../workbench/platform/memory.ts';

export const WatchedRunsSchema = z.array(z.object({ id: z.int().check(z.minimum(0)), word: z.string() }));
export type StoredRuns = z.infer<typeof WatchedRunsSchema>;

/** More than anyone waits for; VS Code writes the whole value each time. */
const keptAtMost = 1_000;

/**
 * The watched jobs that were executing or queued when last seen, with the server's status words. If one ends while no
 * window is open, the first read afterwards reports it.
 */
export class WatchedRuns {
  readonly #stored: StoredValue<StoredRuns>;
  readonly #isWatched: (id: number) => boolean;
  readonly #words: Map<number, string>;

  constructor(stored: StoredValue<StoredRuns>, isWatched: (id: number) => boolean) {
    this.#stored = stored;
    this.#isWatched = isWatched;
    this.#words = wordsOf(stored);
  }

  /** Call when these statuses may have changed; unknown ones stay as last seen. */
  saw(ids: Iterable<number>, statusOf: (id: number) => KnownStatus | undefined): void {
    let isChanged = false;
    for (const id of ids) {
      const status = statusOf(id);
      const word =
        status === undefined ? this.#words.get(id) : isActive(status.kind) ? status.word : undefined;
      isChanged = this.#keep(id, this.#isWatched(id) ? word : undefined) || isChanged;
    }
    if (isChanged) this.#write();
  }

  /** Call when the watched jobs may have changed. */
  watchChanged(known: ReadonlyMap<number, KnownStatus>): void {
    const ids = [...this.#words.keys()];
    for (const [id, { kind }] of known) if (isActive(kind)) ids.push(id);
    this.saw(ids, id => known.get(id));
  }

  #keep(id: number, word: string | undefined): boolean {
    if (this.#words.get(id) === word) return false;
    if (word === undefined) this.#words.delete(id);
    else this.#words.set(id, word);
    return true;
  }

  #write(): void {
    const kept = [...this.#words].slice(-keptAtMost).map(([id, word]) => ({ id, word }));
    void (kept.length === 0 ? this.#stored.clear() : this.#stored.set(kept));
  }
}

export function wordsOf(stored: Pick<StoredValue<StoredRuns>, 'get'>): Map<number, string> {
  return new Map(stored.get().map(({ id, word }) => [id, word]));
}

export function watchedRunsMemory(memory: Memory, { id, url, name }: ServerConfig): StoredValue<StoredRuns> {
  return memory.of({
    key: `watchedRuns:${id}:${url}`,
    schema: WatchedRunsSchema,
    fallback: [],
    meaning: () =>
      t('Watched jobs on “{server}” that were executing: you may not be notified when they end.', {
        server: name,
      }),
  });
}
