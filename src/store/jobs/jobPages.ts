import type { Client } from '../../api/client.ts';
import { isNotFound } from '../../api/errors/apiError.ts';
import type { CallOptions } from '../../api/resources/callOptions.ts';
import type { Page } from '../../api/resources/page.ts';
import type { Job } from '../../model/job.ts';
import type { Clock } from '../../util/clock.ts';
import type { AnswerOrder, IsNews } from './answerOrder.ts';
import type { JobList } from './jobList.ts';

export interface JobPagesParts {
  readonly api: Pick<Client['jobs'], 'list'>;
  readonly clock: Clock;
  /** Where the pages are put. */
  readonly list: JobList;
  readonly answers: AnswerOrder;
  /** Other jobs are listed, or more of them. */
  readonly onListed: () => void;
  /** These jobs were known with another content. */
  readonly onJobs: (ids: readonly number[]) => void;
}

export interface LoadOptions extends CallOptions {
  /** Called after each page. */
  readonly onProgress?: () => void;
}

/** Pages may come by the dozen a second; whoever shows or searches all jobs has work with each change. */
const tellEveryMs = 500;

/** Reads pages of the server's list of jobs so that none is missed, though rows shift when others come or go. */
export class JobPages {
  readonly #parts: JobPagesParts;
  /** Rows behind the loaded pages may have moved onto them: they are to be listed again before more is read. */
  #hasShifted = false;

  constructor(parts: JobPagesParts) {
    this.#parts = parts;
  }

  /** A job of the loaded pages is gone. */
  shifted(): void {
    this.#hasShifted = true;
  }

  /** Reads so many of the first pages again. */
  readAgain(wanted: number, options: CallOptions): Promise<true> {
    return this.#parts.answers.during(isNews => this.#listAgain(wanted, isNews, options));
  }

  /**
   * Reads on from where the list ends so far; lists all of it again when it shifted meanwhile. False when it was
   * at its end, so that the server was not asked.
   */
  readOn(atMost: number, { onProgress, ...options }: LoadOptions): Promise<boolean> {
    const { api, answers, list } = this.#parts;
    return answers.during(async isNews => {
      const { next: from, pageCount } = list;
      if (from === undefined) return false;
      const pages = api.list({ ...options, from, atMost });
      await this.#append(pages, isNews, { upTo: pageCount + atMost, onProgress });
      return this.#hasShifted ? this.#listAgain(pageCount + atMost, isNews, options) : true;
    });
  }

  /** Adds pages to the list, and notes when it shifted on the server meanwhile. */
  async #append(
    pages: AsyncIterable<Page<Job>>,
    isNews: IsNews,
    { upTo, onProgress }: { readonly upTo: number; readonly onProgress: (() => void) | undefined },
  ): Promise<void> {
    const { clock, list, onListed, onJobs } = this.#parts;
    const totalBefore = list.serverTotal;
    let toldMs = clock.steadyMs();
    try {
      for await (const page of pages) {
        this.#hasShifted ||= page.total !== totalBefore;
        const changed = list.append([page], isNews);
        if (changed.length > 0) onJobs(changed);
        if (clock.steadyMs() - toldMs >= tellEveryMs) {
          toldMs = clock.steadyMs();
          onListed();
        }
        onProgress?.();
        if (list.pageCount >= upTo) break;
      }
    } catch (error) {
      // The page was on its way to us when the jobs before it were deleted.
      if (!isNotFound(error)) throw error;
      this.#hasShifted = true;
    }
  }

  /**
   * Lists from the first page on. When jobs come or go on the way, some may have been passed over: then it is
   * listed once more, and that has to do, since on a busy server the count may never stand still.
   */
  async #listAgain(wanted: number, isNews: IsNews, options: CallOptions): Promise<true> {
    const { list, onJobs } = this.#parts;
    const pages = await this.#firstPages(wanted, options);
    const isSteady = pages?.every(page => page.total === pages[0]?.total) ?? false;
    const found = isSteady && pages ? pages : ((await this.#firstPages(wanted, options)) ?? pages ?? []);
    if (wanted >= list.pageCount) this.#hasShifted = false;
    const changed = list.replaceFirst(found, isNews);
    if (changed.length > 0) onJobs(changed);
    return true;
  }

  /** `undefined` when a page was gone by the time it was asked for. */
  async #firstPages(wanted: number, options: CallOptions): Promise<Page<Job>[] | undefined> {
    const pages: Page<Job>[] = [];
    try {
      for await (const page of this.#parts.api.list({ ...options, atMost: wanted })) {
        pages.push(page);
        if (pages.length >= wanted) break;
      }
    } catch (error) {
      if (pages.length === 0 || !isNotFound(error)) throw error;
      return undefined;
    }
    return pages;
  }
}
