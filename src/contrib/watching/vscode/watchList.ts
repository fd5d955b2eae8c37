import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { getOrAdd } from '../../../base/collections.ts';
import { watchedKeyPrefix } from '../../../workbench/platform/ids.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { Memory, StoredValue } from '../../../workbench/platform/memory.ts';

const WatchedSchema = z.union([z.literal('all'), z.array(z.int().check(z.minimum(0)))]);
type Watched = ReadonlySet<number> | 'all';

/** The watched jobs of each server, stored for the workspace. */
export class WatchList implements vscode.Disposable {
  readonly #memory: Memory;
  readonly #nameOf: (serverId: string) => string;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #byServer = new Map<string, Watched>();

  constructor(memory: Memory, nameOf: (serverId: string) => string) {
    this.#memory = memory;
    this.#nameOf = nameOf;
  }

  isWatched(serverId: string, jobId: number): boolean {
    const watched = this.#of(serverId);
    return watched === 'all' || watched.has(jobId);
  }

  isWatchingAll(serverId: string): boolean {
    return this.#of(serverId) === 'all';
  }

  isWatchingAny(serverId: string): boolean {
    const watched = this.#of(serverId);
    return watched === 'all' || watched.size > 0;
  }

  /** The loaded jobs that are watched. */
  watchedAmong(serverId: string, loaded: Iterable<number>): readonly number[] {
    const watched = this.#of(serverId);
    return watched === 'all' ? [...loaded] : [...watched];
  }

  async watch(serverId: string, jobIds: readonly number[]): Promise<void> {
    const watched = this.#of(serverId);
    if (watched !== 'all') await this.#set(serverId, new Set([...watched, ...jobIds]));
  }

  async unwatch(serverId: string, jobIds: readonly number[], loaded: Iterable<number>): Promise<void> {
    const dropped = new Set(jobIds);
    const rest = this.watchedAmong(serverId, loaded).filter(id => !dropped.has(id));
    await this.#set(serverId, new Set(rest));
  }

  /** Forgets jobs that no longer exist; if all are watched, the others stay so. */
  async forget(serverId: string, jobIds: readonly number[]): Promise<void> {
    const watched = this.#of(serverId);
    if (watched === 'all' || !jobIds.some(id => watched.has(id))) return;
    const gone = new Set(jobIds);
    await this.#set(serverId, new Set([...watched].filter(id => !gone.has(id))));
  }

  watchAll(serverId: string): Promise<void> {
    return this.#set(serverId, 'all');
  }

  unwatchAll(serverId: string): Promise<void> {
    return this.#set(serverId, new Set());
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #of(serverId: string): Watched {
    return getOrAdd(this.#byServer, serverId, () => {
      const stored = this.#stored(serverId).get();
      return stored === 'all' ? stored : new Set(stored);
    });
  }

  async #set(serverId: string, watched: Watched): Promise<void> {
    this.#byServer.set(serverId, watched);
    const stored = this.#stored(serverId);
    // The key's presence makes the extension activate with the window.
    if (watched !== 'all' && watched.size === 0) await stored.clear();
    else await stored.set(watched === 'all' ? watched : [...watched]);
    this.#changed.fire();
  }

  #stored(serverId: string): StoredValue<z.infer<typeof WatchedSchema>> {
    return this.#memory.of({
      key: `${watchedKeyPrefix}${serverId}`,
      schema: WatchedSchema,
      fallback: [],
      meaning: () => t('No jobs on “{server}” are watched anymore.', { server: this.#nameOf(serverId) }),
    });
  }
}
