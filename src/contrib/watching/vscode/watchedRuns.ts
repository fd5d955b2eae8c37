import * as z from 'zod/mini';
import { isActive } from '../../../api/model/jobStatus.ts';
import type { ServerConfig } from '../../../api/model/server.ts';
import type { KnownStatus } from '../../../store/statuses/statusCache.ts';
import type { RecalledStatus } from '../../../store/statuses/statusEvents.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { StoredValue } from '../../../workbench/platform/memory.ts';
import type { UserMemory } from '../../../workbench/platform/userMemory.ts';

export const WatchedRunsSchema = z.array(
  z.object({ id: z.int().check(z.minimum(0)), word: z.string(), seenMs: z._default(z.number(), 0) }),
);
export type StoredRuns = z.infer<typeof WatchedRunsSchema>;

/** More than anyone waits for; VS Code writes the whole value each time. */
const keptAtMost = 1_000;

/**
 * The watched jobs that were executing or queued when last seen, with the server's status words and when they were first
 * seen with these. If one ends while no window is open, the first read afterwards reports it.
 */
export class WatchedRuns {
  readonly #stored: StoredValue<StoredRuns>;
  readonly #isWatched: (id: number) => boolean;
  readonly #runs: Map<number, RecalledStatus>;

  constructor(stored: StoredValue<StoredRuns>, isWatched: (id: number) => boolean) {
    this.#stored = stored;
    this.#isWatched = isWatched;
    this.#runs = recalledOf(stored);
  }

  /** Call when these statuses may have changed; unknown ones stay as last seen. */
  saw(ids: Iterable<number>, statusOf: (id: number) => KnownStatus | undefined): void {
    let isChanged = false;
    for (const id of ids) {
      const status = statusOf(id);
      const run =
        status === undefined ? this.#runs.get(id) : isActive(status.kind) ? seen(status) : undefined;
      isChanged = this.#keep(id, this.#isWatched(id) ? run : undefined) || isChanged;
    }
    if (isChanged) this.#write();
  }

  /** Call when the watched jobs may have changed. */
  watchChanged(known: ReadonlyMap<number, KnownStatus>): void {
    const ids = [...this.#runs.keys()];
    for (const [id, { kind }] of known) if (isActive(kind)) ids.push(id);
    this.saw(ids, id => known.get(id));
  }

  #keep(id: number, run: RecalledStatus | undefined): boolean {
    if (this.#runs.get(id)?.word === run?.word) return false;
    if (run === undefined) this.#runs.delete(id);
    else this.#runs.set(id, run);
    return true;
  }

  #write(): void {
    const kept = [...this.#runs].slice(-keptAtMost).map(([id, run]) => ({ id, ...run }));
    void (kept.length === 0 ? this.#stored.clear() : this.#stored.set(kept));
  }
}

function seen({ word, asOfMs }: KnownStatus): RecalledStatus {
  return { word, seenMs: asOfMs };
}

export function recalledOf(stored: Pick<StoredValue<StoredRuns>, 'get'>): Map<number, RecalledStatus> {
  return new Map(stored.get().map(({ id, ...run }) => [id, run]));
}

export function watchedRunsMemory(
  memory: Pick<UserMemory, 'of'>,
  { id, url, name }: ServerConfig,
): StoredValue<StoredRuns> {
  return memory.of({
    key: `watchedRuns:${id}:${url}`,
    schema: WatchedRunsSchema,
    fallback: [],
    merge: (own, folder) => [...new Map([...folder, ...own].map(run => [run.id, run])).values()],
    meaning: () =>
      t('Watched jobs on “{server}” that were executing: you may not be notified when they end.', {
        server: name,
      }),
  });
}
