import assert from 'node:assert/strict';
import { createClient } from '../../src/api/client.ts';
import { ContractError } from '../../src/api/errors/apiError.ts';
import { rowCount } from '../../src/api/resources/listPage.ts';
import { systemClock } from '../../src/base/clock.ts';
import { JobStore } from '../../src/store/jobs/jobStore.ts';
import { ownTransport, scriptToken } from '../support/http/clients.ts';
import { body, json } from '../support/http/responders.ts';
import { type Responder, withScript } from '../support/http/scriptedServer.ts';
import { deviceWire } from '../support/http/wire.ts';

/** Reads the list of a server that responds like this; counts how often other work runs in the meantime. */
async function readJobs(responder: Responder, use: (jobs: JobStore, turns: number) => void): Promise<void> {
  await withScript(async server => {
    const client = createClient({
      baseUrl: server.url,
      getToken: () => scriptToken,
      transport: ownTransport(),
    });
    const jobs = new JobStore(client.jobs, systemClock);
    let turns = 0;
    let isOver = false;
    const turn = () => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    turn();
    try {
      await jobs.refresh();
      use(jobs, turns);
    } finally {
      isOver = true;
      jobs.dispose();
      await client.close();
    }
  }, responder);
}

const zeros = (count: number) => body(`{"results":[${'0,'.repeat(count - 1)}0]}`);

describe('a list of a hostile server', () => {
  it('of half a million rows that are not jobs is counted, and a hundred of them are stored', () =>
    readJobs(zeros(500_000), ({ unreadable, loadedCount }, turns) => {
      assert.equal(loadedCount, 0);
      assert.equal(unreadable.length, 101);
      assert.equal(unreadable.at(-1)?.more, 499_900);
      assert.equal(rowCount({ items: [], unreadable }), 500_000);
      // How often depends on the machine, because each slice of work is limited by time.
      assert.ok(turns > 3, `other work got its turn ${turns} times`);
    }));

  it('whose pages begin again after a hundred is rejected, however they are read', async () => {
    await withScript(
      async server => {
        const client = createClient({
          baseUrl: server.url,
          getToken: () => scriptToken,
          transport: ownTransport(),
        });
        const jobs = new JobStore(client.jobs, systemClock);
        await assert.rejects(
          jobs.whole(),
          (error: unknown) => error instanceof ContractError && error.problem.code === 'pageLoop',
        );
        assert.equal(jobs.loadedCount, 100);
        jobs.dispose();
        await client.close();
      },
      ...Array.from({ length: 100 }, (_, index) => {
        const next = `/automation/api/job/?cursor=${index < 99 ? index + 2 : 2}`;
        return json({ count: 200, next, results: [{ id: index + 1, name: 'Job' }] });
      }),
    );
  });

  it('of 100,000 jobs as a bare array is read whole', () =>
    readJobs(
      json(Array.from({ length: 100_000 }, (_, index) => ({ id: index + 1, name: 'Nightly' }))),
      ({ loadedCount, unreadable }) => assert.deepEqual([loadedCount, unreadable], [100_000, []]),
    ));

  it('shows a job of 30,000 devices, and one of ten megabytes', () =>
    readJobs(
      json({
        results: [
          {
            id: 1,
            name: 'Everywhere',
            peers: Array.from({ length: 30_000 }, (_, id) => deviceWire(id, { addr: null })),
          },
          { id: 2, name: 'Notes', notes: ['x', 'y', 'z'].map(letter => letter.repeat(3_400_000)) },
        ],
      }),
      ({ jobs, unreadable }) =>
        assert.deepEqual([jobs.map(({ peers }) => peers.length), unreadable], [[30_000, 0], []]),
    ));

  it('with one job of five megabytes shows the others', () =>
    readJobs(
      json({ results: [{ id: 1 }, { id: 2, name: 'x'.repeat(5_000_000) }, { id: 3 }] }),
      ({ jobs, unreadable }) => {
        assert.deepEqual(
          jobs.map(({ id }) => id),
          [1, 3],
        );
        assert.match(String(unreadable[0]?.raw), /^\(50\d+ bytes\)$/);
      },
    ));

  it('of millions of elements is reported as too large', () =>
    assert.rejects(
      readJobs(zeros(5_000_000), () => undefined),
      (error: unknown) => error instanceof ContractError && error.problem.code === 'excessive',
    ));

  it('with a job of a million wrong IDs reports the first one', () =>
    readJobs(json({ results: [{ id: 1, groups: Array.from({ length: 300_000 }, () => 'x') }] }), jobs =>
      assert.equal(jobs.unreadable[0]?.problem?.path, 'groups[0]'),
    ));
});
