import type { Client } from '../../api/client.ts';
import { isStatus404 } from '../../api/errors/apiError.ts';
import type { Job } from '../../api/model/job.ts';
import type { Page } from '../../api/resources/listPage.ts';
import { isConfirmed, type ListLack, lacksRows, readSteady } from '../../api/resources/wholeList.ts';
import type { CallOptions } from '../../api/transport/requester.ts';
import type { Clock } from '../../base/clock.ts';
import type { IsNewer, ResponseOrder } from '../reading/responseOrder.ts';
import type { MoreOptions } from '../reading/wholeReading.ts';
import { type JobList, jobId } from './jobList.ts';

export interface JobPagesParts {
  readonly api: Pick<Client['jobs'], 'list'>;
  readonly clock: Clock;
  /** Receives the pages. */
  readonly list: JobList;
  readonly responses: ResponseOrder;
  /** Jobs were added to or removed from the list. */
  readonly onListed: () => void;
  /** The content of these jobs has changed. */
  readonly onJobs: (ids: readonly number[]) => void;
}

/** A read of pages: when it was requested, and whether its rows are newer than the stored ones. */
interface Reading {
  readonly isNewer: IsNewer;
  readonly requestedAt: number;
}

/** Pages may arrive by the dozen per second, and each notification makes views redraw or search all jobs. */
const notifyEveryMs = 500;

/** Reads the pages of the job list without missing a job, although rows move when jobs are created or deleted. */
export class JobPages {
  readonly #parts: JobPagesParts;
  /** Unread rows may have moved onto loaded pages, which must be read again before further pages. */
  #hasShifted = false;
  #lack: ListLack | undefined;
  /** Where `readOthers` continues. */
  #nextOther = 0;

  constructor(parts: JobPagesParts) {
    this.#parts = parts;
  }

  /** Call when a job on the loaded pages was deleted. */
  shifted(): void {
    if (this.#parts.list.next !== undefined) this.#hasShifted = true;
  }

  /** Reads the first `wanted` pages again. */
  readAgain(wanted: number, options: CallOptions): Promise<true> {
    return this.#parts.responses.during((isNewer, requestedAt) =>
      this.#listAgain(wanted, { isNewer, requestedAt }, options),
    );
  }

  /**
   * Reads some of the pages after the first ones again, different ones each time; those at the end if rows are missing,
   * because new jobs are usually listed there.
   */
  readOthers(first: number, atMost: number, options: CallOptions): Promise<void> {
    const { api, responses, list, onJobs } = this.#parts;
    return responses.during(async (isNewer, requestedAt) => {
      const { pageCount } = list;
      const rest = pageCount - first;
      if (rest <= 0) return;
      if (this.#nextOther < first || this.#nextOther >= pageCount) this.#nextOther = first;
      const at = list.isMissingRows ? pageCount - 1 : this.#nextOther;
      const pages: Page<Job>[] = [];
      try {
        for await (const page of api.list({ ...options, from: list.linkOf(at), atMost })) {
          pages.push(page);
          if (pages.length >= Math.min(atMost, rest)) break;
        }
      } catch (error) {
        // There are fewer pages than before, which the count shows as well.
        if (!isStatus404(error)) throw error;
      }
      if (at === this.#nextOther) this.#nextOther += Math.max(1, pages.length);
      const changed = await this.#keep(pages, { isNewer, requestedAt });
      list.replaceAt(at, pages);
      if (changed.length > 0) onJobs(changed);
    });
  }

  get isComplete(): boolean {
    return this.isAtEnd && !this.#hasShifted && this.#lack === undefined && !this.#parts.list.isMissingRows;
  }

  /** Whether the last page was read, so that only reading all pages again could find further jobs. */
  get isAtEnd(): boolean {
    const { next, pageCount } = this.#parts.list;
    return next === undefined && pageCount > 0;
  }

  /** Why the list is not whole although its last page was read. */
  get lack(): ListLack | undefined {
    return this.#lack;
  }

  /**
   * Reads the next pages; after the last one, all pages again if rows have moved or are missing. False if nothing was
   * requested, because that was done.
   */
  readNext(atMost: number, { onPage, ...options }: MoreOptions): Promise<boolean> {
    const { api, responses, list } = this.#parts;
    return responses.during(async (isNewer, requestedAt) => {
      if (this.isComplete || this.#lack !== undefined) return false;
      const reading = { isNewer, requestedAt };
      const { next: from, pageCount } = list;
      const isRead = this.isAtEnd;
      let isGone = false;
      if (from !== undefined) {
        const pages = api.list({ ...options, from, earlier: list.readLinks, atMost });
        isGone = await this.#append(pages, reading, { upTo: pageCount + atMost, onPage });
      }
      if (!isGone && list.next !== undefined) return true;
      this.#hasShifted ||= isRead || !(await isConfirmed(list.pages, this.#steady(options)));
      if (this.#hasShifted) return this.#listAgain(pageCount + atMost, reading, options);
      this.#lack = lacksRows(list.pages) ? 'missing' : undefined;
      return true;
    });
  }

  #steady(options: CallOptions) {
    const list = (from: string | undefined, atMost: number) =>
      this.#parts.api.list({ ...options, from, atMost });
    return { list, keyOf: jobId };
  }

  /**
   * Appends pages, and records whether rows have moved on the server in the meantime. Resolves with true if there are
   * fewer pages than before.
   */
  async #append(
    pages: AsyncIterable<Page<Job>>,
    reading: Reading,
    { upTo, onPage }: { readonly upTo: number; readonly onPage: MoreOptions['onPage'] },
  ): Promise<boolean> {
    const { clock, list, onListed, onJobs } = this.#parts;
    const totalBefore = list.serverTotal;
    let notifiedMs = clock.steadyMs();
    try {
      for await (const page of pages) {
        this.#hasShifted ||= page.total !== totalBefore;
        const changed = await this.#keep([page], reading);
        list.append([page]);
        if (changed.length > 0) onJobs(changed);
        if (clock.steadyMs() - notifiedMs >= notifyEveryMs) {
          notifiedMs = clock.steadyMs();
          onListed();
        }
        onPage?.();
        if (list.pageCount >= upTo) break;
      }
      return false;
    } catch (error) {
      // Jobs before this page were deleted during the request.
      if (!isStatus404(error)) throw error;
      this.#hasShifted = true;
      return true;
    }
  }

  async #listAgain(wanted: number, reading: Reading, options: CallOptions): Promise<true> {
    const { list, onJobs } = this.#parts;
    const { pages, lack } = await readSteady({
      ...this.#steady(options),
      atMost: wanted,
      before: this.isAtEnd ? list.pages : undefined,
    });
    if (wanted >= list.pageCount || pages.at(-1)?.next === undefined) {
      this.#hasShifted = false;
      this.#lack = lack;
    }
    const changed = await this.#keep(pages, reading);
    const totalBefore = list.serverTotal;
    list.replaceFirst(pages, reading.isNewer, lack);
    // The rows of the other pages may have moved as well, and the next ones with them.
    if (wanted < list.pageCount && list.serverTotal !== totalBefore) this.shifted();
    if (changed.length > 0) onJobs(changed);
    return true;
  }

  /** Resolves with the IDs of known jobs whose content has changed. */
  async #keep(pages: readonly Page<Job>[], { isNewer, requestedAt }: Reading): Promise<number[]> {
    const { list, responses } = this.#parts;
    const changed = await list.keepAll(pages, isNewer);
    const ids = pages.flatMap(({ items }) => items.map(({ id }) => id));
    responses.listed(ids, requestedAt);
    return changed;
  }
}
