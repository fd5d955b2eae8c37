import assert from 'node:assert/strict';
import type { DraftedRun } from '../../../../src/commands/runs/draftedRuns.ts';
import type { ItemOutcome } from '../../../../src/journal/runRecord.ts';
import { withPlant } from '../support/plant.ts';

const { isDrafted, restOfDrafted } = await import('../../../../src/commands/runs/draftedRuns.ts');

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

const run = (act: DraftedRun['act'], ...items: ItemOutcome[]): DraftedRun => ({
  act,
  items,
  time: '2026-01-02T03:04:05.000Z',
  server: { id: 'plant', name: 'Plant', url: 'https://plant.example' },
});
const create = (is: ItemOutcome['is'], name: string): ItemOutcome => ({ is, name, draft: { name } });
const edit = (id: number): ItemOutcome => ({
  is: 'notSent',
  name: `Job ${id}`,
  id,
  draft: { before: { retry: 1 }, after: { retry: 2 } },
});
const members = (is: ItemOutcome['is'], name: string): ItemOutcome => ({
  is,
  name,
  id: 7,
  key: `dn:${name}`,
  draft: { add: [{ name: 'PC-1' }], remove: [] },
});

/** Job 1 and Office (7) on the server; `rest` resolves with the writes after the user confirms or cancels. */
const withRest = (
  use: (given: Given, rest: (of: DraftedRun, isSure?: boolean) => Promise<unknown>) => unknown,
) =>
  withPlant(async given => {
    given.plant.jobs.set(1, { name: 'Job 1', retry: 1 });
    given.plant.groups.set(7, { name: 'Office', dn: 'Office', server_set: [] });
    const rest = async (of: DraftedRun, isSure = true) => {
      given.plant.writes.length = 0;
      given.person.messages.length = 0;
      given.person.isSure = isSure;
      const left = await restOfDrafted(given.context, given.session, of);
      if (typeof left !== 'function') return left;
      await left();
      return given.plant.writes.toSorted();
    };
    await use(given, rest);
  });

describe('the rest of a run whose record contains drafts', () => {
  it('is empty when everything is done or no longer on the server', () =>
    withRest(async (_, rest) => {
      for (const of of [
        run('createJobs', create('done', 'A')),
        run('createGroups', create('done', 'A')),
        run('importGroups', create('done', 'A')),
        run('importGroups', members('notSent', 'Gone')),
        run('changeMembers', members('done', 'Office')),
        run('changeJobs', edit(9)),
        run('changePlaces', edit(9), members('notSent', 'Gone')),
      ])
        assert.equal(await rest(of), 'nothing', of.act);
    }));

  it('is done after one confirmation', () =>
    withRest(async ({ person }, rest) => {
      const asked = async (of: DraftedRun) => {
        const writes = await rest(of);
        const [{ text, actions } = assert.fail('it is asked')] = person.messages;
        assert.equal(person.of('confirm').length, 1);
        return [text, actions, writes];
      };
      const job = (name: string) => `POST /automation/api/job/ {"name":"${name}"}`;
      assert.deepEqual(
        await asked(run('createJobs', create('failed', 'A'), create('notSent', 'B'), create('done', 'C'))),
        ['Create 2 objects on “Plant”?\n“A” and “B”', ['Create'], [job('A'), job('B')]],
      );
      assert.deepEqual(await asked(run('createGroups', create('failed', 'A'))), [
        'Create 1 object on “Plant”?\n“A”',
        ['Create'],
        ['POST /account/api/group/ {"name":"A"}'],
      ]);
      assert.deepEqual(await asked(run('changeJobs', edit(1), edit(9))), [
        'Continue changing 1 job on “Plant”?\n“Job 1”',
        ['Continue'],
        ['PATCH /automation/api/job/1/ {"retry":2}'],
      ]);
      const office = 'PATCH /account/api/group/7/ {"server_set":["PC-1"]}';
      assert.deepEqual(
        await asked(run('importGroups', create('notSent', 'B'), members('notSent', 'Office'))),
        [
          'Continue creating and changing groups on “Plant”?\n“B” and “Office”',
          ['Continue'],
          [office, 'POST /account/api/group/ {"name":"B"}'],
        ],
      );
    }));

  it('is not done when canceled', () =>
    withRest(async ({ person }, rest) => {
      for (const of of [
        run('createJobs', create('failed', 'A')),
        run('importGroups', create('failed', 'A'), members('notSent', 'Office')),
        run('changeMembers', members('notSent', 'Office')),
        run('changeJobs', edit(1)),
      ]) {
        assert.deepEqual(await rest(of, false), [], of.act);
        assert.deepEqual([person.messages.length, person.of('confirm').length], [1, 1]);
      }
    }));

  it('is not done when the prompt about a changed job is closed, and then needs no confirmation', () =>
    withRest(async ({ person }, rest) => {
      const other = { ...edit(1), name: 'Other' };
      assert.equal(await rest(run('changeJobs', other)), undefined);
      assert.deepEqual([person.of('decide').length, person.of('confirm')], [1, []]);
    }));

  it('exists for creates and changes only', () => {
    const known = [
      'createJobs',
      'createGroups',
      'importGroups',
      'changeMembers',
      'changeJobs',
      'changePlaces',
    ] as const;
    for (const act of known) assert.ok(isDrafted(act), act);
    for (const act of ['deleteJobs', 'deleteGroups', 'stopJobs', 'enableJobs', 'applyFiles'] as const)
      assert.ok(!isDrafted(act), act);
  });
});
