import { inParallel } from '../../base/inParallel.ts';
import { isStatus404 } from '../errors/apiError.ts';
import { type Page, rowCount } from './listPage.ts';

/**
 * Why a list whose last page was read is not whole. `missing`: the server counts more rows than its pages have, or
 * gives no link to the others; `changing`: rows moved between its pages each time that it was read.
 */
export type ListLack = 'missing' | 'changing';

/** What remains of a page to judge whether the list is whole. */
export interface PageTrace extends Pick<Page<unknown>, 'next' | 'total' | 'isCut'> {
  readonly rows: number;
  /** Identify the readable rows. */
  readonly keys: readonly (number | string)[];
}

export type KeyOf<T> = (row: T) => number | string;

export function traceOf<T>(page: Page<T>, keyOf: KeyOf<T>): PageTrace {
  const { next, total, isCut } = page;
  return { next, total, isCut, rows: rowCount(page), keys: page.items.map(keyOf) };
}

/** Whether the pages, of which none follows the last, have fewer rows than the server counts. */
export function lacksRows(pages: readonly Omit<PageTrace, 'keys'>[]): boolean {
  const last = pages.at(-1);
  const rows = pages.reduce((sum, page) => sum + page.rows, 0);
  return last !== undefined && (last.isCut === true || rows < (last.total ?? 0));
}

interface SteadyReading<T> {
  /** Reads pages from this link on; from the first page if it is `undefined`. */
  readonly list: (from: string | undefined, atMost: number) => AsyncIterable<Page<T>>;
  readonly keyOf: KeyOf<T>;
}

export interface SteadyOptions<T> extends SteadyReading<T> {
  readonly atMost?: number;
  /** The whole list as it was read last. */
  readonly before?: readonly PageTrace[] | undefined;
  readonly onPage?: (page: Page<T>, isFirst: boolean) => void;
}

export interface SteadyList<T> {
  readonly pages: readonly Page<T>[];
  readonly traces: readonly PageTrace[];
  readonly lack: ListLack | undefined;
}

const mostReads = 3;

/**
 * Reads the first pages, or all. If others create or delete objects meanwhile, rows move between the pages and some may
 * be missed, although the count may stay: then all is read again until two reads agree, but not more than three times.
 */
export async function readSteady<T>({
  atMost = Number.POSITIVE_INFINITY,
  before: known,
  onPage,
  ...reading
}: SteadyOptions<T>): Promise<SteadyList<T>> {
  let before = known;
  for (let reads = 1; ; reads++) {
    const { pages, missing } = await readOnce(reading, atMost, onPage);
    const traces = pages.map(page => traceOf(page, reading.keyOf));
    const isEnd = missing === undefined && traces.at(-1)?.next === undefined;
    const lack = isEnd && lacksRows(traces) ? 'missing' : undefined;
    const isSteady =
      missing === undefined &&
      ((before !== undefined && haveSameRows(before, traces)) ||
        (hasOneTotal(traces) && (!isEnd || (await isConfirmed(traces, reading)))));
    if (isSteady) return { pages, traces, lack };
    if (reads === mostReads) {
      if (missing !== undefined) throw missing;
      return { pages, traces, lack: isEnd ? 'changing' : undefined };
    }
    before = missing === undefined ? traces : undefined;
  }
}

/** `missing`: the 404 if a page did not exist any more when it was requested. */
async function readOnce<T>(
  { list }: SteadyReading<T>,
  atMost: number,
  onPage: SteadyOptions<T>['onPage'],
): Promise<{ readonly pages: readonly Page<T>[]; readonly missing?: unknown }> {
  const pages: Page<T>[] = [];
  try {
    for await (const page of list(undefined, atMost)) {
      pages.push(page);
      onPage?.(page, pages.length === 1);
      if (pages.length >= atMost) break;
    }
    return { pages };
  } catch (error) {
    if (pages.length === 0 || !isStatus404(error)) throw error;
    return { pages, missing: error };
  }
}

const readsAtOnce = 8;

/**
 * Whether no row of the whole list can have been missed: each page after which one may have been is read again, and is
 * as it was.
 */
export async function isConfirmed<T>(
  pages: readonly PageTrace[],
  { list, keyOf }: SteadyReading<T>,
): Promise<boolean> {
  let isSame = true;
  await inParallel(doubtfulPages(pages), readsAtOnce, async at => {
    if (!isSame) return;
    try {
      for await (const page of list(at === 0 ? undefined : pages[at - 1]?.next, 1)) {
        isSame &&= haveSameKeys(traceOf(page, keyOf), pages[at]);
        break;
      }
    } catch (error) {
      if (!isStatus404(error)) throw error;
      isSame = false;
    }
  });
  return isSame;
}

/**
 * The pages onto which a row may have moved unseen from the next one. If the IDs ascend or descend, such a row has an
 * ID between those on both sides, so there is none where no ID lies between. If they descend, new rows on the first
 * page may have moved it back.
 */
function doubtfulPages(pages: readonly PageTrace[]): number[] {
  const keys = pages.flatMap(page => page.keys);
  const isUpwards = isAscending(keys);
  const isOrdered = isUpwards || isAscending(keys.toReversed());
  return pages.flatMap((page, at) => {
    const next = pages[at + 1];
    if (next === undefined) return [];
    const [last, first] = [page.keys.at(-1), next.keys[0]];
    const isReadable = page.rows === page.keys.length && next.rows === next.keys.length;
    const isAdjacent = typeof last === 'number' && typeof first === 'number' && Math.abs(first - last) === 1;
    return isOrdered && isReadable && isAdjacent && (isUpwards || at > 0) ? [] : [at];
  });
}

function isAscending(keys: readonly (number | string)[]): boolean {
  return keys.every((key, at) => typeof key === 'number' && (at === 0 || key > Number(keys[at - 1])));
}

function hasOneTotal(pages: readonly PageTrace[]): boolean {
  return pages.every(({ total }) => total === pages[0]?.total);
}

/** New rows at the end are no disagreement. */
function haveSameRows(before: readonly PageTrace[], after: readonly PageTrace[]): boolean {
  const keys = after.flatMap(page => page.keys);
  return before.flatMap(page => page.keys).every((key, at) => key === keys[at]);
}

function haveSameKeys(one: PageTrace, other: PageTrace | undefined): boolean {
  return one.rows === other?.rows && one.keys.length === other.keys.length && haveSameRows([one], [other]);
}
