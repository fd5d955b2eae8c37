import assert from 'node:assert/strict';
import type { ItemOutcome, RunRecord } from '../../../src/store/runs/runRecord.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { repointOffers } = await import('../../../src/contrib/undo/vscode/repointJobs.ts');

describe('updating jobs to the new IDs of recreated groups', () => {
  /** `newId` may be missing from the server's response. */
  const recreated = (name: string, id: number, newId?: number, targetedBy = [1]): ItemOutcome => ({
    ...{ name, kind: 'group', does: 'create', is: 'done', draft: { name }, left: { name } },
    ...(newId === undefined ? {} : { newId }),
    marks: { former: { id, targetedBy } },
  });
  const undo = (...items: readonly ItemOutcome[]): RunRecord => ({
    time: '2026-01-02T03:04:05.678Z',
    act: 'undo',
    server: { id: 'plant', name: 'Plant', url: 'https://plant.example' },
    items,
  });

  /** “Office” was 7 and “Lab” was 8; the server has removed both from job 1, but not from job 2. */
  const repoint = async (
    { memoryServer, user, context, session }: Given,
    newIds: Readonly<Record<string, number>>,
  ) => {
    memoryServer.jobs.set(1, { name: 'Nightly', groups: [9] });
    memoryServer.jobs.set(2, { name: 'Weekly', groups: [9, 7, 8] });
    const run = undo(recreated('Office', 7, newIds['Office']), recreated('Lab', 8, newIds['Lab']));
    const [offer] = await repointOffers(context, session, run);
    await offer?.run();
    return {
      writes: memoryServer.writes.toSorted(),
      messages: user.of('info').filter(text => text.startsWith('Changed')),
    };
  };

  it('updates only the groups whose new IDs are known', () =>
    withMemoryServer(async given =>
      assert.deepEqual(await repoint(given, { Lab: 108 }), {
        writes: [
          'PATCH /automation/api/job/1/ {"groups":[9,108]}',
          'PATCH /automation/api/job/2/ {"groups":[9,7,108]}',
        ],
        messages: ['Changed 2 jobs on “Plant”.'],
      }),
    ));

  it('skips deleted jobs, reads those that are not loaded, and updates each with its own groups', () =>
    withMemoryServer(async ({ memoryServer, context, session }) => {
      memoryServer.jobs.set(1, { name: 'One', groups: [7] });
      memoryServer.jobs.set(2, { name: 'Two', groups: [8] });
      memoryServer.jobs.set(3, { name: 'Three', groups: [] });
      memoryServer.pageSize = 2;
      const run = undo(
        recreated('Office', 7, 107, [1, 3, 99]),
        recreated('Lab', 8, 108, [2]),
        recreated('Shop', 9, 109, []),
      );
      const [offer] = await repointOffers(context, session, run);
      assert.equal(offer?.text, '3 jobs referred to it by its old ID.');
      await offer?.run();
      assert.deepEqual(memoryServer.writes.toSorted(), [
        'PATCH /automation/api/job/1/ {"groups":[107]}',
        'PATCH /automation/api/job/2/ {"groups":[108]}',
        'PATCH /automation/api/job/3/ {"groups":[107]}',
      ]);
    }));

  it('is not offered when no job referred to the groups, and rejects when the old ID cannot be checked', () =>
    withMemoryServer(async ({ memoryServer, context, session }) => {
      const run = undo(recreated('Office', 7, 107));
      assert.deepEqual(await repointOffers(context, session, run), []);
      memoryServer.jobs.set(1, { name: 'One', groups: [7] });
      await session.jobs.refresh();
      memoryServer.failures.set('GET /account/api/group/7/', 403);
      await assert.rejects(repointOffers(context, session, run), /403/);
    }));
});
