import * as vscode from 'vscode';
import * as z from 'zod';

const WatchedSchema = z.union([z.literal('all'), z.array(z.int().min(0))]);
type Watched = ReadonlySet<number> | 'all';

/** Which jobs of which server a person wants to hear of; remembered for the workspace. */
export class WatchList implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #byServer = new Map<string, Watched>();

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  isWatched(serverId: string, jobId: number): boolean {
    const watched = this.#of(serverId);
    return watched === 'all' || watched.has(jobId);
  }

  isWatchingAll(serverId: string): boolean {
    return this.#of(serverId) === 'all';
  }

  /** The watched ones among the loaded jobs. */
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
    const known = this.#byServer.get(serverId);
    if (known !== undefined) return known;
    const reading = WatchedSchema.safeParse(this.#memento.get(storageKey(serverId)));
    const stored = reading.success ? reading.data : [];
    const watched = stored === 'all' ? stored : new Set(stored);
    this.#byServer.set(serverId, watched);
    return watched;
  }

  async #set(serverId: string, watched: Watched): Promise<void> {
    this.#byServer.set(serverId, watched);
    await this.#memento.update(storageKey(serverId), watched === 'all' ? watched : [...watched]);
    this.#changed.fire();
  }
}

function storageKey(serverId: string): string {
  return `watched:${serverId}`;
}
