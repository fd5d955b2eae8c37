import type { Client } from '../../api/client.ts';
import { isNotFound } from '../../api/errors/apiError.ts';
import type { Job } from '../../api/model/job.ts';
import { joinUnreadable, type Page, type UnreadableRow } from '../../api/resources/listPage.ts';
import { type ListLack, lacksRows, readSteady, traceOf } from '../../api/resources/wholeList.ts';
import type { CallOptions } from '../../api/transport/requester.ts';
import type { Clock } from '../../base/clock.ts';
import { Emitter } from '../../base/emitter.ts';
import { throwIfLacking } from '../reading/incompleteList.ts';
import { ListReading } from '../reading/listReading.ts';
import { asOfMs, type ListState } from '../reading/listState.ts';
import { ResponseOrder } from '../reading/responseOrder.ts';
import {
  type Coverage,
  type MoreOptions,
  type PagedList,
  readingLimits,
  WholeReading,
} from '../reading/wholeReading.ts';
import { JobList, jobId } from './jobList.ts';
import { JobPages } from './jobPages.ts';

/** `list`: the listed jobs or the state of the list have changed; `jobs`: only the contents of these jobs. */
export type JobsChange =
  | { readonly kind: 'list' }
  | { readonly kind: 'jobs'; readonly ids: readonly number[] };

export interface RefreshOptions extends CallOptions {
  /** Reads only this many of the loaded pages again; the jobs of the other pages stay. */
  readonly pages?: number;
  /** Also reads this many of the other pages, which are different ones each time. */
  readonly otherPages?: number;
  /** Keeps the state from becoming `loading`: background reads show no progress. */
  readonly isQuiet?: boolean;
}

export interface AllJobsOptions extends CallOptions {
  /** The jobs to return; all by default. */
  readonly isWanted?: (job: Job) => boolean;
  readonly onProgress?: (read: number, total: number | undefined) => void;
  /** Receives the jobs of each page. */
  readonly onPage?: (jobs: readonly Job[]) => void;
}

/** All jobs of a server as of one time. */
export interface AllJobs {
  readonly jobs: readonly Job[];
  readonly unreadable: readonly UnreadableRow[];
}

/** The part of the client that the store uses. */
export type JobsApi = Pick<Client['jobs'], 'list' | 'get'>;

/**
 * The jobs of one server that were read, in the server's order. All reads go through this store, and it stores what writes
 * return, so that every view sees every response. Unchanged jobs keep their identity.
 */
export class JobStore implements PagedList {
  readonly #api: JobsApi;
  readonly #changed = new Emitter<JobsChange>();
  readonly onDidChange = this.#changed.event;
  readonly #list = new JobList();
  readonly #responses = new ResponseOrder();
  readonly #reading: ListReading;
  readonly #pages: JobPages;
  /** Reads the pages after the first, in the background or for callers of `whole`. */
  readonly rest: WholeReading;

