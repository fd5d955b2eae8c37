import assert from 'node:assert/strict';
import { systemClock } from '../../src/base/clock.ts';
import type { Pagination } from '../demo/options.ts';
import { withDemo } from '../support/http/clients.ts';

/** Real time, so that requests can overlap on the server. */
const slow = { latencyMs: 5, clock: systemClock };

describe('many pages of the job list', () => {
  for (const pagination of ['page', 'offset'] as const) {
    it(`are fetched concurrently if links are by ${pagination}`, async () => {
      const { ids, mostInFlight, requests } = await readAll(pagination);
      assert.deepEqual(
        ids,
        Array.from({ length: 60 }, (_, index) => index + 1),
      );
      assert.ok(mostInFlight > 1 && mostInFlight <= 8, `${mostInFlight} in flight`);
      assert.equal(requests, 12);
    });
  }

  it('are fetched sequentially if links are cursors', async () => {
    const { ids, mostInFlight, requests } = await readAll('cursor');
    assert.deepEqual([ids.length, mostInFlight, requests], [60, 1, 12]);
  });

  it('are fetched only as far as needed', async () => {
    const { ids, requests } = await readAll('page', 3);
    assert.deepEqual([ids.length, requests], [15, 3]);
  });

  it('a cancel ends pending requests, and leaves nothing unhandled', async () => {
    await withDemo({ jobs: 60, pageSize: 5, ...slow }, async ({ client }) => {
      const controller = new AbortController();
      const pages = client.jobs.list({ signal: controller.signal, atMost: 100 });
      await pages.next();
      controller.abort();
      await assert.rejects(pages.next(), { name: 'AbortError' });
    });
  });
});

async function readAll(pagination: Pagination, atMost = Number.POSITIVE_INFINITY) {
  const ids: number[] = [];
  let mostInFlight = 0;
  let requests = 0;
  await withDemo({ jobs: 60, pageSize: 5, pagination, ...slow }, async ({ server, client }) => {
    let pages = 0;
    for await (const page of client.jobs.list({ atMost })) {
      ids.push(...page.items.map(job => job.id));
      pages += 1;
      if (pages >= atMost) break;
    }
    mostInFlight = server.requests.mostInFlight;
    requests = server.requests.total('job.list');
  });
  return { ids, mostInFlight, requests };
}
