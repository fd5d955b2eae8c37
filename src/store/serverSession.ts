import type { Client } from '../api/client.ts';
import type { StatusKind } from '../api/model/jobStatus.ts';
import type { ServerConfig } from '../api/model/server.ts';
import type { WriteRecord } from '../api/transport/requestLog.ts';
import type { ServerWrites } from '../api/writes/serverWrites.ts';
import type { Guard } from '../api/writes/writeResult.ts';
import type { Clock } from '../base/clock.ts';
import { Emitter } from '../base/emitter.ts';
import type { GroupIdMemory } from './groups/groupIdentity.ts';
import { GroupRefresher } from './groups/groupRefresher.ts';
import { GroupStore } from './groups/groupStore.ts';
import { JobStore } from './jobs/jobStore.ts';
import { ListRefresher } from './jobs/listRefresher.ts';
import { createWrites, type SavedObject, type UnrecordedWrite } from './objectAccess.ts';
import { KnownDevices } from './reach/knownDevices.ts';
import { TargetIndex } from './reach/targetIndex.ts';
import { Outage } from './reading/outage.ts';
import { readingLimits } from './reading/wholeReading.ts';
import type { Attention } from './statuses/interest.ts';
import type { Paces } from './statuses/pace.ts';
import { ServerTime } from './statuses/serverTime.ts';
import { StatusMonitor } from './statuses/statusMonitor.ts';
import { StatusSweep } from './statuses/statusSweep.ts';
import { UnseenFailures } from './statuses/unseenFailures.ts';

export interface SessionOptions {
  readonly server: ServerConfig;
  readonly client: Client;
  readonly clock: Clock;
  readonly memory: GroupIdMemory;
  readonly paces: () => Paces;
  readonly extraWords: () => ReadonlyMap<string, StatusKind>;
  readonly onStatusFailure: (error: unknown) => void;
  /** The next run of a schedule; `undefined` if there is none or it is unknown. */
  readonly nextRunMs?: (params: string, nowMs: number) => number | undefined;
  /** What forbids writing to the server at this moment; by default nothing. */
  readonly guard?: () => Guard | undefined;
  /** Called with each write that its caller does not record as a run. */
  readonly onSingleWrite?: (write: UnrecordedWrite) => void;
  /** 0 ≤ random() < 1. */
  readonly random?: () => number;
  /** The maximum number of jobs, and of groups, that are read. */
  readonly mostRows?: () => number;
  /** Learns from the responses of the client; by default the server's clock is ours. */
  readonly serverTime?: ServerTime;
}

/** A status that the server returned, with the times of its response on the steady clock of this computer. */
export interface Look {
  readonly id: number;
  readonly word: string;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** The client and the stores of one configured server. */
export class ServerSession {
  readonly server: ServerConfig;
  readonly jobs: JobStore;
  readonly groups: GroupStore;
  readonly devices: KnownDevices;
  readonly writes: ServerWrites;
  readonly targets: TargetIndex;
  readonly statuses: StatusMonitor;
  readonly sweep: StatusSweep;
  readonly outage: Outage;
  readonly unseenFailures: UnseenFailures;
  readonly serverTime: ServerTime;
  readonly #saved = new Emitter<SavedObject>();
  /** Fires for each change of an object by this program, before the stores have it. */
  readonly onDidSave = this.#saved.event;
  readonly #written = new Emitter<WriteRecord>();
  /** Fires for each request of this program that writes, also for one that ends after the session is closed. */
  readonly onDidWrite = this.#written.event;
  readonly #looked = new Emitter<Look>();
  /** Fires for each status that the server returns, whether it has changed or not. */
  readonly onLook = this.#looked.event;
  readonly #failedLook = new Emitter<number | undefined>();
  /** Fires for each status that could not be read, with `undefined` if the whole server did not respond. */
  readonly onFailedLook = this.#failedLook.event;
  readonly #closed = new Emitter<void>();
  readonly onDidClose = this.#closed.event;
  readonly #client: Client;
  readonly #listRefresher: ListRefresher;
  readonly #groupRefresher: GroupRefresher;
  #revision = 0;
  #isDisposed = false;

