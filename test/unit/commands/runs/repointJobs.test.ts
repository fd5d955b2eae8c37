import assert from 'node:assert/strict';
import type { Created } from '../../../../src/commands/runs/takenSteps.ts';
import { type Given, withMemoryServer } from '../support/memoryServer.ts';

const { takeSteps } = await import('../../../../src/commands/runs/stepRuns.ts');
const { editStep } = await import('../../../../src/commands/runs/steps.ts');
const { repointOffer } = await import('../../../../src/commands/runs/repointJobs.ts');
const { GroupSchema } = await import('../../../../src/model/group.ts');

describe('updating jobs to the new IDs of recreated groups', () => {
  /** `newId` may be missing from the server's response. */
  const recreated = (name: string, id: number, newId: number | undefined): Created => ({
    step: { kind: 'create', objectKind: 'group', name, draft: { name }, former: { id, targetedBy: [1] } },
    name,
    id: newId,
    group: GroupSchema.parse({ id: newId, name, server_set: [] }),
    problem: undefined,
  });

  /** “Office” was 7 and “Lab” was 8; the server has removed both from job 1, but not from job 2. */
  const repoint = async (
    { memoryServer, user, context, session }: Given,
    newIds: Readonly<Record<string, number>>,
  ) => {
    memoryServer.jobs.set(1, { name: 'Nightly', groups: [9] });
    memoryServer.jobs.set(2, { name: 'Weekly', groups: [9, 7, 8] });
    const created = [recreated('Office', 7, newIds['Office']), recreated('Lab', 8, newIds['Lab'])];
    const offer = await repointOffer(context, session, created);
    const edits = (await offer?.edits(context)) ?? [];
    await takeSteps(context, session, { act: 'changeJobs', steps: edits.map(editStep) });
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
      const moved = (name: string, id: number, targetedBy: number[]): Created => {
        const own = recreated(name, id, id + 100);
        return { ...own, step: { ...own.step, former: { id, targetedBy } } };
      };
      const created = [moved('Office', 7, [1, 3, 99]), moved('Lab', 8, [2]), moved('Shop', 9, [])];
      const offer = await repointOffer(context, session, [
        ...created,
        { ...recreated('Job', 10, 1), group: undefined },
      ]);
      assert.equal(offer?.text, '3 jobs referred to it by its old ID.');
      const edits = (await offer?.edits(context)) ?? [];
      await takeSteps(context, session, { act: 'changeJobs', steps: edits.map(editStep) });
      assert.deepEqual(memoryServer.writes.toSorted(), [
        'PATCH /automation/api/job/1/ {"groups":[107]}',
        'PATCH /automation/api/job/2/ {"groups":[108]}',
        'PATCH /automation/api/job/3/ {"groups":[107]}',
      ]);
    }));

  it('is not offered when no job referred to the groups, and rejects when the old ID cannot be checked', () =>
    withMemoryServer(async ({ memoryServer, context, session }) => {
      assert.equal(await repointOffer(context, session, [recreated('Office', 7, 107)]), undefined);
      memoryServer.jobs.set(1, { name: 'One', groups: [7] });
      await session.jobs.refresh();
      memoryServer.failures.set('GET /account/api/group/7/', 403);
      await assert.rejects(repointOffer(context, session, [recreated('Office', 7, 107)]), /403/);
    }));
});
