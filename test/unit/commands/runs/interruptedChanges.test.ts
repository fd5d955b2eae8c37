import assert from 'node:assert/strict';
import type { ItemOutcome } from '../../../../src/journal/runRecord.ts';
import { withPlant } from '../support/plant.ts';

const { remainingEdits } = await import('../../../../src/commands/runs/interruptedChanges.ts');
const { remainingMembers } = await import('../../../../src/commands/runs/interruptedChanges.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

const pc = [{ name: 'PC-1' }];
const adding = { add: pc, remove: [] };
const removing = { add: [], remove: pc };
const item = (
  name: string,
  is: ItemOutcome['is'],
  draft: ItemOutcome['draft'],
  id?: number,
): ItemOutcome => ({
  name,
  is,
  key: `dn:${name}`,
  ...(id === undefined ? {} : { id }),
  ...(draft === undefined ? {} : { draft }),
});

/** Office (7) and Lab (8) on the server. */
const withGroups = (use: (given: Given, rest: (...items: ItemOutcome[]) => Promise<unknown>) => unknown) =>
  withPlant(async given => {
    for (const [id, name] of [
      [7, 'Office'],
      [8, 'Lab'],
    ] as const)
      given.plant.groups.set(id, { name, dn: name, server_set: [] });
    const rest = async (...items: ItemOutcome[]) =>
      (await remainingMembers(given.session, items)).map(({ group, id, change }) => [group.name, id, change]);
    await use(given, rest);
  });

describe('the groups that remain of an interrupted change', () => {
  it('are those that were not done', () =>
    withGroups(async (_, rest) => {
      assert.deepEqual(await rest(item('Office', 'done', adding), item('Lab', 'unknown', adding)), [
        ['Lab', 8, adding],
      ]);
      assert.deepEqual(await rest(item('Office', 'done', adding), item('Lab', 'done', removing)), []);
    }));

  it('include the groups that moved devices were added to, to check them again', () =>
    withGroups(async (_, rest) => {
      assert.deepEqual(await rest(item('Office', 'done', adding), item('Lab', 'notSent', removing)), [
        ['Office', 7, adding],
        ['Lab', 8, removing],
      ]);
      assert.deepEqual(await rest(item('Office', 'done', removing), item('Lab', 'notSent', removing)), [
        ['Lab', 8, removing],
      ]);
      const swap = { add: [{ name: 'PC-2' }], remove: pc };
      const both = await rest(item('Office', 'done', adding), item('Lab', 'notSent', swap));
      assert.deepEqual(both, [['Lab', 8, swap]]);
    }));

  it('are all groups of a move when an addition and the removal failed', () =>
    withPlant(async given => {
      const names = ['A', 'B', 'C'];
      for (const [index, name] of names.entries())
        given.plant.groups.set(index, { name, dn: name, server_set: [] });
      const items = [item('A', 'done', adding), item('B', 'failed', adding), item('C', 'failed', removing)];
      const rest = await remainingMembers(given.session, items);
      assert.deepEqual(
        rest.map(({ group }) => group.name),
        names,
      );
    }));

  it('change nothing when the journal contains no valid change', () =>
    withGroups(async (_, rest) => {
      assert.deepEqual(
        await rest(item('Lab', 'notSent', undefined), item('Office', 'notSent', { add: 'x' })),
        [
          ['Lab', 8, { add: [], remove: [] }],
          ['Office', 7, { add: [], remove: [] }],
        ],
      );
    }));

  it('use the recorded IDs if the server returns none, and are skipped without one', () =>
    withGroups(async ({ plant }, rest) => {
      plant.hidesIds = true;
      assert.deepEqual(await rest(item('Office', 'notSent', adding, 7), item('Lab', 'notSent', adding)), [
        ['Office', 7, adding],
      ]);
    }));
});

describe('the edits that remain of an interrupted change of jobs', () => {
  it('are valid ones of existing jobs that still differ, and reject when a job cannot be read', () =>
    withPlant(async ({ plant, session }) => {
      plant.jobs.set(1, { name: 'One', retry: 1 });
      plant.jobs.set(2, { name: 'Two', retry: 2 });
      const draft = { before: { retry: 1 }, after: { retry: 2 } };
      const noted = (id: number | undefined, of: ItemOutcome['draft'] = draft): ItemOutcome => ({
        name: 'Job',
        is: 'notSent',
        draft: of,
        ...(id === undefined ? {} : { id }),
      });
      const rest = await remainingEdits(session, [
        ...[1, 2, 3, undefined].map(id => noted(id)),
        noted(1, { before: {} }),
      ]);
      assert.deepEqual(
        rest.map(({ object, now }) => [object.job.id, object.edit, now.name]),
        [[1, draft, 'One']],
      );
      plant.failures.set('GET /automation/api/job/1/', 403);
      await assert.rejects(remainingEdits(session, [noted(1)]), /403/);
    }));
});
