import { demoServerId, type ServerConfig } from '../../../api/model/server.ts';
import { fingerprintOf } from '../../../api/model/serverFingerprint.ts';
import type { Clock } from '../../../base/clock.ts';
import { Emitter } from '../../../base/emitter.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { ConfigValue } from '../../../workbench/platform/configValue.ts';
import { settings } from '../../../workbench/platform/ids.ts';
import { extraStatusWords } from '../../../workbench/platform/settings.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import { History } from '../common/history.ts';
import type { HistoryFiles } from '../common/historyFiles.ts';
import { JobReads } from '../common/jobReads.ts';
import { recordSession } from '../common/sessionHistory.ts';

/** Creates the files of a history in a folder of this name. */
type OpenHistoryFiles = (history: History, folderName: string) => HistoryFiles;

const bySessions = new WeakMap<object, Histories>();

/** What was seen of the servers of these sessions; `undefined` if nobody records it. */
export function historiesOf(sessions: object): Histories | undefined {
  return bySessions.get(sessions);
}

/** What was seen of each server; in memory until `attach` has the code that stores it. */
export class Histories {
  readonly #clock: Clock;
  readonly #extraWords = new ConfigValue(settings.statusMapping, extraStatusWords);
  readonly #subscription: { dispose(): void };
  readonly #changed = new Emitter<{ readonly serverId: string; readonly jobIds: readonly number[] }>();
  /** Fires with the jobs of a server of which more is known than before; without any for all. */
  readonly onDidChange = this.#changed.event;
  readonly #known = new Map<string, History>();
  readonly #files: HistoryFiles[] = [];
  #openFiles: OpenHistoryFiles | undefined;
  #following: Promise<void> | undefined;

  constructor(sessions: Pick<SessionRegistry, 'open' | 'onDidOpen'>, clock: Clock) {
    this.#clock = clock;
    bySessions.set(sessions, this);
    for (const session of sessions.open) this.#record(session);
    this.#subscription = sessions.onDidOpen(session => this.#record(session));
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

  dispose(): void {
    this.#subscription.dispose();
    this.#extraWords.dispose();
    this.#changed.dispose();
    void this.close();
  }

  #record(session: ServerSession): void {
    const { jobs, serverTime } = session;
    const history = this.#of(session.server);
    recordSession(session, history);
    const reads = new JobReads(jobs, history, () => serverTime.nowMs, this.#clock);
    const serverId = session.server.id;
    const changes = history.onDidChange(jobIds => this.#changed.fire({ serverId, jobIds }));
    session.onDidClose(() => {
      reads.dispose();
      // The next session of the server has the same history.
      changes.dispose();
    });
  }

  /** The sessions that a server has one after the other share its history. */
  #of(server: Pick<ServerConfig, 'id' | 'url'>): History {
    // The demo server is another one each time.
    const key = server.id === demoServerId ? demoServerId : fingerprintOf(server.url);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const history = new History({ extraWords: () => this.#extraWords.value });
    this.#known.set(key, history);
    this.#open(key, history);
    return history;
  }

  #open(key: string, history: History): void {
    if (this.#openFiles === undefined) return;
    if (key !== demoServerId) this.#files.push(this.#openFiles(history, key));
    void history.load();
  }
}
