import assert from 'node:assert/strict';
import type { Recreated } from '../../../../src/commands/runs/createAgain.ts';
import type { FindGroupIds } from '../../../../src/commands/runs/repointJobs.ts';
import type { Group } from '../../../../src/model/group.ts';
import type { Given } from '../support/interruptedRun.ts';
import { withPlant } from '../support/plant.ts';

const { repointOffer } = await import('../../../../src/commands/runs/repointJobs.ts');
const { GroupSchema } = await import('../../../../src/model/group.ts');

describe('pointing jobs to groups that were created again', () => {
  const recreated = (name: string, id: number): Recreated => ({
    item: { name, draft: { name }, former: { id, targetedBy: [1] } },
    text: name,
    group: GroupSchema.parse({ name, server_set: [] }),
  });

  /** “Office” was 7 and “Lab” was 8; the server has taken both out of job 1, but not out of job 2. */
  const repoint = async (
    { plant, person, context, session }: Given,
    newIds: Readonly<Record<string, number>>,
  ) => {
    plant.jobs.set(1, { name: 'Nightly', groups: [9] });
    plant.jobs.set(2, { name: 'Weekly', groups: [9, 7, 8] });
    const created = [recreated('Office', 7), recreated('Lab', 8)];
    const findGroupIds: FindGroupIds = async (_, groups) => {
      const found = new Map<Group, number>();
      for (const group of groups) {
        const id = newIds[group.name];
        if (id !== undefined) found.set(group, id);
      }
      return found;
    };
    const offer = await repointOffer(context, session, { created, findGroupIds });
    await offer?.run();
    return { writes: plant.writes.toSorted(), told: person.of('info') };
  };

  it('sends and reports nothing where no new ID was found', () =>
    withPlant(async given => assert.deepEqual(await repoint(given, {}), { writes: [], told: [] })));

  it('changes only what named the groups whose new IDs were found', () =>
    withPlant(async given =>
      assert.deepEqual(await repoint(given, { Lab: 108 }), {
        writes: [
          'PATCH /automation/api/job/1/ {"groups":[9,108]}',
          'PATCH /automation/api/job/2/ {"groups":[9,7,108]}',
        ],
        told: ['Changed 2 jobs on “Plant”.'],
      }),
    ));
});