  constructor(api: JobsApi, clock: Clock, limits = readingLimits(clock)) {
    this.#api = api;
    const onListed = () => this.#changed.fire({ kind: 'list' });
    this.#reading = new ListReading(clock, () => {
      onListed();
      this.rest.proceed();
    });
    this.#pages = new JobPages({
      api,
      clock,
      list: this.#list,
      responses: this.#responses,
      onListed,
      onJobs: ids => this.#changed.fire({ kind: 'jobs', ids }),
    });
    this.rest = new WholeReading(this, limits, onListed);
  }

  get state(): ListState {
    return this.#reading.state;
  }

  get isReading(): boolean {
    return this.#reading.current !== undefined;
  }

  /** The listed jobs, in the server's order. */
  get jobs(): readonly Job[] {
    return this.#list.jobs;
  }

  /** Changes when the list has other jobs or another order. */
  get revision(): number {
    return this.#list.revision;
  }

  get loadedCount(): number {
    return this.#list.size;
  }

  get unreadable(): readonly UnreadableRow[] {
    return this.#list.unreadable;
  }

  /** Whether the list has no rows, not even unreadable ones. */
  get isEmpty(): boolean {
    return this.loadedCount + this.unreadable.length === 0;
  }

  /** The number of jobs on the server: its own count, or the number of loaded jobs if that is higher. */
  get total(): number | undefined {
    return this.#list.total;
  }

  /** Whether nothing indicates that jobs were created, deleted or moved since the list was read whole. */
  get isConsistent(): boolean {
    return this.#list.isConsistent;
  }

  /** The number of jobs that the server reported last. */
  get serverTotal(): number | undefined {
    return this.#list.serverTotal;
  }

  get isComplete(): boolean {
    return this.#pages.isComplete;
  }

  get isAtEnd(): boolean {
    return this.#pages.isAtEnd;
  }

  get lack(): ListLack | undefined {
    return this.#pages.lack;
  }

  /** How much of the list was read. */
  get coverage(): Coverage {
    return this.rest.coverage;
  }

  /** Reads all jobs (`WholeReading.whole`). Whatever speaks of all jobs awaits this first. */
  whole(signal?: AbortSignal, onProgress?: (coverage: Coverage) => void): Promise<Coverage> {
    return this.rest.whole(signal, onProgress);
  }

  /** The number of loaded pages. */
  get pageCount(): number {
    return this.#list.pageCount;
  }

  /** A job that was read in any way, even outside the loaded part of the list. */
  get(id: number): Job | undefined {
    return this.#list.get(id);
  }

  /** Reads the first page unless the list has been read before; waits only for the first read. */
  firstRows(): Promise<void> {
    return this.#reading.ensure(() => this.refresh());
  }

  /** Reads the loaded pages again. Rejects like the client; the previous data stays. */
  refresh({ pages, otherPages = 0, isQuiet = false, ...options }: RefreshOptions = {}): Promise<void> {
    const read = async () => {
      const loaded = Math.max(1, this.#list.pageCount);
      const first = Math.min(pages ?? loaded, loaded);
      await this.#pages.readAgain(first, options);
      if (otherPages > 0) await this.#pages.readOthers(first, otherPages, options);
      return true;
    };
    return this.#reading.inTurn(read, isQuiet ? 'quiet' : 'shown');
  }

  /** Reads further pages, or the first ones of a list that was not read yet. */
  async readNext(atMost: number, options: MoreOptions = {}): Promise<void> {
    if (asOfMs(this.state) !== undefined)
      return this.#reading.inTurn(() => this.#pages.readNext(atMost, options), 'more');
    await this.refresh(options);
    options.onPage?.();
  }

  /**
   * Reads one job. Resolves with the response to this request even if a write has completed since: the caller may
   * know better which of the two is newer.
   */
  read(id: number, options: CallOptions = {}): Promise<Job> {
    return this.#responses.during(async (isNewer, requestedAt) => {
      const job = await this.#api.get(id, options).catch((error: unknown) => {
        if (isNotFound(error)) this.forget(id);
        throw error;
      });
      // A job that was deleted in the meantime must not come back.
      return isNewer(id) ? this.upsert(job, requestedAt) : job;
    });
  }

  /** Reads the first page without changing the list. Rejects like `all` if no other page follows. */
  async firstPage(): Promise<Page<Job>> {
    for await (const page of this.#api.list({ isUnfiltered: true })) {
      const isShort = page.next === undefined && lacksRows([traceOf(page, jobId)]);
      const kind = isShort ? 'missing' : 'partial';
      throwIfLacking('jobs', { kind, read: page.items.length, total: page.total });
      return page;
    }
    return { items: [], unreadable: [], total: 0, next: undefined };
  }

  /** Reads the jobs with these names without changing the list. */
  async named(names: ReadonlySet<string>): Promise<readonly Job[]> {
    const wanted = new Set([...names].map(name => name.trim()));
    const { jobs } = await this.all({ isWanted: job => wanted.has(job.name.trim()) });
    return jobs;
  }

  /** Reads all jobs without changing the list. Rejects with `IncompleteListError` if some may be missing. */
  async all({
    isWanted = () => true,
    onProgress,
    onPage,
    ...options
  }: AllJobsOptions = {}): Promise<AllJobs> {
    let count = 0;
    const { pages, traces, lack } = await readSteady({
      list: (from, atMost) => this.#api.list({ ...options, from, isUnfiltered: true, atMost }),
      keyOf: jobId,
      onPage: ({ items, total }, isFirst) => {
        count = items.length + (isFirst ? 0 : count);
        onPage?.(items);
        onProgress?.(count, total);
      },
    });
    throwIfLacking('jobs', { kind: lack ?? 'complete', read: count, total: traces.at(-1)?.total });
    const wanted = pages.flatMap(({ items }) => items.filter(isWanted));
    return {
      jobs: [...new Map(wanted.map(job => [job.id, job])).values()],
      unreadable: joinUnreadable(...pages.map(page => page.unreadable)),
    };
  }

  /** Stores a job that was just created. */
  created(job: Job): Job {
    const kept = this.upsert(job);
    if (this.#list.addCreated(kept.id)) this.#changed.fire({ kind: 'list' });
    return kept;
  }

  /** Stores a job that the server returned; returns the stored object. */
  upsert(job: Job, requestedAt?: number): Job {
    this.#responses.settle(job.id, requestedAt);
    const kept = this.#list.keep(job);
    if (kept === job) this.#changed.fire({ kind: 'jobs', ids: [job.id] });
    return kept;
  }

  /** Drops a job that was deleted on the server. */
  forget(id: number): void {
    this.#responses.settle(id);
    if (!this.#list.remove(id)) return;
    this.#pages.shifted();
    this.#changed.fire({ kind: 'list' });
  }

  dispose(): void {
    this.rest.dispose();
    this.#changed.dispose();
  }
}