  constructor(options: SessionOptions) {
    const { server, client, clock, memory, paces, extraWords, random = Math.random } = options;
    this.server = server;
    this.#client = client;
    this.serverTime = options.serverTime ?? new ServerTime(clock);
    this.outage = new Outage({ clock, random, onFailure: options.onStatusFailure });
    const limits = readingLimits(clock, () => paces().requestsPerMinute, options.mostRows);
    this.jobs = new JobStore(client.jobs, clock, limits);
    this.groups = new GroupStore({
      api: client.groups,
      clock,
      memory,
      jobGroupIds: () => this.jobs.jobs.flatMap(job => job.groups),
      limits,
    });
    this.writes = createWrites({
      client,
      jobs: this.jobs,
      groups: this.groups,
      guard: options.guard,
      onSaved: saved => this.#saved.fire(saved),
      onSingleWrite: options.onSingleWrite,
    });
    this.targets = new TargetIndex(this.jobs, this.groups);
    this.devices = new KnownDevices(this, client.devices);
    this.statuses = new StatusMonitor({
      read: (id, call) => client.jobs.status(id, call),
      clock,
      paces,
      extraWords,
      random,
      outage: this.outage,
      onFailure: options.onStatusFailure,
      onLook: (id, word, sentMs) => this.#looked.fire({ id, word, sentMs, receivedMs: clock.steadyMs() }),
      onFailedLook: id => this.#failedLook.fire(id),
      // A job without a status may still exist. Reading it drops it from the list if not.
      onMissing: id => void this.jobs.read(id).catch(() => undefined),
      nextRunMs: (id, nowMs) => {
        const job = this.jobs.get(id);
        return job === undefined || job.enabled === false
          ? undefined
          : options.nextRunMs?.(job.params, nowMs);
      },
    });
    this.sweep = new StatusSweep(this.jobs, this.statuses, clock);
    this.unseenFailures = new UnseenFailures(this.statuses);
    this.#listRefresher = new ListRefresher({
      jobs: this.jobs,
      clock,
      outage: this.outage,
      inactiveMs: () => paces().inactiveMs,
    });
    this.#groupRefresher = new GroupRefresher(this.groups, this.outage, limits);
    this.jobs.onDidChange(() => this.#jobsChanged());
    this.groups.onDidChange(() => this.#updateOutage(this.groups));
  }

  get connection(): Client['connection'] {
    return this.#client.connection;
  }

  /** Call with each request of the client that writes. */
  reportWrite(record: WriteRecord): void {
    this.#written.fire(record);
  }

  /** Sets what the user can see of this server, which determines what is requested. */
  setAttention(attention: Attention): void {
    this.outage.setVisible(attention.isViewVisible && attention.isWindowFocused);
    this.statuses.setAttention(attention);
    this.#listRefresher.setInView(this.statuses.isInView);
    this.jobs.rest.setInBackground(attention.isViewVisible);
    this.unseenFailures.markSeen();
  }

  /** Sets whether the user can see the groups of this server. */
  setGroupsAttention({ isViewVisible, isWindowFocused }: Attention): void {
    this.groups.rest.setInBackground(isViewVisible);
    this.#groupRefresher.setInView(isViewVisible && isWindowFocused);
  }

  /** Whether the rest of a list, or statuses, are being read. */
  get isReading(): boolean {
    return this.sweep.isRunning || [this.jobs, this.groups].some(({ rest }) => rest.forMs !== undefined);
  }

  /** Stops reading lists and statuses until `resumeReading`, or until somebody needs a whole list. */
  stopReading(): void {
    this.sweep.stop();
    this.jobs.rest.stop();
    this.groups.rest.stop();
  }

  resumeReading(): void {
    this.jobs.rest.resume();
    this.groups.rest.resume();
  }

  /** Reads the lists again, because they may be older than a write made elsewhere. */
  readListsAgain(): void {
    const { jobs, groups } = this;
    // The state of the list shows the failure.
    if (jobs.state.kind !== 'unread') jobs.refresh({ isQuiet: true }).catch(() => undefined);
    if (groups.state.kind !== 'unread') groups.readAgain().catch(() => undefined);
  }

  get isDisposed(): boolean {
    return this.#isDisposed;
  }

  async dispose(): Promise<void> {
    this.#isDisposed = true;
    this.#listRefresher.dispose();
    this.#groupRefresher.dispose();
    this.#closed.fire();
    this.sweep.dispose();
    this.unseenFailures.dispose();
    this.statuses.dispose();
    this.outage.dispose();
    for (const event of [this.#saved, this.#looked, this.#failedLook, this.#closed]) event.dispose();
    this.jobs.dispose();
    this.groups.dispose();
    await this.#client.close();
  }

  #jobsChanged(): void {
    this.#updateOutage(this.jobs);
    if (this.jobs.revision === this.#revision) return;
    this.#revision = this.jobs.revision;
    this.forgetUnlisted();
  }

  /** Drops the statuses of deleted jobs that nothing waits for. */
  forgetUnlisted(): void {
    const gone = [...this.statuses.known.keys()].filter(
      id => this.jobs.get(id) === undefined && !this.statuses.isWaitedFor(id),
    );
    this.statuses.forget(gone);
    for (const id of gone) this.unseenFailures.forget(id);
  }

  /** Lists and statuses share one outage. */
  #updateOutage({ state }: JobStore | GroupStore): void {
    if (state.kind === 'ready') this.outage.succeeded();
    else if (state.kind === 'failed' && Outage.isOf(state.error)) this.outage.failed(state.error);
  }
}
