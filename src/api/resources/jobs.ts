import { type Job, type JobDraft, JobSchema, toJobDraft, unmetJobFields } from '../model/job.ts';
import { JobReader } from '../model/jobReader.ts';
import { type JobStatus, JobStatusSchema } from '../model/jobStatus.ts';
import type { Call, CallOptions, Requester } from '../transport/requester.ts';
import { type Page, readPage } from './listPage.ts';
import { ObjectsResource, type ObjectTraits } from './objects.ts';
import { paginate, ReadAhead } from './readAhead.ts';
import { KnownIds, type ReadBack } from './readBack.ts';
import { requestStop, type StopResponse } from './stops.ts';
import { traceOf } from './wholeList.ts';

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

const pagesAtOnce = 8;

const listPath = '/automation/api/job/';

/** Extra parameters that hide no jobs. Any other may filter the list, whose end then proves nothing. */
const pageSizeNames: ReadonlySet<string> = new Set(['page_size', 'limit', 'per_page', 'ordering']);

const traits: ObjectTraits<Job, JobDraft> = {
  noun: 'Job',
  listPath,
  schema: JobSchema,
  toDraft: toJobDraft,
  toCreate: draft => draft,
  unmet: unmetJobFields,
  devicesOf: job => job.peers,
};

/** The jobs of docs/api.md, "Endpoints". All methods reject with an `ApiError` or the signal's reason. */
export class JobsResource extends ObjectsResource<Job, JobDraft> {
  readonly #firstPath: string;
  readonly #listsAll: boolean;
  readonly #known = new KnownIds();
  readonly #reader = new JobReader();
  /** The most recent page: its link is where the list continues. */
  #last: { readonly path: string; readonly page: Page<Job> } | undefined;

  constructor(requester: Requester, readBack: ReadBack, listQuery: Readonly<Record<string, string>>) {
    super(requester, readBack, traits);
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
      const isFirst = this.#listsAll && path === this.#firstPath;
      this.#known.sawPage({ ...traceOf(page, job => job.id), path, isFirst });
      this.#last = { path, page };
      path = page.next ?? path;
      yield page;
    }
  }

  async status(id: number, { signal, once }: StatusOptions = {}): Promise<JobStatus> {
    const path = `${listPath}${id}/status/`;
    const call: Call = { operation: 'getJobStatus', method: 'GET', path, signal, once };
    const status = await this.requester.checked(call, JobStatusSchema);
    if (status.id !== id) throw this.other(call, id);
    return status;
  }

  /** Requests the server to stop the jobs; only executing jobs stop (docs/api.md, "Stopping jobs"). */
  stop(ids: readonly number[], options: CallOptions = {}): Promise<StopResponse> {
    return requestStop(this.requester, this.readBack, ids, options);
  }

  sameObject(id: number): (job: Job) => boolean {
    return job => job.id === id;
  }

  saw(id: number): void {
    this.#known.saw(id);
  }

  known() {
    const ageOf = this.#known.ages();
    return { age: ({ id }: Job) => ageOf(id), mayBeOld: ({ id }: Job) => ageOf(id) === 'old' };
  }

  sawCreated({ id }: Job): void {
    this.#known.sawCreated(id);
  }

  /** Without the extra query, which may hide the new job. */
  all(): AsyncIterable<Page<Job>> {
    return this.#pages(listPath, { atMost: 1 });
  }

  async *#pages(
    first: string,
    { signal, atMost, earlier }: Pick<ListOptions, 'earlier' | 'signal'> & { readonly atMost: number },
  ): AsyncGenerator<Page<Job>, void, undefined> {
    const reading = {
      schema: JobSchema,
      quick: (raw: unknown) => this.#reader.read(raw),
      isAhead: atMost > 1,
    };
    const ahead = new ReadAhead<Job>({
      fetchPage: (path, own) => readPage(this.requester, this.listCall(path, own), reading),
      atOnce: pagesAtOnce,
      atMost,
      signal,
    });
    if (this.#last?.page.next === first) ahead.continueFrom(this.#last.path, this.#last.page);
    try {
      yield* paginate(
        first,
        path => ahead.fetch(path),
        path => this.requester.info(this.listCall(path)),
        earlier,
      );
    } finally {
      ahead.end();
    }
  }
}
