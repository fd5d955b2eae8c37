import type { Client } from '../api/client.ts';
import { isAbort, isNotFound } from '../api/errors.ts';
import type { Page, UnreadableRow } from '../api/page.ts';
import type { CallOptions, StopAnswer } from '../api/resources/jobs.ts';
import type { Job, JobDraft } from '../model/job.ts';
import type { Clock } from '../util/clock.ts';
import { Emitter } from '../util/emitter.ts';
import { AnswerOrder } from './answerOrder.ts';
import { JobList } from './jobList.ts';
import { asOfMs, type ListState } from './listState.ts';

/** `list`: which jobs there are, or how the list stands, has changed; `jobs`: only these jobs' contents. */
export type JobsChange =
  | { readonly kind: 'list' }
  | { readonly kind: 'jobs'; readonly ids: readonly number[] };

export interface RefreshOptions extends CallOptions {
  /** Reads only this many of the loaded pages again; the jobs of the others stay. */
  readonly pages?: number;
  /** The state does not become `loading`: nobody asked, so nothing has to move on the screen. */
  readonly isQuiet?: boolean;
}

/** The part of the client that the store stands on. */
export type JobsApi = Pick<
  Client['jobs'],
  'list' | 'get' | 'create' | 'update' | 'replace' | 'remove' | 'stop'
>;

/** Pages may come by the dozen a second; whoever shows or searches all jobs has work with each change. */
const tellEveryMs = 500;

/**
 * The jobs of one server, in the server's order, as far as they were loaded. Reads and writes go through
 * here, so that every answer of the server reaches every view. Unchanged jobs keep their identity.
 */
export class JobStore {
  readonly #api: JobsApi;
  readonly #clock: Clock;
  readonly #changed = new Emitter<JobsChange>();
  readonly onDidChange = this.#changed.event;
  readonly #list = new JobList();
  readonly #answers = new AnswerOrder();
  #state: ListState = { kind: 'unread' };
  #reading: Promise<void> | undefined;

