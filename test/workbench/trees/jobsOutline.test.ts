import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { Arrangement } from '../../../src/store/filter/jobArrangement.ts';
import type { JobPin } from '../../../src/workbench/servers/pins.ts';
import type { JobsNode } from '../../../src/workbench/trees/nodes.ts';
import { filterTerms } from '../../house/support/filterTerms.ts';
import { job } from '../../store/support/fakes.ts';
import { range } from '../../store/support/simulatedFleet.ts';
import { itWith } from '../../support/withContributions.ts';
import { createJob, removeJob } from '../../support/writes.ts';
import { withMemoryServer } from '../commands/support/memoryServer.ts';

const { Schedules } = await import('../../../src/workbench/servers/schedules.ts');
const { readFilter } = await import('../../../src/workbench/trees/filterWords.ts');
const { arrangeSession, JobsOutline } = await import('../../../src/workbench/trees/jobsOutline.ts');

const serverId = 'plant';
const pins: JobPin[] = [];
const pinnedJobs = { get: () => pins, set: () => undefined };
const arrangeParts = { schedules: new Schedules(), filterTerms, pinnedJobs, namedFilters: { all: [] } };

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** An outline of jobs with these statuses; those without one have not been read. */
function withJobs(
  statuses: Readonly<Record<number, string | undefined>>,
  use: (given: Given & ReturnType<typeof setup>) => Promise<void>,
) {
  return withMemoryServer(async given => {
    const { memoryServer, session } = given;
    for (const id of Object.keys(statuses))
      memoryServer.jobs.set(Number(id), { name: `Job ${id}`, policies: [1] });
    await session.jobs.refresh();
    const parts = setup(given);
    for (const [id, status] of Object.entries(statuses))
      if (status !== undefined) await parts.read(Number(id), status);
    await use({ ...given, ...parts });
  });
}

function setup({ memoryServer, session }: Given) {
  const outline = new JobsOutline(session, arrangeParts);
  /** The top-level rows in short form: the ID of a job, the key of a section, or the kind. */
  const roots = async (arrangement = arranged()) =>
    (await outline.roots(arrangement)).map(node =>
      node.kind === 'job' ? node.jobId : node.kind === 'section' ? node.key : node.kind,
    );
  const read = (id: number, status: string) => {
    memoryServer.statuses.set(id, status);
    return session.statuses.read(id);
  };
  return { outline, roots, read };
}

function arranged({
  text = '',
  ...rest
}: Partial<Arrangement> & { readonly text?: string } = {}): Arrangement {
  return { filter: readFilter(text, filterTerms), sort: 'server', grouping: 'none', ...rest };
}

const byStatus = arranged({ grouping: 'status' });
const section = (key: string) => ({ kind: 'section', serverId, grouping: 'status', key }) as const;
const unread = (count: number) => Object.fromEntries(range(1, count).map(id => [id, undefined]));

