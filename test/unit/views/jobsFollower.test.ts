import assert from 'node:assert/strict';
import type { JobsFollowerParts } from '../../../src/views/jobsFollower.ts';
import type { JobsNode } from '../../../src/views/nodes.ts';
import { patchJob } from '../../support/writes.ts';
import { withPlant } from '../commands/support/plant.ts';
import { settled, statusError } from '../store/support/fakes.ts';

const { Schedules } = await import('../../../src/servers/schedules.ts');
const { readFilter } = await import('../../../src/views/filterWords.ts');
const { JobsFollower } = await import('../../../src/views/jobsFollower.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

/** Disposed after each test: their timers would keep the process running. */
const followers: { dispose(): void }[] = [];

/** What is redrawn in rows of jobs 1 to 3 on the plant, of which the second is disabled. */
async function desk({ session, plant }: Given) {
  for (const id of [1, 2, 3]) plant.jobs.set(id, { name: `Job ${id}`, policies: [5], enabled: id !== 2 });
  await session.jobs.refresh();
  const redrawn: string[] = [];
  let flushed = (): void => undefined;
  /** Resolves when pending rows are redrawn at once. */
  const flush = new Promise<void>(resolve => (flushed = resolve));
  /** The jobs that are now in another section, and what to redraw for that. */
  const moved = new Set<number>();
  const arrangedAgain: { sections: JobsNode[] | undefined } = { sections: undefined };
  const outline: JobsFollowerParts['outline'] = {
    visibleIds: [1, 2, 3],
    revision: session.jobs.revision,
    nodesOf: (_: string, jobId: number) => [{ kind: 'job', serverId: 'plant', jobId }],
    invalidate: () => void redrawn.push('invalid'),
    hasMoved: (_: unknown, ids: readonly number[]) => ids.some(id => moved.has(id)),
    rearrange: async () => arrangedAgain.sections,
  };
  const textOf = (node: JobsNode) => ('jobId' in node ? String(node.jobId) : node.kind);
  const arranged = { filter: readFilter(''), sort: 'server', grouping: 'none' } as const;
  let arrangement: { readonly filter: ReturnType<typeof readFilter> } = arranged;
  const follower = new JobsFollower({
    schedules: new Schedules(),
    outline,
    redraws: {
      add: (nodes: readonly JobsNode[]) => {
        if (nodes.length > 0) redrawn.push(nodes.map(textOf).join());
      },
      addAll: () => void redrawn.push('all'),
      flush: () => flushed(),
    },
    arrangement: () => ({ ...arranged, ...arrangement }),
    onFrameChanged: ({ server }) => void redrawn.push(`frame of ${server.id}`),
  });
  followers.push(follower);
  follower.follow(session);
  const filter = (text: string) => {
    arrangement = { filter: readFilter(text) };
  };
  return { follower, redrawn, moved, arrangedAgain, filter, flush };
}

/** Resolves when the new status of the job is reported. */
async function readStatus({ session }: Given, id: number): Promise<void> {
  const changed = new Promise<void>(resolve => session.statuses.onDidChange(() => resolve()));
  await session.statuses.read(id);
  await changed;
  await settled();
}

describe('the rows of jobs that are redrawn', () => {
  afterEach(() => {
    for (const follower of followers.splice(0)) follower.dispose();
  });

  it('are those of a job that changed', () =>
    withPlant(async given => {
      const { redrawn } = await desk(given);
      await patchJob(given.session, 2, { name: 'Other' });
      assert.deepEqual([...new Set(redrawn)], ['2']);
    }));

  it('are all when the listed jobs change', () =>
    withPlant(async given => {
      const { redrawn } = await desk(given);
      given.plant.jobs.set(4, { name: 'Job 4', policies: [5] });
      await given.session.jobs.refresh();
      assert.ok(redrawn.includes('all'));
      assert.equal(redrawn.at(-1), 'frame of plant');
    }));

  it('are none if the list is unchanged, apart from its texts', () =>
    withPlant(async given => {
      const { redrawn } = await desk(given);
      await given.session.jobs.refresh();
      assert.deepEqual([...new Set(redrawn)], ['frame of plant']);
      redrawn.length = 0;
      given.session.outage.failed(statusError(503));
      assert.deepEqual(redrawn, ['frame of plant']);
    }));

  it('are those of a job with another status, and of sections that it left', () =>
    withPlant(async given => {
      const { redrawn, moved, arrangedAgain } = await desk(given);
      await readStatus(given, 1);
      assert.deepEqual(redrawn.splice(0), ['1', 'frame of plant']);
      moved.add(3);
      await readStatus(given, 3);
      assert.deepEqual(redrawn.splice(0), ['3', 'frame of plant', 'all'], 'there are other sections');
      arrangedAgain.sections = [{ kind: 'section', serverId: 'plant', grouping: 'status', key: 'failed' }];
      given.plant.statuses.set(3, 'failed');
      await readStatus(given, 3);
      assert.deepEqual(redrawn, ['3', 'frame of plant', 'section']);
    }));

  it('are all rows with another status if a filter needs it', () =>
    withPlant(async given => {
      const { redrawn, filter } = await desk(given);
      filter('@failed');
      await readStatus(given, 1);
      assert.deepEqual(redrawn, ['1', 'frame of plant', 'invalid', 'all']);
    }));

  it('are those that are visible and enabled when their schedule text is available', () =>
    withPlant(async given => {
      const { follower, redrawn, flush } = await desk(given);
      const { params = '' } = given.session.jobs.get(1) ?? {};
      assert.equal(follower.scheduleText(params), '');
      await flush;
      assert.equal(follower.scheduleText(params), 'No schedule');
      assert.deepEqual(redrawn, ['1,3']);
    }));

  it('exclude those of a server that is no longer visible', () =>
    withPlant(async given => {
      const { follower, redrawn } = await desk(given);
      assert.equal(follower.session, given.session);
      follower.follow(undefined);
      assert.equal(follower.session, undefined);
      assert.equal(follower.scheduleText(''), '');
      await patchJob(given.session, 2, { name: 'Other' });
      given.session.outage.failed(statusError(503));
      assert.deepEqual(redrawn, []);
    }));
});
