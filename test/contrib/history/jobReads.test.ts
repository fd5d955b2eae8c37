import assert from 'node:assert/strict';
import type { Job } from '../../../src/api/model/job.ts';
import { History } from '../../../src/contrib/history/common/history.ts';
import { JobReads } from '../../../src/contrib/history/common/jobReads.ts';
import { JobStore } from '../../../src/store/jobs/jobStore.ts';
import { job, jobsApi, settled, startMs } from '../../store/support/fakes.ts';
import { createManualClock } from '../../support/manualClock.ts';

describe('what is read of jobs', () => {
  async function withReads(
    use: (given: {
      readonly store: JobStore;
      readonly history: History;
      readonly server: Map<number, Job>;
      readonly pass: (ms: number) => Promise<void>;
    }) => Promise<void>,
  ) {
    const clock = createManualClock(startMs);
    const server = new Map([1, 2].map(id => [id, job(id)]));
    const store = new JobStore(
      jobsApi({
        list: async function* () {
          yield { items: [...server.values()], unreadable: [], total: server.size, next: undefined };
        },
      }),
      clock,
    );
    const history = new History({ extraWords: () => new Map() });
    const reads = new JobReads(store, history, () => clock.now(), clock);
    const pass = async (ms: number) => {
      clock.advance(ms);
      for (let turn = 0; turn < 5; turn++) await settled();
    };
    await use({ store, history, server, pass });
    reads.dispose();
    store.dispose();
  }

  it('is recorded a while after it was read, by the time at which the whole list was read', () =>
    withReads(async ({ store, history, server, pass }) => {
      await store.refresh();
      assert.deepEqual(history.past(1).facts, []);
      await pass(5_000);
      assert.equal(history.past(1).facts.length, 1);
      await pass(3_600_000);
      await store.refresh();
      await pass(5_000);
      server.set(1, job(1, { enabled: false }));
      await pass(3_600_000);
      await store.refresh();
      await pass(5_000);
      const times = history
        .past(1)
        .facts.map(({ facts, readMs, confirmedMs }) => [
          facts.isEnabled,
          readMs - startMs,
          confirmedMs - startMs,
        ]);
      assert.deepEqual(times, [
        [true, 0, 3_605_000],
        [false, 7_210_000, 7_210_000],
      ]);
    }));

  it('says nothing about other jobs when one of them is read', () =>
    withReads(async ({ store, history, pass }) => {
      await store.refresh();
      await pass(5_000);
      await pass(3_600_000);
      store.upsert(job(1, { enabled: false }));
      await pass(5_000);
      assert.deepEqual(
        [1, 2].map(id => history.past(id).facts.map(({ confirmedMs }) => confirmedMs - startMs)),
        [[0, 3_605_000], [0]],
      );
    }));
});
