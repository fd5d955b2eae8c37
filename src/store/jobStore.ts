import type { Client } from '../api/client.ts';
import { isAbort } from '../api/errors.ts';
import type { Page, UnreadableRow } from '../api/page.ts';
import type { CallOptions, StopAnswer } from '../api/resources/jobs.ts';
import type { Job, JobDraft } from '../model/job.ts';
import type { Clock } from '../util/clock.ts';
import { Emitter } from '../util/emitter.ts';
import { jsonEqual } from '../util/json.ts';
import { asOfMs, type ListState } from './listState.ts';

/** `list`: which jobs there are, or how the list stands, has changed; `jobs`: only these jobs' contents. */
export type JobsChange =
  | { readonly kind: 'list' }
  | { readonly kind: 'jobs'; readonly ids: readonly number[] };

type JobsApi = Client['jobs'];

/**
 * The jobs of one server, in the server's order, as far as they were loaded. Reads and writes go through
 * here, so that every answer of the server reaches every view. Unchanged jobs keep their identity.
 */
export class JobStore {
  readonly #api: JobsApi;
  readonly #clock: Clock;
  readonly #changed = new Emitter<JobsChange>();
  readonly onDidChange = this.#changed.event;
  readonly #jobs = new Map<number, Job>();
  #order: readonly number[] = [];
  #unreadable: readonly UnreadableRow[] = [];
  #total: number | undefined;
  #next: string | undefined;
  #pages = 0;
  #state: ListState = { kind: 'unread' };
  #reading: Promise<void> | undefined;

  constructor(api: JobsApi, clock: Clock) {
    this.#api = api;
    this.#clock = clock;
  }

  get state(): ListState {
    return this.#state;
  }

  /** Jobs in the list, in the server's order. */
  get jobs(): readonly Job[] {
    return this.#order.map(id => this.#jobs.get(id)).filter(job => job !== undefined);
  }

  get loadedCount(): number {
    return this.#order.length;
  }

  get unreadable(): readonly UnreadableRow[] {
    return this.#unreadable;
  }

  /** How many jobs the server says there are; at least as many as are loaded. */
  get total(): number | undefined {
    return this.#total === undefined ? undefined : Math.max(this.#total, this.#order.length);
  }

  get hasMore(): boolean {
    return this.#next !== undefined;
  }

  /** A job that was read in any way, also outside the loaded part of the list. */
  get(id: number): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Reads the first page unless something was read or is being read. */
  async ensureLoaded(): Promise<void> {
    if (this.#reading !== undefined) await this.#reading;
    else if (this.#state.kind === 'unread') await this.refresh();
  }

  /** Reads again as many pages as were loaded. Rejects as the client does; what was read before stays. */
  refresh(options: CallOptions = {}): Promise<void> {
    return this.#exclusive(async () => {
      const pages: Page<Job>[] = [];
      const wanted = Math.max(1, this.#pages);
      for await (const page of this.#api.list(options)) {
        pages.push(page);
        if (pages.length >= wanted) break;
      }
      this.#replaceList(pages);
    });
  }

  /** Reads the next page, if there is one. */
  loadMore(options: CallOptions = {}): Promise<void> {
    return this.#exclusive(async () => {
      if (this.#next === undefined) return;
      const { value: page } = await this.#api.list({ ...options, from: this.#next }).next();
      if (page) this.#append([page]);
    });
  }

  /** Reads all remaining pages; `onProgress` is told after each. */
  loadAll(options: CallOptions & { onProgress?: () => void } = {}): Promise<void> {
    return this.#exclusive(async () => {
      if (this.#next === undefined) return;
      for await (const page of this.#api.list({ ...options, from: this.#next })) {
        this.#append([page]);
        this.#changed.fire({ kind: 'list' });
        options.onProgress?.();
      }
    });
  }

  /** Reads one job afresh; one that is gone leaves the list. */
  async read(id: number, options: CallOptions = {}): Promise<Job> {
    return this.upsert(await this.#api.get(id, options));
  }

  async create(draft: JobDraft, options: CallOptions = {}): Promise<Job> {
    const job = this.upsert(await this.#api.create(draft, options));
    if (!this.#order.includes(job.id)) {
      this.#order = [...this.#order, job.id];
      if (this.#total !== undefined) this.#total += 1;
      this.#changed.fire({ kind: 'list' });
    }
    return job;
  }

  async update(id: number, patch: JobDraft, options: CallOptions = {}): Promise<Job> {
    return this.upsert(await this.#api.update(id, patch, options));
  }

  async replace(id: number, draft: JobDraft, options: CallOptions = {}): Promise<Job> {
    return this.upsert(await this.#api.replace(id, draft, options));
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
    const kept = this.#keep(job);
    if (kept === job) this.#changed.fire({ kind: 'jobs', ids: [job.id] });
    return kept;
  }

  /** Drops a job that is gone from the server. */
  forget(id: number): void {
    if (!this.#jobs.delete(id)) return;
    if (this.#order.includes(id)) {
      this.#order = this.#order.filter(other => other !== id);
      if (this.#total !== undefined) this.#total -= 1;
    }
    this.#changed.fire({ kind: 'list' });
  }

  dispose(): void {
    this.#changed.dispose();
  }

  /** One reading of the list at a time: a second caller waits for the first, then reads for itself. */
  #exclusive(read: () => Promise<void>): Promise<void> {
    const previous = this.#reading ?? Promise.resolve();
    const run = previous.then(() => this.#tracked(read));
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

  async #tracked(read: () => Promise<void>): Promise<void> {
    const before = this.#state;
    this.#setState({ kind: 'loading', asOfMs: asOfMs(before) });
    try {
      await read();
      this.#setState({ kind: 'ready', asOfMs: this.#clock.now() });
    } catch (error) {
      this.#setState(isAbort(error) ? before : { kind: 'failed', error, asOfMs: asOfMs(before) });
      throw error;
    }
  }

  #replaceList(pages: readonly Page<Job>[]): void {
    this.#order = [];
    this.#unreadable = [];
    this.#pages = 0;
    this.#append(pages);
    const loaded = new Set(this.#order);
    for (const id of this.#jobs.keys()) if (!loaded.has(id)) this.#jobs.delete(id);
  }

  #append(pages: readonly Page<Job>[]): void {
    const order = [...this.#order];
    const changed: number[] = [];
    // Jobs shift between pages when others are made or deleted meanwhile; each is listed once.
    const listed = new Set(order);
    for (const page of pages) {
      for (const job of page.items) {
        const isKnown = this.#jobs.has(job.id);
        if (this.#keep(job) === job && isKnown) changed.push(job.id);
        if (!listed.has(job.id)) order.push(job.id);
        listed.add(job.id);
      }
      this.#unreadable = [...this.#unreadable, ...page.unreadable];
      this.#total = page.total ?? this.#total;
      this.#next = page.next;
      this.#pages += 1;
    }
    this.#order = order;
    if (changed.length > 0) this.#changed.fire({ kind: 'jobs', ids: changed });
  }

  #keep(job: Job): Job {
    const old = this.#jobs.get(job.id);
    if (old !== undefined && jsonEqual(old, job)) return old;
    this.#jobs.set(job.id, job);
    return job;
  }

  #setState(state: ListState): void {
    this.#state = state;
    this.#changed.fire({ kind: 'list' });
  }
}
