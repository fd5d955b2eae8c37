import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { Arrangement } from '../../../src/store/jobs/jobArrangement.ts';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { json } from '../../support/http/responders.ts';
import { withScript } from '../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../support/http/wire.ts';
import { job } from '../store/support/fakes.ts';
import { range } from '../store/support/simulatedFleet.ts';
import { sessionOf } from './support/sessions.ts';

const { Schedules } = await import('../../../src/servers/schedules.ts');
const { readFilter } = await import('../../../src/views/filterWords.ts');
const { JobsOutline } = await import('../../../src/views/jobsOutline.ts');
const { Rows } = await import('../../../src/views/rows.ts');

/** The session of a server with these jobs, all of them loaded. */
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
  it('have not moved when only what a job says of itself has changed', () =>
    withSession([1, 2], async session => {
      const outline = new JobsOutline(new Rows(), new Schedules());
      await outline.roots(session, byStatus());
      session.jobs.upsert(job(1, { name: 'Renamed' }));
      assert.equal(outline.hasMoved(session, [1, 2]), false);
    }));
});
