import assert from 'node:assert/strict';
import { withPlant } from '../support/plant.ts';

const { findAllGroupIds, groupIdOf, groupIdsOf, reportCreatedGroup } = await import(
  '../../../../src/commands/groups/groupIds.ts'
);

type Given = Parameters<Parameters<typeof withPlant>[0]>[0];

/** A server that returns no IDs of its groups, which are loaded. */
function withoutIds(
  names: Readonly<Record<number, string>>,
  use: (given: Given) => Promise<void>,
): Promise<void> {
  return withPlant(async given => {
    for (const [id, name] of Object.entries(names))
      given.plant.groups.set(Number(id), { id: undefined, name, dn: '', server_set: [] });
    await given.session.groups.ensureLoaded();
    await use(given);
  });
}

const groupsOf = ({ session }: Given) => session.groups.entries.map(({ group }) => group);

describe('the IDs of groups that the server does not return', () => {
  it('are found by one search for all of them', () =>
    withoutIds({ 3: 'Lab', 5: 'Office' }, async given => {
      const { person, context, session } = given;
      person.press = actions => actions.find(action => action === 'Find All Group IDs');
      const ids = await groupIdsOf(context, session, groupsOf(given));
      assert.deepEqual([...ids.values()], [3, 5]);
      assert.deepEqual(person.told.at(-1)?.actions, ['Find All Group IDs', 'Type the IDs']);
      assert.deepEqual(person.progress, ['Finding group IDs on “Plant”']);
    }));

  it('are taken from the user, and rejected when they belong to another group', () =>
    withoutIds({ 3: 'Lab', 5: 'Office' }, async given => {
      const { person, context, session } = given;
      const [lab, office] = groupsOf(given);
      assert.ok(lab && office);
      person.press = (_, text) => (text.includes('does not return') ? 'Type the ID' : undefined);
      person.type = () => '3';
      assert.equal(await groupIdOf(context, session, lab), 3);
      assert.equal(await groupIdOf(context, session, office), undefined);
      assert.equal(person.of('error').length, 1);
    }));

  it('stay unknown when the user leaves the question', () =>
    withoutIds({ 3: 'Lab' }, async given => {
      const { context, session, person } = given;
      assert.equal((await groupIdsOf(context, session, groupsOf(given))).size, 0);
      assert.equal(person.of('info').length, 1);
    }));

  it('are not asked for where they are known', () =>
    withPlant(async given => {
      given.plant.groups.set(7, { name: 'Lab', server_set: [] });
      await given.session.groups.ensureLoaded();
      const ids = await groupIdsOf(given.context, given.session, groupsOf(given));
      assert.deepEqual([...ids.values()], [7]);
      assert.deepEqual(given.person.told, []);
    }));
});

describe('a search for all group IDs', () => {
  it('reports how many are known', () =>
    withoutIds({ 1: 'Lab', 2: 'Office' }, async ({ context, session, person }) => {
      await findAllGroupIds(context, session);
      assert.deepEqual(person.of('info'), ['The IDs of all 2 groups on “Plant” are known.']);
    }));

  it('reports groups that no search can tell apart', () =>
    withoutIds({ 1: 'Lab', 2: 'Twin', 3: 'Twin' }, async ({ context, session, person }) => {
      await findAllGroupIds(context, session);
      assert.match(
        person.of('warn').join(),
        /^The IDs of 1 of 3 groups on “Plant” are known\. 2 groups have the same name and DN/,
      );
    }));
});

describe('a group that was created without an ID in the response', () => {
  it('is shown, and opened once its ID is found', () =>
    withoutIds({ 4: 'Lab' }, async ({ context, session, person }) => {
      const done: string[] = [];
      person.press = actions => actions.find(action => action === 'Find All Group IDs');
      const reporting = {
        ...context,
        groupsView: { reveal: async () => void done.push('reveal') },
        documents: {
          open: async (_: unknown, kind: string, id: number) => void done.push(`${kind} ${id}`),
        },
      };
      await reportCreatedGroup(reporting, session, 'Lab');
      assert.deepEqual(done, ['reveal', 'group 4']);
      await reportCreatedGroup(reporting, session, 'Nobody');
      assert.equal(done.length, 2);
    }));
});