describe('the rows of the jobs', () => {
  it('are the jobs, then entries that cannot be read', () =>
    withJobs(unread(4), async ({ memoryServer, session, outline, roots }) => {
      memoryServer.pageSize = 3;
      memoryServer.jobs.set(3, { name: 'Odd', policies: 'all' });
      await session.jobs.refresh();
      assert.deepEqual(await roots(), [1, 2, 'unreadable']);
      assert.deepEqual([outline.found, outline.visibleIds.length], [2, 2]);
    }));

  it('offer to read statuses while the arrangement needs unread ones', () =>
    withJobs({ 1: 'failed', 2: undefined }, async ({ roots, read }) => {
      const needing = [{ text: '@failed' }, { sort: 'status' }, { grouping: 'status' }] as const;
      const offers = async (more: Parameters<typeof arranged>[0]) =>
        (await roots(arranged(more))).includes('readStatuses');
      for (const more of needing) assert.equal(await offers(more), true);
      assert.equal(await offers({ sort: 'name' }), false);
      await read(2, 'failed');
      for (const more of needing) assert.equal(await offers(more), false);
    }));

  it('are limited to two hundred at first', () =>
    withJobs(unread(201), async ({ outline, roots }) => {
      assert.deepEqual((await roots()).slice(199), [200, 'showMore']);
      assert.equal(outline.visibleIds.length, 200);
      outline.rows.raiseLimit(outline.rootId);
      assert.deepEqual((await roots()).slice(199), [200, 201]);
    }));

  it('are filtered and sorted by statuses, targets and the next run of enabled jobs', () =>
    withJobs({ 1: 'finished', 2: 'failed', 3: 'running' }, async ({ memoryServer, session, roots }) => {
      const yearly = (year: number) => `DTSTART:${year}0101T000000Z`;
      memoryServer.jobs.set(1, { name: 'Late', policies: [1], params: yearly(2999) });
      memoryServer.jobs.set(2, { name: 'Never', policies: [1], params: yearly(2997), enabled: false });
      memoryServer.jobs.set(3, {
        name: 'Soon',
        policies: [1],
        params: yearly(2998),
        peers: [{ hostname: 'PC-1' }],
      });
      await session.jobs.refresh();
      assert.deepEqual(await roots(arranged({ sort: 'nextRun' })), [3, 1, 2]);
      assert.deepEqual(await roots(arranged({ sort: 'status' })), [3, 2, 1]);
      assert.deepEqual(await roots(arranged({ text: 'device pc-1' })), [3]);
      assert.deepEqual(await roots(arranged({ text: '@failed' })), [2]);
      const found = await arrangeSession(session, arranged({ text: 'device pc-1 @executing' }), arrangeParts);
      assert.deepEqual(
        found.jobs.map(({ name }) => name),
        ['Soon'],
      );
    }));

  it('start with pinned jobs in every order, and with their section in every grouping', () =>
    withJobs({ 1: 'finished', 2: 'failed', 3: 'running' }, async ({ outline, roots }) => {
      pins.push(...[1, 9].map(id => ({ id, name: `Job ${id}`, params: '' })));
      try {
        for (const sort of ['server', 'name', 'status', 'nextRun', 'enabled'] as const)
          assert.equal((await roots(arranged({ sort })))[0], 1, sort);
        assert.deepEqual(await roots(byStatus), ['pinned', 'running', 'failed', 'succeeded']);
        assert.equal(outline.inSection(section('pinned')).length, 1);
        assert.equal(outline.inSection(section('succeeded')).length, 1);
        assert.deepEqual(
          [1, 2, 9].map(id => outline.isPinned(id)),
          [true, false, false],
        );
        assert.deepEqual(await roots(arranged({ text: '@failed' })), [2]);
      } finally {
        pins.length = 0;
      }
    }));

  describe('are filtered', () => {
    const peers = [{ hostname: 'PC-1' }];
    const hourly = 'DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY';
    const over = 'DTSTART:20200101T000000Z\nRRULE:FREQ=DAILY;UNTIL=20200201T000000Z';
    const rows = (use: (found: (text: string) => Promise<unknown>) => Promise<void>) =>
      withJobs({}, async ({ memoryServer, session, roots }) => {
        const add = (id: number, fields: object) =>
          memoryServer.jobs.set(id, { name: `Job ${id}`, policies: [id], ...fields });
        add(1, { params: hourly, peers });
        add(2, { params: hourly, groups: [5] });
        add(3, { params: hourly, peers: [{ hostname: 'PC-2' }] });
        add(4, { params: hourly, peers, enabled: false });
        add(5, { params: over, policies: [1] });
        add(6, { name: ' job 5', params: '' });
        add(7, { params: hourly, policies: [3], peers: [{ hostname: 'pc-2' }] });
        memoryServer.groups.set(5, { name: 'Lab', server_set: peers });
        await Promise.all([session.jobs.refresh(), session.groups.refresh()]);
        await use(text => roots(arranged({ text })));
      });

    it('by what has ended or is a duplicate', () =>
      rows(async found => {
        assert.deepEqual(await found('@ended'), [5]);
        assert.deepEqual(await found('@duplicate'), [3, 5, 6, 7]);
      }));

    itWith('timeline', 'by what clashes', () =>
      rows(async found => {
        assert.deepEqual(await found('@clash'), [1, 2, 3, 7]);
        assert.deepEqual(await found('-@clash -@duplicate'), [4]);
      }),
    );
  });

  it('end with the groups whose IDs a filter by targets needs', () =>
    withJobs({}, async ({ memoryServer, session, roots }) => {
      memoryServer.hidesIds = true;
      memoryServer.groups.set(5, { name: 'Lab', server_set: [{ hostname: 'PC-1' }] });
      memoryServer.jobs.set(1, { name: 'Direct', peers: [{ hostname: 'PC-1' }] });
      memoryServer.jobs.set(2, { name: 'Through', groups: [5] });
      await Promise.all([session.jobs.refresh(), session.groups.refresh()]);
      assert.deepEqual(await roots(arranged({ text: 'device PC-1' })), [1, 'findGroupIds']);
      await session.groups.identity.resolveFromJobs();
      const again = arranged({ text: 'device PC-1' });
      assert.deepEqual(await roots(again), [1, 2]);
    }));

  it('keep their order while statuses change, until they are arranged again', () =>
    withJobs({ 1: 'finished', 2: 'finished' }, async ({ outline, roots, read }) => {
      const arrangement = arranged({ sort: 'status' });
      await roots(arrangement);
      await read(2, 'running');
      assert.deepEqual(await roots(arrangement), [1, 2]);
      outline.invalidate();
      assert.deepEqual(await roots(arrangement), [2, 1]);
    }));

  it('stay the same objects when the list changes', () =>
    withJobs(unread(2), async ({ session, outline }) => {
      const [first, second] = await outline.roots(arranged());
      const { id } = await createJob(session, { name: 'New', policies: [1] });
      await removeJob(session, 1);
      const after = await outline.roots(arranged());
      assert.equal(after[0], second);
      assert.deepEqual(after[1], { kind: 'job', serverId, jobId: id });
      assert.equal(first !== undefined && outline.nodesOf(1).length, 0);
    }));

  it('are those of the later arrangement when one overtakes another', () =>
    withJobs(unread(5_000), async ({ session, outline }) => {
      await session.jobs.whole();
      const before = outline.roots(arranged({ sort: 'name' }));
      const after = await outline.roots(arranged({ text: '#12' }));
      await before;
      assert.deepEqual([outline.found, after.length, outline.visibleIds], [1, 1, [12]]);
    }));
});

