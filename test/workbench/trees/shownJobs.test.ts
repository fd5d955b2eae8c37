import assert from 'node:assert/strict';
import type { JobsNode } from '../../../src/workbench/trees/nodes.ts';
import type { ShownJobs } from '../../../src/workbench/trees/shownJobs.ts';
import { statusError } from '../../store/support/fakes.ts';
import { patchJob } from '../../support/writes.ts';
import { withShown } from './support/shownSetup.ts';

describe('the rows that are redrawn', () => {
  it('are those of a job that changed', () =>
    withShown(async ({ session, redrawn }) => {
      const rows = redrawn();
      await patchJob(session, 2, { name: 'Other' });
      assert.deepEqual(await rows, [2]);
    }));

  it('are all when the list has other jobs', () =>
    withShown(async ({ memoryServer, session, redrawn, texts }) => {
      const rows = redrawn();
      memoryServer.jobs.set(4, { name: 'Job 4', policies: [5] });
      await session.jobs.refresh();
      assert.equal(await rows, 'all');
      assert.ok(texts() > 0);
    }));

  it('are only those of sections when the list has other jobs within them', () =>
    withShown(
      async ({ memoryServer, session, redrawn }) => {
        const rows = redrawn();
        memoryServer.jobs.delete(3);
        await session.jobs.refresh();
        assert.deepEqual(await rows, ['failed', 'succeeded']);
      },
      { grouping: 'status' },
    ));

  it('are none if only texts around them change', () =>
    withShown(async ({ session, shown, texts }) => {
      shown.onDidChange(() => assert.fail('nothing is redrawn'));
      session.outage.failed(statusError(503));
      assert.equal(texts(), 1);
    }));

  it('are those of a job with another status', () =>
    withShown(async ({ redrawn, readStatuses }) => {
      const rows = redrawn();
      await readStatuses({ 1: 'running' });
      assert.deepEqual(await rows, [1]);
    }));

  it('are all when a status changes which jobs match the filter', () =>
    withShown(
      async ({ redrawn, readStatuses }) => {
        const rows = redrawn();
        await readStatuses({ 1: 'running' });
        await readStatuses({ 1: 'failed' });
        assert.equal(await rows, 'all');
      },
      { text: '@failed' },
    ));

  it('are the sections of a job that moves', () =>
    withShown(
      async ({ redrawn, readStatuses }) => {
        const rows = redrawn();
        await readStatuses({ 3: 'finished' });
        assert.deepEqual(await rows, ['failed', 'succeeded']);
      },
      { grouping: 'status' },
    ));

  it('are the visible ones of enabled jobs when their schedule text is available', () =>
    withShown(
      async ({ shown, session, redrawn }) => {
        const rows = redrawn();
        const { params = '' } = session.jobs.get(1) ?? {};
        assert.equal(shown.scheduleText(params), '');
        assert.deepEqual(await rows, [1, 3]);
        assert.equal(shown.scheduleText(params), 'No schedule');
      },
      { isFirst: true },
    ));

  it('are none of a server that is no longer shown', () =>
    withShown(async ({ session, shown, texts }) => {
      shown.onDidChange(() => assert.fail('it is another server'));
      shown.dispose();
      await patchJob(session, 2, { name: 'Other' });
      session.outage.failed(statusError(503));
      assert.equal(texts(), 0);
      assert.equal(session.statuses.isInView, false);
    }));
});

describe('what the user can see of the jobs', () => {
  const row = (jobId: number) => ({ kind: 'job', serverId: 'plant', jobId }) as const;
  const part = (jobId: number): JobsNode => ({ ...row(jobId), kind: 'jobPart', part: 'targets' }) as const;

  /** Records what is reported to the store. */
  const withInterests = (
    use: (
      shown: InstanceType<typeof ShownJobs>,
      interests: unknown[],
      next: () => Promise<void>,
    ) => Promise<void>,
  ) =>
    withShown(async ({ session, shown }) => {
      const interests: unknown[] = [];
      let report = (): void => undefined;
      session.statuses.setInterest = (kind, ids) => {
        interests.push([kind, ids]);
        report();
      };
      await use(shown, interests, () => new Promise(resolve => (report = resolve)));
    });

  it('is reported once VS Code has the rows, for those that it received last', () =>
    withInterests(async (shown, interests, next) => {
      shown.reportVisible();
      shown.reportVisible();
      assert.deepEqual(interests, []);
      await next();
      assert.deepEqual(interests, [['visible', [1, 2, 3]]]);
    }));

  it('includes selected rows, unless there are very many', () =>
    withInterests(async (shown, interests) => {
      shown.select([row(7), { kind: 'readStatuses', serverId: 'plant' }, row(8)]);
      assert.deepEqual(interests.splice(0), [['selected', [7, 8]]]);
      shown.select(Array.from({ length: 51 }, (_, index) => row(index)));
      assert.deepEqual(interests, [['selected', Array.from({ length: 50 }, (_, index) => index)]]);
    }));

  it('includes expanded jobs', () =>
    withInterests(async (shown, interests) => {
      shown.expand(row(7));
      shown.expand(part(8));
      shown.collapse(part(7));
      shown.collapse(row(7));
      const ids = [[7], [7], [7], []];
      assert.deepEqual(
        interests,
        ids.map(expanded => ['expanded', expanded]),
      );
    }));
});

describe('the row of a named filter', () => {
  const failed = { name: 'Failed', filter: '@failed' };

  it('has the number of jobs that match, and of how many this is known', () =>
    withShown(
      async ({ shown, roots, redrawn, clock, memoryServer, session, readStatuses }) => {
        const description = () => shown.counts.row(failed, '').description;
        /** Resolves once rows are redrawn with this text. */
        const until = async (text: string) => {
          while (description() !== text) {
            const redraw = redrawn();
            clock.advance(1_000);
            await redraw;
          }
        };
        assert.deepEqual(await roots(), ['namedFilter', 1, 2, 3]);
        shown.reportVisible();
        assert.equal(description(), undefined, 'it is counted later');
        await until('2');
        memoryServer.jobs.set(4, { name: 'Job 4', policies: [5] });
        await session.jobs.refresh();
        await until('2; 3 of 4 jobs known');
        await readStatuses({ 4: 'failed' });
        await until('3');
      },
      { named: [failed] },
    ));

  it('applies the filter, and clears it if it is the present one', () =>
    withShown(
      async ({ shown }) => {
        const texts = ['', '@failed'].map(present => shown.counts.row(failed, present).command?.arguments);
        assert.deepEqual(texts, [[{ text: '@failed' }], [{ text: '' }]]);
      },
      { named: [failed] },
    ));
});
