import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { getOrAdd } from '../../../base/collections.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { StoredValue } from '../../../workbench/platform/memory.ts';
import type { UserMemory } from '../../../workbench/platform/userMemory.ts';
import { watchedKeyPrefix } from './watchedKey.ts';

const WatchedSchema = z.union([z.literal('all'), z.array(z.int().check(z.minimum(0)))]);
type Watched = ReadonlySet<number> | 'all';

/** The watched jobs of each server, the same in every window of the user. */
export class WatchList implements vscode.Disposable {
  readonly #memory: Pick<UserMemory, 'of'>;
  readonly #nameOf: (serverId: string) => string;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #byServer = new Map<string, Watched>();

  constructor(memory: Pick<UserMemory, 'of'>, nameOf: (serverId: string) => string) {
    this.#memory = memory;
    this.#nameOf = nameOf;
  }

  /** Call when another window may have changed what is watched. */
  readAgain(): void {
    this.#byServer.clear();
    this.#changed.fire();
  }

  isWatched(serverId: string, jobId: number): boolean {
    const watched = this.#of(serverId);
    return watched === 'all' || watched.has(jobId);
  }

  /** As stored by any window, for what is decided now. */
  isWatchedNow(serverId: string, jobId: number): boolean {
    const watched = this.#latest(serverId);
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
    const watched = this.#latest(serverId);
    if (watched !== 'all') await this.#set(serverId, new Set([...watched, ...jobIds]));
  }

  async unwatch(serverId: string, jobIds: readonly number[], loaded: Iterable<number>): Promise<void> {
    const dropped = new Set(jobIds);
    this.#latest(serverId);
    const rest = this.watchedAmong(serverId, loaded).filter(id => !dropped.has(id));
    await this.#set(serverId, new Set(rest));
  }

  /** Forgets jobs that no longer exist; if all are watched, the others stay so. */
  async forget(serverId: string, jobIds: readonly number[]): Promise<void> {
    const watched = this.#latest(serverId);
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

  /** As stored: another window may have changed it since this one read it. */
  #latest(serverId: string): Watched {
    this.#byServer.delete(serverId);
    return this.#of(serverId);
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
      merge: (own, folder) => (own === 'all' || folder === 'all' ? 'all' : [...new Set([...own, ...folder])]),
      meaning: () => t('No jobs on “{server}” are watched anymore.', { server: this.#nameOf(serverId) }),
    });
  }
}
