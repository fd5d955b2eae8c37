import { unwritableDevices } from '../../model/device.ts';
import { patchOf } from '../../model/difference.ts';
import { type Job, type JobDraft, JobSchema, toJobDraft, unmetJobFields } from '../../model/job.ts';
import { JobReader } from '../../model/jobReader.ts';
import { type JobStatus, JobStatusSchema } from '../../model/jobStatus.ts';
import { yieldToHost } from '../../util/slices.ts';
import { ContractError } from '../errors/contractError.ts';
import { NotSentError } from '../errors/notSentError.ts';
import type { Call, Requester } from '../transport/requester.ts';
import type { CallOptions, ReplaceOptions } from './callOptions.ts';
import { KnownIds } from './knownIds.ts';
import { type Page, readPage } from './listPage.ts';
import { paginate } from './paginate.ts';
import { ReadAhead } from './readAhead.ts';
import type { ReadBack } from './readBack.ts';
import { requestStop, type StopResponse } from './stops.ts';

export interface ListOptions extends CallOptions {
  /** The `next` link of an earlier page to continue from. */
  readonly from?: string | undefined;
  /** The links of the pages that were read before that one: a list that returns to one of them is rejected. */
  readonly earlier?: Iterable<string> | undefined;
  /** Omits the extra query of the server's configuration if it may hide jobs. */
  readonly isUnfiltered?: boolean | undefined;
  /** Fetches up to this many pages, several in parallel if the links show how pages are addressed. */
  readonly atMost?: number | undefined;
}

export interface StatusOptions extends CallOptions {
  /** Disables retries: callers that poll at their own pace do not need more requests. */
  readonly once?: boolean | undefined;
}

/** The number of connections that the client opens to a server. */
const pagesAtOnce = 8;

const listPath = '/automation/api/job/';

/** Extra parameters that hide no jobs. Any other may filter the list, whose end then proves nothing. */
const pageSizeNames: ReadonlySet<string> = new Set(['page_size', 'limit', 'per_page', 'ordering']);

function jobPath(id: number): string {
  return `${listPath}${id}/`;
}

/** The jobs of docs/api.md, "Endpoints". All methods reject with an `ApiError` or the signal's reason. */
export class JobsResource {
  readonly #requester: Requester;
  readonly #readBack: ReadBack;
  readonly #firstPath: string;
  readonly #listsAll: boolean;
  readonly #known = new KnownIds();
  readonly #reader = new JobReader();
  /** The most recent page: its link is where the list continues. */
  #last: { readonly path: string; readonly page: Page<Job> } | undefined;
  #creating: Promise<unknown> = Promise.resolve();

  constructor(requester: Requester, readBack: ReadBack, listQuery: Readonly<Record<string, string>>) {
    this.#requester = requester;
    this.#readBack = readBack;
    const query = new URLSearchParams(listQuery).toString();
    this.#listsAll = Object.keys(listQuery).every(name => pageSizeNames.has(name));
    this.#firstPath = query === '' ? listPath : `${listPath}?${query}`;
  }

  /** The pages of the job list in the server's order. Without `atMost`, each is requested on demand. */
  async *list({
    signal,
    from,
    earlier,
    isUnfiltered = false,
    atMost = 1,
  }: ListOptions = {}): AsyncGenerator<Page<Job>, void, undefined> {
    const first = from ?? (isUnfiltered && !this.#listsAll ? listPath : this.#firstPath);
    let path = first;
    for await (const page of this.#pages(first, { signal, atMost, earlier })) {
      const ids = page.items.map(job => job.id);
      const isFirst = this.#listsAll && path === this.#firstPath;
      this.#known.sawPage({ path, isFirst, ids, next: page.next });
      this.#last = { path, page };
      path = page.next ?? path;
      yield page;
    }
  }

  async get(id: number, { signal }: CallOptions = {}): Promise<Job> {
    const call: Call = { operation: 'getJob', method: 'GET', path: jobPath(id), signal };
    const job = this.#same(call, id, await this.#requester.checked(call, JobSchema));
    this.#known.saw(id);
    return job;
  }

  async status(id: number, { signal, once }: StatusOptions = {}): Promise<JobStatus> {
    const path = `${jobPath(id)}status/`;
    const call: Call = { operation: 'getJobStatus', method: 'GET', path, signal, once };
    return this.#same(call, id, await this.#requester.checked(call, JobStatusSchema));
  }

  /**
   * Creates a job. If the response is lost, the list decides (decision 21): resolves with the job found there, or
   * rejects with an `OutcomeError` that says whether it was not created or this is unknown. Creates run one at a
   * time, so that a new job in the list cannot come from another create.
   */
  create(draft: JobDraft, { signal }: CallOptions = {}): Promise<Job> {
    const call: Call = { operation: 'createJob', method: 'POST', path: listPath, body: draft, signal };
    const run = async () => {
      signal?.throwIfAborted();
      const ages = this.#known.ages();
      const job = await this.#readBack.afterCreate(
        async () => {
          const made = await this.#requester.checked(call, JobSchema);
          // An object that already existed under another name is not the created one, whatever the response says.
          const isOther = ages(made.id) === 'old' && unmetJobFields(draft, made).includes('name');
          return isOther ? this.#same(call, undefined, made) : made;
        },
        {
          info: this.#requester.info(call),
          name: draft.name,
          // Without the extra query, which may hide the new job.
          list: () => this.#pages(listPath, { atMost: 1 }),
          unmet: found => unmetJobFields(draft, found),
          nameOf: found => found.name,
          idOf: found => found.id,
          age: found => ages(found.id),
        },
      );
      this.#known.sawCreated(job.id);
      return job;
    };
    const result = this.#creating.then(run, run);
    this.#creating = result.catch(() => undefined);
    return result;
  }

