import assert from 'node:assert/strict';
import type { Page } from '../../../src/api/resources/listPage.ts';
import { ReadAhead } from '../../../src/api/resources/readAhead.ts';

/** A list of this many pages of two rows, whatever total it reports. */
function serverOf(pages: number, total: number, link = (number: number) => `/job/?page=${number}`) {
  const requests: string[] = [];
  const fetchPage = (path: string, signal: AbortSignal): Promise<Page<number>> => {
    requests.push(path);
    signal.throwIfAborted();
    const number = Number(/\d+$/.exec(path)?.[0] ?? 1);
    if (number > pages) return Promise.reject(new Error(`no page ${number}`));
    const next = number < pages ? link(number + 1) : undefined;
    return Promise.resolve({ items: [number, number], unreadable: [], total, next });
  };
  return { requests, fetchPage };
}

async function readAll(ahead: ReadAhead<number>): Promise<number[]> {
  const found: number[] = [];
  let path: string | undefined = '/job/';
  while (path !== undefined) {
    const page: Page<number> = await ahead.fetch(path);
    found.push(...page.items);
    path = page.next;
  }
  ahead.end();
  return found;
}

const all = { atOnce: 6, atMost: Number.POSITIVE_INFINITY, signal: undefined };

describe('ReadAhead', () => {
  for (const total of [0, 3, 1_000_000_000]) {
    it(`is not misled by a count of ${total} over three pages`, async () => {
      const { requests, fetchPage } = serverOf(3, total);
      assert.equal((await readAll(new ReadAhead({ ...all, fetchPage }))).length, 6);
      assert.ok(requests.length <= 3 + all.atOnce, requests.join());
    });
  }

  it('follows the links when they differ from its prediction', async () => {
    const pages: Record<string, Page<number>> = {
      '/job/': { items: [1, 1], unreadable: [], total: 100, next: '/job/?page=2' },
      '/job/?page=2': { items: [2, 2], unreadable: [], total: 100, next: '/job/?cursor=x' },
      '/job/?cursor=x': { items: [3], unreadable: [], total: 100, next: undefined },
    };
    const fetchPage = (path: string) => {
      const page = pages[path];
      return page === undefined ? Promise.reject(new Error(path)) : Promise.resolve(page);
    };
    assert.deepEqual(await readAll(new ReadAhead({ ...all, fetchPage })), [1, 1, 2, 2, 3]);
  });

  it('reports a failed page only when it is reached', async () => {
    const { fetchPage } = serverOf(9, 18);
    const failing = (path: string, signal: AbortSignal) =>
      path.endsWith('=4') ? Promise.reject(new Error('broken')) : fetchPage(path, signal);
    const ahead = new ReadAhead({ ...all, fetchPage: failing });
    for (const path of ['/job/', '/job/?page=2', '/job/?page=3']) await ahead.fetch(path);
    await assert.rejects(ahead.fetch('/job/?page=4'), /broken/);
    ahead.end();
  });
});
