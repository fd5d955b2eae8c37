import { History } from '../history/history.ts';
import type { HistoryFiles } from '../history/historyFiles.ts';
import type { StatusKind } from '../model/jobStatus.ts';
import { demoServerId, type ServerConfig } from '../model/server.ts';
import { fingerprintOf } from '../model/serverFingerprint.ts';

/** Creates the files of a history in a folder of this name. */
export type OpenHistoryFiles = (history: History, folderName: string) => HistoryFiles;

/** What was seen of each server; in memory until `attach` has the code that stores it. */
export class Histories {
  readonly #extraWords: () => ReadonlyMap<string, StatusKind>;
  readonly #known = new Map<string, History>();
  readonly #files: HistoryFiles[] = [];
  #openFiles: OpenHistoryFiles | undefined;
  #following: Promise<void> | undefined;

  constructor(extraWords: () => ReadonlyMap<string, StatusKind>) {
    this.#extraWords = extraWords;
  }

  /** The sessions that a server has one after the other share its history. */
  of(server: Pick<ServerConfig, 'id' | 'url'>): History {
    // The demo server is another one each time.
    const key = server.id === demoServerId ? demoServerId : fingerprintOf(server.url);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const history = new History({ extraWords: this.#extraWords });
    this.#known.set(key, history);
    this.#open(key, history);
    return history;
  }

  attach(openFiles: OpenHistoryFiles): void {
    this.#openFiles = openFiles;
    for (const [key, history] of this.#known) this.#open(key, history);
  }

  /** Reads what other windows and programs have stored meanwhile. */
  follow(): Promise<void> {
    this.#following ??= this.#followAll().finally(() => {
      this.#following = undefined;
    });
    return this.#following;
  }

  async #followAll(): Promise<void> {
    for (const history of this.#known.values()) await history.follow();
  }

  /** Stores the rest. */
  async close(): Promise<void> {
    await Promise.all(this.#files.map(files => files.close()));
  }

  #open(key: string, history: History): void {
    if (this.#openFiles === undefined) return;
    if (key !== demoServerId) this.#files.push(this.#openFiles(history, key));
    void history.load();
  }
}