  constructor(api: JobsApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  get state(): ListState {
    return this.#state;
  }

  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** Jobs in the list, in the server's order. */
  get jobs(): readonly Job[] {
    return this.#list.jobs;
  }

  /** Another number when other jobs are listed, or in another order. */
  get revision(): number {
    return this.#list.revision;
  }

  get loadedCount(): number {
    return this.#list.size;
  }

  get unreadable(): readonly UnreadableRow[] {
    return this.#list.unreadable;
  }

  /** How many jobs the server says there are; at least as many as are loaded. */
  get total(): number | undefined {
    return this.#list.total;
  }

  get hasMore(): boolean {
    return this.#list.next !== undefined;
  }

  /** How many pages are loaded. */
  get pageCount(): number {
    return this.#list.pageCount;
  }

  /** A job that was read in any way, also outside the loaded part of the list. */
  get(id: number): Job | undefined {
    return this.#list.get(id);
  }

  /** Reads the first page unless something was read or is being read. */
  async ensureLoaded(): Promise<void> {
    if (this.#reading !== undefined) await this.#reading;
    else if (this.#state.kind === 'unread') await this.refresh();
  }

  /** Reads again as many pages as were loaded. Rejects as the client does; what was read before stays. */
  refresh({ pages, isQuiet = false, ...options }: RefreshOptions = {}): Promise<void> {
    return this.#exclusive(isQuiet, began => {
      const loaded = Math.max(1, this.#list.pageCount);
      return this.#listAgain(Math.min(pages ?? loaded, loaded), began, options);
    });
  }

  /** Reads the next page, if there is one. */
  loadMore(options: CallOptions = {}): Promise<void> {
    return this.#exclusive(false, began => this.#goOn(1, began, options));
  }

  /** Reads all remaining pages, several at a time where the server's links permit it. */
  loadAll({ onProgress, ...options }: CallOptions & { onProgress?: () => void } = {}): Promise<void> {
    return this.#exclusive(false, began => this.#goOn(Number.POSITIVE_INFINITY, began, options, onProgress));
  }

  /** Reads one job afresh. */
  async read(id: number, options: CallOptions = {}): Promise<Job> {
    const began = this.#answers.begin();
    try {
      const job = await this.#api.get(id, options);
      const known = this.#list.get(id);
      return this.#answers.isNews(id, began) || known === undefined ? this.upsert(job) : known;
    } catch (error) {
      throw this.#forgetIfGone(id, error);
    } finally {
      this.#answers.end(began);
    }
  }

  /** The jobs of these names as the server has them now; what is listed here stays as it is. */
  async named(names: ReadonlySet<string>, options: CallOptions = {}): Promise<readonly Job[]> {
    const wanted = new Set([...names].map(name => name.trim()));
    const found: Job[] = [];
    for await (const page of this.#api.list({ ...options, isWhole: true, atMost: Number.POSITIVE_INFINITY }))
      found.push(...page.items.filter(job => wanted.has(job.name.trim())));
    return found;
  }

  async create(draft: JobDraft, options: CallOptions = {}): Promise<Job> {
    const job = this.upsert(await this.#api.create(draft, options));
    if (this.#list.addCreated(job.id)) this.#changed.fire({ kind: 'list' });
    return job;
  }

  async update(id: number, patch: JobDraft, options: CallOptions = {}): Promise<Job> {
    const answer = this.#api.update(id, patch, options);
    return this.upsert(await answer.catch((error: unknown) => Promise.reject(this.#forgetIfGone(id, error))));
  }

  async replace(id: number, draft: JobDraft, options: CallOptions = {}): Promise<Job> {
    const answer = this.#api.replace(id, draft, options);
    return this.upsert(await answer.catch((error: unknown) => Promise.reject(this.#forgetIfGone(id, error))));
  }

  async remove(id: number, options: CallOptions = {}): Promise<void> {
    await this.#api.remove(id, options);
    this.forget(id);
  }

  stop(ids: readonly number[], options: CallOptions = {}): Promise<StopAnswer> {
    return this.#api.stop(ids, options);
  }

  /** Takes over what the server said of a job; returns the object that the store holds from now on. */
  upsert(job: Job): Job {
    this.#answers.settle(job.id);
    const kept = this.#list.keep(job);
    if (kept === job) this.#changed.fire({ kind: 'jobs', ids: [job.id] });
    return kept;
  }

  /** Drops a job that is gone from the server. */
  forget(id: number): void {
    this.#answers.settle(id);
    if (this.#list.remove(id)) this.#changed.fire({ kind: 'list' });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** A job that the server no longer knows leaves the list; the error is for the caller all the same. */
  #forgetIfGone(id: number, error: unknown): unknown {
    if (isNotFound(error)) this.forget(id);
    return error;
  }

  /** One reading of the list at a time: a second caller waits for the first, then reads for itself. */
  #exclusive(isQuiet: boolean, read: (began: number) => Promise<void>): Promise<void> {
    const previous = this.#reading ?? Promise.resolve();
    const run = previous.then(() => this.#tracked(isQuiet, read));
    const settled = run.then(
      () => undefined,
      // The caller gets the error from `run`; whoever merely waits for the turn does not.
      () => undefined,
    );
    this.#reading = settled;
    void settled.then(() => {
      if (this.#reading === settled) this.#reading = undefined;
    });
    return run;
  }

  async #tracked(isQuiet: boolean, read: (began: number) => Promise<void>): Promise<void> {
    const before = this.#state;
    if (!isQuiet) this.#setState({ kind: 'loading', asOfMs: asOfMs(before) });
    const began = this.#answers.begin();
    try {
      await read(began);
      this.#setState({ kind: 'ready', asOfMs: this.#clock.now() });
    } catch (error) {
      this.#setState(isAbort(error) ? before : { kind: 'failed', error, asOfMs: asOfMs(before) });
      throw error;
    } finally {
      this.#answers.end(began);
    }
  }

  /** Reads on from where the list ends so far; lists all of it again when it shifted meanwhile. */
  async #goOn(atMost: number, began: number, options: CallOptions, onProgress?: () => void): Promise<void> {
    const { next: from, serverTotal: before } = this.#list;
    if (from === undefined) return;
    const wanted = this.#list.pageCount + atMost;
    let hasShifted = false;
    let toldMs = this.#clock.steadyMs();
    try {
      for await (const page of this.#api.list({ ...options, from, atMost })) {
        hasShifted ||= page.total !== before;
        this.#append([page], began);
        if (this.#clock.steadyMs() - toldMs >= tellEveryMs) {
          toldMs = this.#clock.steadyMs();
          this.#changed.fire({ kind: 'list' });
        }
        onProgress?.();
        if (this.#list.pageCount >= wanted) break;
      }
    } catch (error) {
      // The page was on its way to us when the jobs before it were deleted.
      if (!isNotFound(error)) throw error;
      hasShifted = true;
    }
    if (hasShifted) await this.#listAgain(wanted, began, options);
  }

  /**
   * Lists from the first page on. When jobs come or go on the way, some may have been passed over: then it is
   * listed once more, and that has to do, since on a busy server the count may never stand still.
   */
  async #listAgain(wanted: number, began: number, options: CallOptions): Promise<void> {
    const pages = await this.#firstPages(wanted, options);
    const isSteady = pages?.every(page => page.total === pages[0]?.total) ?? false;
    const found = isSteady && pages ? pages : ((await this.#firstPages(wanted, options)) ?? pages ?? []);
    const changed = this.#list.replaceFirst(found, id => this.#answers.isNews(id, began));
    if (changed.length > 0) this.#changed.fire({ kind: 'jobs', ids: changed });
  }

  /** `undefined` when a page was gone by the time it was asked for. */
  async #firstPages(wanted: number, options: CallOptions): Promise<Page<Job>[] | undefined> {
    const pages: Page<Job>[] = [];
    try {
      for await (const page of this.#api.list({ ...options, atMost: wanted })) {
        pages.push(page);
        if (pages.length >= wanted) break;
      }
    } catch (error) {
      if (pages.length === 0 || !isNotFound(error)) throw error;
      return undefined;
    }
    return pages;
  }

  #append(pages: readonly Page<Job>[], began: number): void {
    const changed = this.#list.append(pages, id => this.#answers.isNews(id, began));
    if (changed.length > 0) this.#changed.fire({ kind: 'jobs', ids: changed });
  }

  #setState(state: ListState): void {
    this.#state = state;
    this.#changed.fire({ kind: 'list' });
  }
}
