import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { Arrangement } from '../../../src/store/jobs/jobArrangement.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import type { JobsNode } from '../../../src/views/nodes.ts';
import { json } from '../../support/http/responders.ts';
import { withScript } from '../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../support/http/wire.ts';
import { createJob, removeJob } from '../../support/writes.ts';
import { withPlant } from '../commands/support/plant.ts';
import { job } from '../store/support/fakes.ts';
import { range } from '../store/support/simulatedFleet.ts';
import { sessionOf } from './support/sessions.ts';

const { Schedules } = await import('../../../src/servers/schedules.ts');
const { readFilter } = await import('../../../src/views/filterWords.ts');
const { JobsOutline, rootId } = await import('../../../src/views/jobsOutline.ts');
const { Rows } = await import('../../../src/views/rows.ts');

/** The session of a server with these jobs, all loaded. */
async function withSession(ids: readonly number[], use: (session: ServerSession) => Promise<void>) {
  await withScript(async server => {
    server.otherwise(json(pageWire(ids.map(id => jobWire(id)))));
    const session = sessionOf(String(server.port), server);
    await session.jobs.refresh();
    await use(session).finally(() => session.dispose());
  });
}

function withTwo(use: (first: ServerSession, second: ServerSession) => Promise<void>) {
  return withSession(many, first => withSession([7], second => use(first, second)));
}

const many = range(1, 5_000);
const byName = (text = ''): Arrangement => ({ filter: readFilter(text), sort: 'name', grouping: 'none' });
const byStatus = (): Arrangement => ({ filter: readFilter(''), sort: 'name', grouping: 'status' });

describe('the rows of the jobs, when one arrangement overtakes another', () => {
  it('are those of the later one', () =>
    withSession(many, async session => {
      const outline = new JobsOutline(new Rows(), new Schedules());
      const before = outline.roots(session, byName());
      const after = await outline.roots(session, byName('#12'));
      await before;
      assert.deepEqual([outline.found, after.length, outline.visibleIds], [1, 1, [12]]);
    }));

  it('are those of the server that is shown now', () =>
    withTwo(async (first, second) => {
      const outline = new JobsOutline(new Rows(), new Schedules());
      const before = outline.roots(first, byName());
      outline.clear();
      await outline.roots(second, byName());
      assert.deepEqual(await before, []);
      assert.deepEqual([outline.found, outline.visibleIds], [1, [7]]);
    }));

  it('below statuses are those of the server that is shown now', () =>
    withTwo(async (first, second) => {
      const outline = new JobsOutline(new Rows(), new Schedules());
      const arrangement = byStatus();
      await outline.roots(first, arrangement);
      const before = outline.rearrange(first, arrangement);
      outline.clear();
      await outline.roots(second, arrangement);
      await before;
      assert.equal(outline.section('notRead')?.jobs.length, 1);
    }));
});

describe('rows below statuses', () => {
  it('do not move when only the description of a job has changed', () =>
    withSession([1, 2], async session => {
      const outline = new JobsOutline(new Rows(), new Schedules());
      await outline.roots(session, byStatus());
      session.jobs.upsert(job(1, { name: 'Renamed' }));
      assert.equal(outline.hasMoved(session, [1, 2]), false);
    }));
});

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

/** The jobs outline of a server in memory. */
function withOutline(use: (given: Given & ReturnType<typeof outlineOf>) => Promise<void>) {
  return withPlant(given => use({ ...given, ...outlineOf(given) }));
}

function outlineOf({ plant, session }: Given) {
  const rows = new Rows<JobsNode>();
  const outline = new JobsOutline(rows, new Schedules());
  /** Loads jobs by ID and status; those without a status have not been read. */
  const load = async (statuses: Readonly<Record<number, string | undefined>>) => {
    for (const [id, status] of Object.entries(statuses)) {
      plant.jobs.set(Number(id), { name: `Job ${id}`, policies: [1] });
      if (status !== undefined) plant.statuses.set(Number(id), status);
    }
    await session.jobs.refresh();
    for (const [id, status] of Object.entries(statuses))
      if (status !== undefined) await session.statuses.read(Number(id));
  };
  return { rows, outline, load };
}

const arranged = (more: Partial<Arrangement> & { readonly text?: string } = {}): Arrangement => {
  const { text = '', ...rest } = more;
  return { filter: readFilter(text), sort: 'server', grouping: 'none', ...rest };
};
/** A row in short form: the ID of a job, the key of a section, or the kind. */
const short = (node: JobsNode) =>
  node.kind === 'job' ? node.jobId : node.kind === 'section' ? node.key : node.kind;

