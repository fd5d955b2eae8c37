import assert from 'node:assert/strict';
import { existing, itemsOf, pagesOf, withClient, withDemo } from '../support/http/clients.ts';

const allIds = Array.from({ length: 23 }, (_, index) => index + 1);

describe('job list: pages', () => {
  for (const pagination of ['page', 'offset', 'cursor'] as const) {
    for (const nextLinks of ['absolute', 'relative', 'internalHost'] as const) {
      for (const basePath of ['', '/fleet']) {
        const where = basePath === '' ? '' : ` under ${basePath}`;
        it(`${pagination}, ${nextLinks} links${where}: every job once, in order (decisions 1 and 7)`, () =>
          withDemo({ pagination, nextLinks, basePath, jobs: 23, pageSize: 5 }, async ({ server, client }) => {
            const pages = await pagesOf(client.jobs.list());
            assert.deepEqual(
              pages.map(page => page.items.length),
              [5, 5, 5, 5, 3],
            );
            assert.deepEqual(
              pages.flatMap(page => page.items.map(job => job.id)),
              allIds,
            );
            assert.equal(
              pages.every(page => page.total === 23),
              true,
            );
            assert.equal(server.requests.total('other'), 0);
          }));
      }
    }
  }

  it('none: a bare array is one complete page (decision 4)', () =>
    withDemo({ pagination: 'none', jobs: 23 }, async ({ client }) => {
      const pages = await pagesOf(client.jobs.list());
      assert.equal(pages.length, 1);
      assert.deepEqual([pages[0]?.items.length, pages[0]?.total, pages[0]?.next], [23, 23, undefined]);
    }));

  it('requests a page only when the caller needs it', () =>
    withDemo({ jobs: 23, pageSize: 5 }, async ({ server, client }) => {
      const pages = client.jobs.list();
      assert.equal(server.requests.total(), 0);
      await pages.next();
      assert.equal(server.requests.total(), 1);
      await pages.next();
      assert.equal(server.requests.total(), 2);
    }));

  it('sends the extra query of the job list unchanged, and `next` as the server sent it (decision 8)', () =>
    withDemo(
      { jobs: 23, pageSize: 5 },
      async ({ server, client }) => {
        assert.equal((await itemsOf(client.jobs.list())).length, 23);
        assert.deepEqual(
          server.requests.entries.map(entry => new URL(entry.path, server.url).search),
          [
            '?page_size=10&note=a+b%26c',
            '?page_size=10&note=a+b%26c&page=2',
            '?page_size=10&note=a+b%26c&page=3',
          ],
        );
      },
      { jobListQuery: { page_size: '10', note: 'a b&c' } },
    ));
});

describe('base URL (decision 1)', () => {
  for (const [basePath, slash] of [
    ['', ''],
    ['', '/'],
    ['/fleet/one', ''],
    ['/fleet/one', '/'],
    ['/fleet/one', '//'],
  ] as const) {
    it(`"${basePath}${slash}" in the URL leads to the same paths`, () =>
      withDemo({ basePath }, ({ server }) =>
        withClient({ baseUrl: server.url + slash, getToken: () => server.token }, async client => {
          await client.jobs.get(1);
          await client.groups.update(1, { name: 'A' });
          assert.deepEqual(
            server.requests.entries.map(entry => entry.path),
            [`${basePath}/automation/api/job/1/`, `${basePath}/account/api/group/1/`],
          );
        }),
      ));
  }

  for (const baseUrl of ['', 'devices.example', 'ftp://devices.example', 'https://u:p@devices.example']) {
    it(`rejects "${baseUrl}" before any request`, () =>
      assert.rejects(() => withClient({ baseUrl }, () => Promise.resolve()), TypeError));
  }
});

describe('older server (decision 5)', () => {
  it('reads missing fields and null text as absent, lists as empty', () =>
    withDemo({ legacy: true, awkward: true, pagination: 'none' }, async ({ server, client }) => {
      const stored = server.world.jobs.all();
      assert.ok(stored.some(job => job.params === ''));
      assert.ok(server.world.devices.all().some(device => device.hostname === ''));
      for (const [index, job] of (await itemsOf(client.jobs.list())).entries()) {
        const { name, params, peers } = existing(stored[index]);
        assert.deepEqual([job.name, job.params], [name, params]);
        assert.deepEqual([job.reports, job.report_formats], [[], []]);
        const devices = peers.map(id => ({ ...server.world.devices.get(id), connection: '' }));
        assert.deepEqual(job.peers, devices);
      }
    }));
});
