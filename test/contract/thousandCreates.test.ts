import assert from 'node:assert/strict';
import { isApiError, OutcomeError } from '../../src/api/errors/apiError.ts';
import { deviceNamed } from '../demo/devices.ts';
import { itemsOf, withClient, withDemo } from '../support/http/clients.ts';
import {
  closeAfterCommit,
  type Fault,
  gatewayAfterCommit,
  gatewayBefore,
  noFault,
  resetAfterCommit,
  resetBefore,
  startFaultProxy,
  truncateAfterCommit,
} from '../support/http/faultProxy.ts';
import { describeForManners } from '../support/http/manners.ts';

const lost: readonly Fault[] = [
  closeAfterCommit,
  resetAfterCommit,
  gatewayAfterCommit(502),
  gatewayAfterCommit(504),
  truncateAfterCommit,
  resetBefore,
  gatewayBefore(502),
];

/** `docs/reliability.md` reports 1,000 of each kind, which take half a minute. */
const creates = Number(process.env['CREATES'] ?? 250);
const lostShare = 0.2;

/** A seeded random generator, so that every run uses the same numbers. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

describeForManners(
  `${creates} creates with ${lostShare * 100} % lost responses (decision 21)`,
  function (manner) {
    this.timeout(120_000);
    for (const [kind, nameOf] of [
      ['each with its own name', (index: number) => `Job ${index}`],
      ['all with the same name', () => 'The same job'],
    ] as const) {
      it(`${kind}: no duplicates, and each is created, adopted or reported`, () =>
        withDemo({ manner, jobs: 5, pageSize: 1_000 }, async ({ server }) => {
          for (const name of ['PC-A', 'PC-B']) deviceNamed(server.world, name);
          const random = mulberry32(7);
          let faulty = 0;
          const proxy = await startFaultProxy(server.url, ({ method }) => {
            if (method !== 'POST' || random() >= lostShare) return noFault;
            faulty += 1;
            return lost[Math.floor(random() * lost.length)] ?? noFault;
          });
          const before = server.world.jobs.size;
          const ids = new Set<number>();
          let notDone = 0;
          try {
            await withClient({ baseUrl: proxy.url, getToken: () => server.token }, async client => {
              await itemsOf(client.jobs.list());
              for (let index = 0; index < creates; index++) {
                try {
                  ids.add(
                    (
                      await client.jobs.create({
                        name: nameOf(index),
                        policies: [2, 1, 2],
                        peers: ['PC-B', 'PC-A'],
                      })
                    ).id,
                  );
                } catch (error) {
                  assert.ok(isApiError(error) && error instanceof OutcomeError);
                  assert.equal(error.outcome, 'notDone');
                  notDone += 1;
                }
              }
            });
            const posts = proxy.requests.filter(request => request.method === 'POST').length;
            assert.ok(faulty > creates * 0.1, String(faulty));
            assert.ok(notDone > creates * 0.01, String(notDone));
            assert.equal(posts, creates);
            // Every job on the server was returned to exactly one caller, and every other caller was notified that none
            // was created.
            assert.equal(ids.size + notDone, creates);
            assert.equal(server.world.jobs.size - before, ids.size);
          } finally {
            await proxy.close();
          }
        }));
    }
  },
);
