import assert from 'node:assert/strict';
import { withPlant } from './support/plant.ts';

const { sortGroups } = await import('../../../src/commands/arrange.ts');

describe('sorting groups', () => {
  it('uses the order of an argument without a prompt', () =>
    withPlant(async ({ context, person, done }) => {
      await sortGroups(context, ['size']);
      assert.deepEqual([done, person.messages], [['sort size'], []]);
    }));

  it('offers the orders by their titles, and marks the current one', () =>
    withPlant(async ({ context, person, done }) => {
      const offered: unknown[] = [];
      const { pick } = person.dialogs;
      const dialogs = {
        ...person.dialogs,
        pick: async (...[title, choices]: Parameters<typeof pick>) => {
          offered.push(
            title,
            ...choices.map(({ label, description = '' }) => `${label} ${description}`.trim()),
          );
          return 'name';
        },
      };
      await sortGroups({ ...context, dialogs }, ['odd']);
      assert.deepEqual(offered, [
        'Sort Groups by',
        'Server order current',
        'Name',
        'Most devices first',
        'Largest share of offline devices first',
      ]);
      assert.deepEqual(done, ['sort name']);
    }));

  it('changes nothing when nothing is picked', () =>
    withPlant(async ({ context, person, done }) => {
      await sortGroups(context, []);
      assert.deepEqual([done, person.of('pick')], [[], ['Sort Groups by']]);
    }));
});
