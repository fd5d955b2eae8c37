import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from './support/memoryServer.ts';

const { findAllGroupIds, groupIdOf, groupIdsOf } = await import(
  '../../../src/workbench/commands/findGroupIds.ts'
);

/** A server that returns no group IDs, with its groups loaded. */
function withoutIds(
  names: Readonly<Record<number, string>>,
  use: (given: Given) => Promise<void>,
): Promise<void> {
  return withMemoryServer(async given => {
    for (const [id, name] of Object.entries(names))
      given.memoryServer.groups.set(Number(id), { id: undefined, name, dn: '', server_set: [] });
    await given.session.groups.whole();
    await use(given);
  });
}

const groupsOf = ({ session }: Given) => session.groups.entries.map(({ group }) => group);

describe('group IDs that the server does not return', () => {
  it('can be typed, and are rejected when they belong to another group', () =>
    withoutIds({ 3: 'Lab', 5: 'Office' }, async given => {
      const { user, context, session } = given;
      const [lab, office] = groupsOf(given);
      assert.ok(lab && office);
      user.press = (_, text) => (text.includes('does not return') ? 'Type the ID' : undefined);
      user.type = () => '3';
      assert.equal(await groupIdOf(context, session, lab), 3);
      assert.equal(await groupIdOf(context, session, office), undefined);
      assert.equal(user.of('error').length, 1);
    }));

  it('are typed for one group after another', () =>
    withoutIds({ 3: 'Lab', 5: 'Office' }, async given => {
      const { context, session, user } = given;
      user.press = actions => actions.find(action => action === 'Type the IDs');
      user.type = title => (title.includes('Lab') ? ' 3 ' : '5');
      const ids = await groupIdsOf(context, session, groupsOf(given));
      assert.deepEqual([...ids.values()], [3, 5]);
      assert.deepEqual(user.of('input'), ['ID of Group “Lab”', 'ID of Group “Office”']);
    }));
});

describe('a search that does not find an ID', () => {
  it('ends without a further prompt when canceled', () =>
    withoutIds({ 900001: 'Lab' }, async given => {
      const { context, session, user } = given;
      const reports: string[] = [];
      const stop = new AbortController();
      const dialogs: typeof user.dialogs = {
        ...user.dialogs,
        progress: (_, task) =>
          task(text => {
            reports.push(text);
            stop.abort();
          }, stop.signal),
      };
      user.press = actions => actions.find(action => action === 'Find All Group IDs');
      assert.equal((await groupIdsOf({ ...context, dialogs }, session, groupsOf(given))).size, 0);
      assert.match(reports[0] ?? '', /^\d+ of at most \d+ IDs tried, IDs still to be found: 1$/);
      assert.deepEqual(user.of('warn'), []);
    }));
});

describe('a search for all group IDs', () => {
  it('reports that all IDs are known', () =>
    withoutIds({ 1: 'Lab', 2: 'Office' }, async ({ context, session, user }) => {
      await findAllGroupIds(context, session);
      assert.deepEqual(user.of('info'), ['The IDs of all 2 groups on “Plant” are known.']);
    }));
});
