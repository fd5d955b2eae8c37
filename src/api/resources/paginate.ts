import { ContractError } from '../errors/contractError.ts';
import type { RequestInfo } from '../errors/requestInfo.ts';
import type { Page } from './listPage.ts';

const maxPages = 10_000;

/**
 * Follows `next` links; fails on a loop or an endless chain (decision 7), which may have begun with the pages that were
 * read `earlier`.
 */
export async function* paginate<T>(
  firstPath: string,
  fetchPage: (path: string) => Promise<Page<T>>,
  info: (path: string) => RequestInfo,
  earlier: Iterable<string> = [],
): AsyncGenerator<Page<T>, void, undefined> {
  const seen = new Set(earlier);
  for (let path: string | undefined = firstPath; path !== undefined; ) {
    if (seen.has(path)) throw new ContractError(info(path), { code: 'pageLoop' });
    if (seen.size >= maxPages) throw new ContractError(info(path), { code: 'tooManyPages' });
    seen.add(path);
    const page: Page<T> = await fetchPage(path);
    yield page;
    path = page.next;
  }
}