describe('the rows of the jobs', () => {
  const serverId = 'plant';

  it('are the jobs in their order, then those that cannot be read, then one to load more', () =>
    withOutline(async ({ plant, session, outline, load }) => {
      plant.pageSize = 3;
      plant.jobs.set(9, { name: 'Odd', policies: 'all' });
      await load({ 1: undefined, 2: undefined, 3: undefined });
      assert.deepEqual(await outline.roots(session, arranged()), [
        { kind: 'job', serverId, jobId: 1 },
        { kind: 'job', serverId, jobId: 2 },
        { kind: 'unreadable', serverId, list: 'jobs', index: 0 },
        { kind: 'loadMore', serverId },
      ]);
      assert.deepEqual([outline.found, outline.visibleIds], [2, [1, 2]]);
      for (const more of [{ text: 'Job' }, { sort: 'name' }, { grouping: 'schedule' }] as const)
        assert.deepEqual((await outline.roots(session, arranged(more))).slice(-2), [
          { kind: 'loadAll', serverId },
          { kind: 'loadMore', serverId },
        ]);
    }));

  it('include one to read the statuses when the order needs unread ones', () =>
    withOutline(async ({ session, outline, load }) => {
      const byStatus = [{ text: '@failed' }, { sort: 'status' }, { grouping: 'status' }] as const;
      const offers = async (more: Parameters<typeof arranged>[0]) =>
        (await outline.roots(session, arranged(more))).some(({ kind }) => kind === 'readStatuses');
      await load({ 1: 'failed', 2: undefined });
      for (const more of byStatus) assert.equal(await offers(more), true);
      for (const more of [{ sort: 'name' }, { grouping: 'schedule' }, { text: 'Job' }] as const)
        assert.equal(await offers(more), false);
      await session.statuses.read(2);
      for (const more of byStatus) assert.equal(await offers(more), false);
      const [last] = (await outline.roots(session, arranged({ text: '@failed' }))).slice(-1);
      assert.deepEqual(last, { kind: 'job', serverId, jobId: 1 });
    }));

  it('are limited to two hundred at first', () =>
    withOutline(async ({ session, rows, outline, load }) => {
      await load(Object.fromEntries(range(1, 201).map(id => [id, undefined])));
      const nodes = await outline.roots(session, arranged());
      assert.deepEqual(nodes[200], { kind: 'showMore', serverId, of: rootId(serverId), hidden: 1 });
      assert.deepEqual([nodes.length, outline.visibleIds.length], [201, 200]);
      rows.raiseLimit(rootId(serverId));
      assert.deepEqual((await outline.roots(session, arranged())).slice(199).map(short), [200, 201]);
    }));

  it('are filtered and sorted by statuses, targets and the next run of jobs that are enabled', () =>
    withOutline(async ({ plant, session, outline, load }) => {
      await load({ 1: 'finished', 2: 'failed', 3: 'running' });
      const yearly = (year: number) => `DTSTART:${year}0101T000000Z`;
      plant.jobs.set(1, { name: 'Late', policies: [1], params: yearly(2999) });
      plant.jobs.set(2, { name: 'Never', policies: [1], params: yearly(2997), enabled: false });
      plant.jobs.set(3, { name: 'Soon', policies: [1], params: yearly(2998), peers: [{ hostname: 'PC-1' }] });
      await session.jobs.refresh();
      const ids = async (more: Parameters<typeof arranged>[0]) =>
        (await outline.roots(session, arranged(more))).map(short);
      assert.deepEqual(await ids({ sort: 'nextRun' }), [3, 1, 2]);
      assert.deepEqual(await ids({ sort: 'status' }), [3, 2, 1]);
      assert.deepEqual(await ids({ text: 'has PC-1' }), [3]);
      assert.deepEqual(await ids({ text: '@failed' }), [2]);
      const found = await outline.filtered(session, readFilter('e'));
      assert.deepEqual(
        found.map(({ name }) => name),
        ['Late', 'Never'],
      );
      const [soon] = await outline.filtered(session, readFilter('has PC-1 @executing'));
      assert.equal(soon?.name, 'Soon');
    }));

  it('stay unchanged until jobs or the arrangement change, or the order is discarded', () =>
    withOutline(async ({ plant, session, rows, outline, load }) => {
      await load({ 1: 'finished', 2: 'finished' });
      assert.equal(outline.revision, undefined);
      const byStatus = arranged({ sort: 'status' });
      const ids = async (arrangement = byStatus) => (await outline.roots(session, arrangement)).map(short);
      assert.deepEqual([await ids(), outline.revision], [[1, 2], session.jobs.revision]);
      plant.statuses.set(2, 'running');
      await session.statuses.read(2);
      assert.deepEqual(await ids(), [1, 2]);
      assert.deepEqual(await ids({ ...byStatus }), [2, 1]);
      plant.statuses.set(1, 'running');
      plant.statuses.set(2, 'finished');
      for (const id of [1, 2]) await session.statuses.read(id);
      const same = { ...byStatus };
      await ids(same);
      outline.invalidate();
      assert.deepEqual([outline.revision, await ids(same)], [undefined, [1, 2]]);
      const [first] = await outline.roots(session, same);
      const { id } = await createJob(session, { name: 'New', policies: [1] });
      await session.statuses.read(id);
      assert.deepEqual(await ids(same), [1, 2, id]);
      assert.equal(rows.get(`${serverId}/job/1`), first);
      await removeJob(session, 1);
      assert.deepEqual(await ids(same), [2, id]);
      assert.equal(rows.get(`${serverId}/job/1`), undefined);
      outline.clear();
      assert.deepEqual([outline.found, outline.visibleIds, outline.revision], [0, [], undefined]);
    }));
});

