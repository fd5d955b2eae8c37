import assert from 'node:assert/strict';
import { withMemoryServer } from './support/memoryServer.ts';

const { sortGroups } = await import('../../../src/commands/arrange.ts');

describe('sorting groups', () => {
  it('uses the order of an argument without a prompt', () =>
    withMemoryServer(async ({ context, user, done }) => {
      await sortGroups(context, ['size']);
      assert.deepEqual([done, user.messages], [['sort size'], []]);
    }));

  it('offers the orders by their titles, and marks the current one', () =>
    withMemoryServer(async ({ context, user, done }) => {
      const offered: unknown[] = [];
      const { pick } = user.dialogs;
      const dialogs = {
        ...user.dialogs,
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
    withMemoryServer(async ({ context, user, done }) => {
      await sortGroups(context, []);
      assert.deepEqual([done, user.of('pick')], [[], ['Sort Groups by']]);
    }));
});