  /**
   * Replaces the whole job (PUT). Fields missing from `draft`, and undocumented ones, are filled in from the server's
   * job, so that nothing is lost (decisions 6 and 14). Rejects with `NotSentError` when a device of the job cannot be
   * written back (decision 13).
   */
  async replace(id: number, draft: JobDraft, { signal, ...options }: ReplaceOptions<Job> = {}): Promise<Job> {
    const current = options.current ?? (await this.get(id, { signal }));
    const body = { ...toJobDraft(current), ...draft };
    const call: Call = { operation: 'replaceJob', method: 'PUT', path: jobPath(id), body, signal };
    const unwritable = unwritableDevices(current.peers);
    if (unwritable.length > 0)
      throw new NotSentError(this.#requester.info(call), { code: 'unwritableDevices', devices: unwritable });
    return this.#change(call, id, patchOf(toJobDraft(current), body));
  }

  /** Changes only the fields of `patch` (PATCH). */
  update(id: number, patch: JobDraft, { signal }: CallOptions = {}): Promise<Job> {
    const call: Call = { operation: 'updateJob', method: 'PATCH', path: jobPath(id), body: patch, signal };
    return this.#change(call, id, patch);
  }

  /** Deletes a job; one that no longer exists counts as deleted (decision 21). */
  remove(id: number, { signal }: CallOptions = {}): Promise<void> {
    const call: Call = { operation: 'deleteJob', method: 'DELETE', path: jobPath(id), signal };
    return this.#readBack.afterRemove(() => this.#requester.write(call), {
      info: this.#requester.info(call),
      read: () => this.get(id),
      list: () => this.#requester.read({ operation: 'listJobs', method: 'GET', path: listPath, once: true }),
    });
  }

  /** Requests the server to stop the jobs; only executing jobs stop (docs/api.md, "Stopping jobs"). */
  stop(ids: readonly number[], options: CallOptions = {}): Promise<StopResponse> {
    return requestStop({ requester: this.#requester, readBack: this.#readBack }, ids, options);
  }

  /** The response, unless it is about another job. */
  #same<T extends { readonly id: number }>(call: Call, id: number | undefined, response: T): T {
    if (response.id === id) return response;
    throw new ContractError(this.#requester.info(call), { code: 'otherObject', id });
  }

  /** `changes` are the fields that the write is meant to change. */
  #change(call: Call, id: number, changes: JobDraft): Promise<Job> {
    return this.#readBack.afterChange(
      async () => this.#same(call, id, await this.#requester.checked(call, JobSchema)),
      {
        info: this.#requester.info(call),
        changes,
        read: () => this.get(id),
        unmet: found => unmetJobFields(changes, found),
      },
    );
  }

  async *#pages(
    first: string,
    { signal, atMost, earlier }: Pick<ListOptions, 'earlier' | 'signal'> & { readonly atMost: number },
  ): AsyncGenerator<Page<Job>, void, undefined> {
    const call = (path: string, own = signal): Call => {
      return { operation: 'listJobs', method: 'GET', path, signal: own };
    };
    const reading = { schema: JobSchema, quick: (raw: unknown) => this.#reader.read(raw) };
    const ahead = new ReadAhead<Job>({
      fetchPage: async (path, own) => {
        const value = await this.#requester.read(call(path, own));
        // Several pages may have arrived at once; this lets other work run between them.
        if (atMost > 1) await yieldToHost();
        return readPage(this.#requester, call(path, own), reading, value);
      },
      atOnce: pagesAtOnce,
      atMost,
      signal,
    });
    if (this.#last?.page.next === first) ahead.continueFrom(this.#last.path, this.#last.page);
    try {
      yield* paginate(
        first,
        path => ahead.fetch(path),
        path => this.#requester.info(call(path)),
        earlier,
      );
    } finally {
      ahead.end();
    }
  }
}