describe('the rows of the jobs by section', () => {
  const serverId = 'plant';
  const byStatus = arranged({ grouping: 'status' });
  const section = (key: string) => ({ kind: 'section', serverId, grouping: 'status', key }) as const;

  it('are the sections, and below each its jobs', () =>
    withOutline(async ({ session, outline, load }) => {
      await load({ 1: 'finished', 2: 'failed', 3: 'failed', 4: undefined });
      assert.deepEqual(await outline.roots(session, byStatus), [
        section('failed'),
        section('succeeded'),
        section('notRead'),
        { kind: 'readStatuses', serverId },
      ]);
      assert.deepEqual([outline.found, outline.visibleIds], [4, []]);
      const failed = [2, 3].map(jobId => ({ kind: 'job', serverId, jobId, section: 'status/failed' }));
      assert.deepEqual(outline.inSection(section('failed')), failed);
      assert.deepEqual(outline.inSection(section('stopped')), []);
      outline.inSection(section('succeeded'));
      assert.deepEqual([outline.visibleIds, outline.nodesOf(serverId, 2)], [[2, 3, 1], failed.slice(0, 1)]);
      outline.collapsed(section('failed'));
      assert.deepEqual([outline.visibleIds, outline.section('failed')?.jobs.length], [[1], 2]);
      await outline.roots(session, arranged());
      assert.equal(outline.section('failed'), undefined);
      assert.deepEqual(outline.nodesOf(serverId, 2), [{ kind: 'job', serverId, jobId: 2 }]);
      assert.deepEqual(outline.nodesOf(serverId, 9), []);
    }));

  it('are moved when a listed job belongs in another section', () =>
    withOutline(async ({ plant, session, outline, load }) => {
      await load({ 1: 'finished', 2: 'failed' });
      const read = async (status: string) => {
        plant.statuses.set(1, status);
        await session.statuses.read(1);
      };
      await outline.roots(session, byStatus);
      assert.equal(outline.hasMoved(session, [1, 2]), false);
      await read('failed');
      assert.deepEqual(
        [[1], [2], [2, 1], []].map(ids => outline.hasMoved(session, ids)),
        [true, false, true, false],
      );
      await outline.roots(session, arranged({ grouping: 'schedule' }));
      assert.equal(outline.hasMoved(session, [1]), false);
      await outline.roots(session, arranged());
      assert.equal(outline.hasMoved(session, [1]), false);
      await outline.roots(session, { ...byStatus });
      assert.equal(outline.hasMoved(session, [1]), false);
      await read('finished');
      await removeJob(session, 1);
      assert.equal(outline.hasMoved(session, [1]), false);
    }));

  it('are moved between sections, and everything is redrawn only if the sections themselves change', () =>
    withOutline(async ({ plant, session, outline, load }) => {
      await load({ 1: 'finished', 2: 'failed', 3: 'failed' });
      const before = await outline.roots(session, byStatus);
      plant.statuses.set(3, 'finished');
      await session.statuses.read(3);
      const changed = await outline.rearrange(session, byStatus);
      assert.deepEqual([changed, changed?.[0] === before[0]], [before, true]);
      assert.equal(outline.section('succeeded')?.jobs.length, 2);
      plant.statuses.set(3, 'running');
      await session.statuses.read(3);
      assert.equal(await outline.rearrange(session, byStatus), undefined);
      assert.deepEqual((await outline.roots(session, byStatus)).map(short), [
        'running',
        'failed',
        'succeeded',
      ]);
      const plain = arranged();
      await outline.roots(session, plain);
      assert.equal(await outline.rearrange(session, plain), undefined);
    }));
});
