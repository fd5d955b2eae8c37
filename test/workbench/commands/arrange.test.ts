import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from './support/memoryServer.ts';

const { arrangeJobs, chooseValue, groupJobs, readAllStatuses, sortGroups, sortJobs } = await import(
  '../../../src/workbench/commands/arrange.ts'
);

/** A view of jobs that records what is chosen for it. */
const withView = (use: (given: Given, chosen: unknown[]) => unknown) =>
  withMemoryServer(async given => {
    const chosen: unknown[] = [];
    Object.assign(given.context.jobsView, {
      arrangementOf: () => ({ sort: 'name', grouping: 'status' }),
      arrange: (_: unknown, choice: unknown) => void chosen.push(choice),
    });
    await use(given, chosen);
  });

describe('a choice of a few values', () => {
  const titles = { a: () => 'First', b: () => 'Second' };
  const values = ['a', 'b'] as const;

  it('is skipped for a valid argument, and marks the current value', () =>
    withMemoryServer(async ({ context, user }) => {
      const choose = (given: unknown) =>
        chooseValue(context, 'Sort', { given, current: 'b', values, titles });
      assert.equal(await choose('a'), 'a');
      assert.deepEqual(user.messages, []);
      assert.equal(await choose('c'), undefined);
      user.pick = title => (title === 'Sort' ? 'b' : undefined);
      assert.equal(await choose(undefined), 'b');
      assert.deepEqual(user.lists[0], ['First', 'Second | current']);
    }));
});

describe('the order of jobs', () => {
  it('is that of an argument, or the one that is picked', () =>
    withView(async ({ context, user }, chosen) => {
      await sortJobs(context, ['status']);
      user.pick = () => 'nextRun';
      await sortJobs(context, []);
      assert.deepEqual(chosen, [{ sort: 'status' }, { sort: 'nextRun' }]);
    }));
});

describe('arranging jobs', () => {
  it('asks for an order or a grouping in one list', () =>
    withView(async ({ context, user }, chosen) => {
      user.pick = () => 'sort nextRun';
      await arrangeJobs(context);
      user.pick = () => 'group none';
      await arrangeJobs(context);
      assert.deepEqual(chosen, [{ sort: 'nextRun' }, { grouping: 'none' }]);
      assert.equal(user.lists[0]?.[1], 'Sort by: Name | current');
      assert.equal(user.lists[0]?.at(-3), 'Group by: Status | current');
    }));
});

describe('the order of groups', () => {
  it('is that of an argument', () =>
    withMemoryServer(async ({ context, done }) => {
      await sortGroups(context, ['size']);
      assert.deepEqual(done, ['sort size']);
    }));
});

describe('grouping jobs', () => {
  it('uses the kind of an argument, or the one that is picked', () =>
    withView(async ({ context, user }, chosen) => {
      await groupJobs(context, ['schedule']);
      user.pick = () => 'none';
      await groupJobs(context, []);
      assert.deepEqual(chosen, [{ grouping: 'schedule' }, { grouping: 'none' }]);
    }));

  it('reads the groups when grouping by target, and uses their names as headings', () =>
    withView(async ({ context, session, memoryServer }, chosen) => {
      memoryServer.groups.set(7, { name: 'Office', server_set: [] });
      await groupJobs(context, ['targetGroup']);
      assert.equal(session.groups.state.kind, 'ready');
      assert.deepEqual(chosen, [{ grouping: 'targetGroup' }]);
    }));
});

describe('reading the statuses of all jobs', () => {
  it('is left to the view, which shows its progress', () =>
    withView(async ({ context, user, session }) => {
      const swept: unknown[] = [];
      Object.assign(context.jobsView, { readStatuses: async (of: unknown) => void swept.push(of) });
      await readAllStatuses(context);
      assert.deepEqual([swept, user.progress], [[session], []]);
    }));
});
