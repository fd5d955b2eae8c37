import type { Job } from '../../api/model/job.ts';
import { joinUnreadable, type Page, rowCount, type UnreadableRow } from '../../api/resources/listPage.ts';
import { type ListLack, type PageTrace, traceOf } from '../../api/resources/wholeList.ts';
import { jsonEqual } from '../../base/json.ts';
import { responseSlices } from '../../base/slices.ts';
import type { IsNewer } from '../reading/responseOrder.ts';

export function jobId({ id }: Job): number {
  return id;
}

/** The loaded part of the server's list, without duplicates, plus jobs that were read individually. */
export class JobList {
  readonly #jobs = new Map<number, Job>();
  /** In the server's order. */
  readonly #listed = new Set<number>();
  #unreadable: readonly UnreadableRow[] = [];
  #total: number | undefined;
  #pages: PageTrace[] = [];
  /** The difference between the server's count and the rows when the list was last read whole. */
  #gap: number | undefined;
  #isInOrder = true;
  #revision = 0;
  #inOrder: readonly Job[] | undefined;

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#listed.size;
  }

  get jobs(): readonly Job[] {
    this.#inOrder ??= [...this.#listed].flatMap(id => this.#jobs.get(id) ?? []);
    return this.#inOrder;
  }

  get unreadable(): readonly UnreadableRow[] {
    return this.#unreadable;
  }

  get total(): number | undefined {
    return this.#total === undefined ? undefined : Math.max(this.#total, this.size);
  }

  /** The total that the server reported last. */
  get serverTotal(): number | undefined {
    return this.#total;
  }

  get next(): string | undefined {
    return this.#pages.at(-1)?.next;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  /** Whether count and order are as when the list was read whole. */
  get isConsistent(): boolean {
    return this.#isInOrder && this.#gap === this.#currentGap;
  }

  /** Whether the server has more rows than were read when the list was read whole. */
  get isMissingRows(): boolean {
    const [gap, now] = [this.#gap, this.#currentGap];
    return gap !== undefined && now !== undefined && now > gap;
  }

  get #currentGap(): number | undefined {
    return this.#total === undefined ? undefined : this.#total - this.size;
  }

  /** The pages as they were read. */
  get pages(): readonly PageTrace[] {
    return this.#pages;
  }

  /** The link of a page; `undefined` for the first. */
  linkOf(index: number): string | undefined {
    return index === 0 ? undefined : this.#pages[index - 1]?.next;
  }

  /** The links of the pages after the first that were read. */
  get readLinks(): readonly string[] {
    return this.#pages.slice(0, -1).flatMap(({ next }) => next ?? []);
  }

  get(id: number): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Returns the stored object for this job, which is the existing one if its content is equal. */
  keep(job: Job): Job {
    const old = this.#jobs.get(job.id);
    if (old !== undefined && jsonEqual(old, job)) return old;
    this.#jobs.set(job.id, job);
    this.#inOrder = undefined;
    return job;
  }

  /** Adds a new job to the list; false if it is already listed. */
  addCreated(id: number): boolean {
    if (this.#listed.has(id)) return false;
    this.#list(id);
    if (this.#total !== undefined) this.#total += 1;
    this.#touch();
    return true;
  }

  remove(id: number): boolean {
    if (!this.#jobs.delete(id)) return false;
    if (this.#listed.delete(id)) {
      if (this.#total !== undefined) this.#total -= 1;
      this.#touch();
    }
    return true;
  }

  /**
   * Stores the jobs of pages that are about to be listed, in slices. Resolves with the IDs of known jobs whose
   * content has changed.
   */
  async keepAll(pages: readonly Page<Job>[], isNewer: IsNewer): Promise<number[]> {
    const slices = responseSlices();
    const changed: number[] = [];
    let isLong = false;
    for (const { items } of pages) {
      for (const job of items) {
        if (slices.isOver) {
          isLong = true;
          await slices.rest();
        }
        // A job that was deleted while its page was being read must not come back.
        if (!isNewer(job.id)) continue;
        const isKnown = this.#jobs.has(job.id);
        if (this.keep(job) === job && isKnown) changed.push(job.id);
      }
    }
    // Listing that many jobs takes time as well.
    if (isLong) await slices.rest();
    return changed;
  }

  /** Appends pages whose jobs are already stored. */
  append(pages: readonly Page<Job>[]): void {
    this.#take(pages);
    if (this.next === undefined) this.#readWhole();
    this.#touch();
  }

  /**
   * Takes later pages that were read again, from this one on, and whose jobs are already stored. Rows stay where they
   * are and new ones come last, unless the whole list is read again, which `isConsistent` demands if the order differs.
   */
  replaceAt(index: number, pages: readonly Page<Job>[]): void {
    const before = this.#listed.size;
    for (const [offset, page] of pages.entries()) {
      for (const { id } of page.items) this.#list(id);
      this.#pages[index + offset] = traceOf(page, jobId);
      this.#total = page.total ?? this.#total;
    }
    if (this.#listed.size !== before) this.#touch();
    const places = new Map([...this.#listed].map((id, place) => [id, place]));
    const read = pages.flatMap(({ items }) => items.map(({ id }) => places.get(id) ?? 0));
    if (read.some((place, at) => at > 0 && place !== (read[at - 1] ?? 0) + 1)) this.#isInOrder = false;
  }

  /**
   * Replaces the first pages with these, whose jobs are already stored. If these are all loaded pages or reach the
   * end of the list, jobs on none of them are dropped, unless the list has a `lack`; otherwise the jobs of later pages
   * stay after them.
   */
  replaceFirst(pages: readonly Page<Job>[], isNewer: IsNewer, lack?: ListLack): void {
    const before = this.#shape();
    const [traces, unreadable] = [this.#pages, this.#unreadable];
    const isWhole = pages.length >= traces.length || pages.at(-1)?.next === undefined;
    this.#listed.clear();
    this.#unreadable = [];
    this.#pages = [];
    this.#total = undefined;
    this.#take(pages);
    // If the list is not complete, a job may have moved to another page or been created during the read.
    const isDropping = isWhole && lack === undefined;
    for (const id of before.order) if (!isDropping || !isNewer(id)) this.#list(id);
    if (isWhole) {
      if (isDropping) this.#forgetUnlisted(isNewer);
      this.#readWhole();
    } else {
      this.#pages = [...this.#pages, ...traces.slice(pages.length)];
      this.#unreadable = unreadable;
    }
    if (!jsonEqual(before, this.#shape())) this.#touch();
  }

  #take(pages: readonly Page<Job>[]): void {
    for (const page of pages) {
      // Jobs move between pages when others are created or deleted during the read, so a job may appear twice.
      for (const { id } of page.items) this.#list(id);
      this.#unreadable = joinUnreadable(this.#unreadable, page.unreadable);
      this.#total = page.total ?? this.#total;
      this.#pages.push(traceOf(page, jobId));
    }
  }

  #readWhole(): void {
    this.#gap = this.#currentGap;
    this.#isInOrder = true;
  }

  #list(id: number): void {
    if (this.#jobs.has(id)) this.#listed.add(id);
  }

  #forgetUnlisted(isNewer: IsNewer): void {
    for (const id of this.#jobs.keys()) if (!this.#listed.has(id) && isNewer(id)) this.#jobs.delete(id);
  }

  #touch(): void {
    this.#revision += 1;
    this.#inOrder = undefined;
  }

  /** Everything that a view shows of the list except the jobs' contents. */
  #shape() {
    return {
      order: [...this.#listed],
      unreadable: rowCount({ items: [], unreadable: this.#unreadable }),
      hasMore: this.next !== undefined,
    };
  }
}