describe('the rows of the jobs by section', () => {
  it('are the sections, and below each its jobs', () =>
    withJobs({ 1: 'finished', 2: 'failed', 3: 'failed', 4: undefined }, async ({ outline, roots }) => {
      assert.deepEqual(await roots(byStatus), ['failed', 'succeeded', 'notRead', 'readStatuses']);
      const failed = [2, 3].map(jobId => ({ kind: 'job', serverId, jobId, section: 'status/failed' }));
      assert.deepEqual(outline.inSection(section('failed')), failed);
      assert.deepEqual(outline.inSection(section('stopped')), []);
      assert.deepEqual(outline.nodesOf(2), failed.slice(0, 1));
    }));

  it('are visible while their section is expanded', () =>
    withJobs({ 1: 'finished', 2: 'failed', 3: 'failed' }, async ({ outline, roots }) => {
      await roots(byStatus);
      assert.deepEqual(outline.visibleIds, []);
      for (const key of ['failed', 'succeeded']) outline.inSection(section(key));
      assert.deepEqual(outline.visibleIds, [2, 3, 1]);
      outline.collapsed(section('failed'));
      assert.deepEqual(outline.visibleIds, [1]);
    }));

  it('move when a listed job belongs in another section', () =>
    withJobs({ 1: 'finished', 2: 'failed' }, async ({ session, outline, roots, read }) => {
      await roots(byStatus);
      assert.equal(outline.hasMoved([1, 2]), false);
      session.jobs.upsert(job(1, { name: 'Renamed' }));
      assert.equal(outline.hasMoved([1, 2]), false);
      await read(1, 'failed');
      assert.deepEqual([outline.hasMoved([2]), outline.hasMoved([2, 1])], [false, true]);
      await removeJob(session, 1);
      assert.equal(outline.hasMoved([1]), false);
    }));

  it('do not move when the sections do not depend on statuses', () =>
    withJobs({ 1: 'finished' }, async ({ outline, roots, read }) => {
      for (const arrangement of [arranged({ grouping: 'schedule' }), arranged()]) {
        await roots(arrangement);
        await read(1, 'failed');
        assert.equal(outline.hasMoved([1]), false);
      }
    }));

  it('are redrawn by section, unless the sections themselves change', () =>
    withJobs({ 1: 'finished', 2: 'failed', 3: 'failed' }, async ({ outline, read }) => {
      const before: readonly JobsNode[] = await outline.roots(byStatus);
      await read(3, 'finished');
      const changed = await outline.rearrange();
      assert.deepEqual([changed, changed?.[0] === before[0]], [before, true]);
      assert.equal(outline.section('succeeded')?.jobs.length, 2);
      await read(3, 'running');
      assert.equal(await outline.rearrange(), undefined);
    }));
});
