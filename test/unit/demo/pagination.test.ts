import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { DemoServerOptions } from '../../demo/options.ts';
import { at, list, type Started, withServer } from './support/started.ts';

const jobs = '/automation/api/job/';

function idsOf(json: unknown): readonly unknown[] {
  return list(at(json, 'results')).map(job => at(job, 'id'));
}

/** All IDs in page order, following `next` or `previous`. */
async function walk(
  { ask }: Started,
  first: string,
  direction: 'next' | 'previous',
): Promise<{ ids: unknown[]; last: string }> {
  const ids: unknown[] = [];
  let last = first;
  for (let link: unknown = first; typeof link === 'string'; ) {
    last = link;
    const { json } = await ask('GET', link);
    if (direction === 'next') ids.push(...idsOf(json));
    else ids.unshift(...idsOf(json));
    link = at(json, direction);
  }
  return { ids, last };
}

const allIds = Array.from({ length: 23 }, (_, index) => index + 1);

describe('demo server: pages', () => {
  for (const pagination of ['page', 'offset', 'cursor'] as const) {
    it(`by ${pagination}: links lead through all jobs once, and back`, () =>
      withServer({ pagination, jobs: 23, pageSize: 5 }, async started => {
        const forth = await walk(started, jobs, 'next');
        assert.deepEqual(forth.ids, allIds);
        const back = await walk(started, forth.last, 'previous');
        assert.deepEqual(back.ids, allIds);
      }));
  }

  it('by page: accepts “last” and rejects invalid pages', () =>
    withServer({ jobs: 23, pageSize: 5 }, async ({ ask }) => {
      assert.deepEqual(idsOf((await ask('GET', `${jobs}?page=last`)).json), [21, 22, 23]);
      for (const page of ['0', '6', 'x', '-1']) {
        const { status, json } = await ask('GET', `${jobs}?page=${page}`);
        assert.deepEqual([status, json], [404, { detail: 'Invalid page.' }]);
      }
    }));

  it('by page: accepts sizes up to 1000 and ignores invalid ones', () =>
    withServer({ jobs: 1200, pageSize: 5 }, async ({ ask }) => {
      const sizeFor = async (size: string) =>
        idsOf((await ask('GET', `${jobs}?page_size=${size}`)).json).length;
      assert.deepEqual(await Promise.all(['7', '5000', '0', 'x'].map(sizeFor)), [7, 1000, 5, 5]);
    }));

  it('keep the other query parameters in their links', () =>
    withServer({ jobs: 23, pageSize: 5 }, async ({ server, ask }) => {
      const { json } = await ask('GET', `${jobs}?page_size=4&x=%D1%8F&page=2`);
      assert.equal(at(json, 'next'), `${server.url}${jobs}?page_size=4&x=%D1%8F&page=3`);
      assert.equal(at(json, 'previous'), `${server.url}${jobs}?page_size=4&x=%D1%8F`);
    }));

  it('by offset: an offset beyond the end is an empty page', () =>
    withServer({ pagination: 'offset', jobs: 23 }, async ({ ask }) => {
      const { status, json } = await ask('GET', `${jobs}?offset=100&limit=5`);
      assert.deepEqual([status, idsOf(json), at(json, 'next')], [200, [], null]);
    }));

  it('by cursor: no job is skipped when earlier jobs are removed', () =>
    withServer({ pagination: 'cursor', jobs: 23, pageSize: 5 }, async ({ ask }) => {
      const first = await ask('GET', jobs);
      await ask('DELETE', `${jobs}1/`);
      const second = await ask('GET', String(at(first.json, 'next')));
      assert.deepEqual(idsOf(second.json), [6, 7, 8, 9, 10]);
      assert.equal((await ask('GET', `${jobs}?cursor=nonsense`)).status, 404);
    }));

  it('none: the list is a bare array', () =>
    withServer({ pagination: 'none', jobs: 23, pageSize: 5 }, async ({ ask }) => {
      assert.equal(list((await ask('GET', jobs)).json).length, 23);
    }));

  it('are empty when there are no jobs', () =>
    withServer({ jobs: 0 }, async ({ ask }) => {
      assert.deepEqual((await ask('GET', jobs)).json, { count: 0, next: null, previous: null, results: [] });
    }));

  const links: readonly [DemoServerOptions['nextLinks'], string][] = [
    ['relative', `/prefix${jobs}?page=2`],
    ['internalHost', `http://internal-backend:8000/prefix${jobs}?page=2`],
  ];
  for (const [nextLinks, expected] of links) {
    it(`with links that are ${nextLinks}`, () =>
      withServer({ nextLinks, basePath: 'prefix', pageSize: 5 }, async ({ ask }) => {
        assert.equal(at((await ask('GET', jobs)).json, 'next'), expected);
      }));
  }

  it('contain the host that the client requested', () =>
    withServer({ pageSize: 5 }, async ({ server }) => {
      const request = get(`${server.url}${jobs}`, {
        headers: { Host: 'demo.example:81', Authorization: `Token ${server.token}` },
      });
      const [response]: IncomingMessage[] = await once(request, 'response');
      assert.ok(response);
      assert.equal(at(await json(response), 'next'), `http://demo.example:81${jobs}?page=2`);
    }));

  it('can be filtered by name and enabled state', () =>
    withServer({ jobs: 23, pageSize: 5 }, async ({ server, ask }) => {
      for (const job of server.world.jobs.all()) job.enabled = job.id > 20;
      Object.assign(server.world.jobs.get(22) ?? {}, { name: 'Особая задача' });
      const enabled = await ask('GET', `${jobs}?enabled=true`);
      assert.deepEqual([at(enabled.json, 'count'), idsOf(enabled.json)], [3, [21, 22, 23]]);
      const found = await ask('GET', `${jobs}?search=${encodeURIComponent('особая')}`);
      assert.deepEqual(idsOf(found.json), [22]);
    }));
});
