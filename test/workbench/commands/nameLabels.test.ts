import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from './support/memoryServer.ts';

const { nameLabel } = await import('../../../src/workbench/commands/nameLabels.ts');
const { showFound } = await import('../../../src/workbench/commands/open.ts');

/** A server on which policy 4 has the label “Reboot”, and a record of the labels that are set. */
const withLabels = (use: (given: Given & ReturnType<typeof labelsOf>) => Promise<void>) =>
  withMemoryServer(async given => use({ ...given, ...labelsOf(given) }));

function labelsOf({ context, session }: Given) {
  const set: unknown[][] = [];
  const labels = {
    ...context.labels,
    get: (serverId: string, kind: string, id: number) =>
      `${serverId} ${kind} ${id}` === 'plant policies 4' ? 'Reboot' : undefined,
    set: async (...of: readonly unknown[]) => void set.push([...of]),
  };
  const named: Parameters<typeof nameLabel>[0] = {
    ...context,
    labels,
    sessions: { active: session, get: id => (id === 'plant' ? session : undefined) },
  };
  return { set, named };
}

describe('the name of an ID', () => {
  it('can be set for a row, for a given ID, or for a typed one', () =>
    withLabels(async ({ named, user, set }) => {
      user.type = title => (title.startsWith('Name a ') ? ' 7 ' : 'Scan');
      const target = (of: object) => ({ kind: 'target', serverId: 'office', target: of });
      await nameLabel(named, [target({ kind: 'policy', id: 4 })], 'policies');
      await nameLabel(named, [target({ kind: 'report', id: 5 })], 'reports');
      await nameLabel(named, [target({ kind: 'dynamicGroup', groupId: 6 })], 'dynamic_groups');
      await nameLabel(named, [4], 'policies');
      await nameLabel(named, [{ id: 4, server: 'gone' }], 'policies');
      await nameLabel(named, [], 'policies');
      assert.deepEqual(set, [
        ['office', 'policies', 4, 'Scan'],
        ['office', 'reports', 5, 'Scan'],
        ['office', 'dynamic_groups', 6, 'Scan'],
        ['plant', 'policies', 4, 'Scan'],
        ['plant', 'policies', 7, 'Scan'],
      ]);
      assert.deepEqual([user.inputs[0]?.title, user.inputs[3]?.value], ['Name of Policy #4', 'Reboot']);
    }));

  it('belongs to what the user picks, if no row says that', () =>
    withLabels(async ({ named, user, set }) => {
      user.pick = () => 'reports';
      user.type = title => (title.startsWith('Name a ') ? '8' : 'Scan');
      await nameLabel(named, []);
      user.pick = () => undefined;
      await nameLabel(named, []);
      assert.deepEqual(set, [['plant', 'reports', 8, 'Scan']]);
      assert.deepEqual(user.lists[0], ['Policy', 'Report', 'Dynamic Group']);
    }));

  it('requires a valid ID first', () =>
    withLabels(async ({ named, user, set }) => {
      for (const typed of ['x', '-1', '1a']) {
        user.type = () => typed;
        await nameLabel(named, [], 'policies');
        assert.deepEqual(user.messages.at(-1)?.actions, ['An ID is a whole number.']);
      }
      assert.deepEqual(set, []);
    }));

  it('has at most 200 characters', () =>
    withLabels(async ({ named, user, set }) => {
      user.type = () => 'x'.repeat(200);
      await nameLabel(named, [4], 'policies');
      user.type = () => 'x'.repeat(201);
      await nameLabel(named, [4], 'policies');
      assert.deepEqual(user.messages.at(-1)?.actions, ['At most 200 characters.']);
      assert.equal(set.length, 1);
    }));
});

describe('an object that was found again', () => {
  it('is opened, after a choice if there are several', () =>
    withMemoryServer(async ({ context, opened, session, user }) => {
      const a = { id: 1, name: 'Nightly' };
      const b = { id: 2, name: 'Nightly 2' };
      await showFound(context, { session, kind: 'job', found: [a], name: 'Nightly' });
      user.pick = title => (title === 'Which one?' ? '2' : undefined);
      await showFound(context, { session, kind: 'group', found: [a, b], name: 'Nightly' });
      assert.deepEqual(opened, [
        ['job', 1, 'Nightly'],
        ['group', 2, 'Nightly 2'],
      ]);
      assert.deepEqual(user.lists, [['Nightly | #1', 'Nightly 2 | #2']]);
    }));

  it('is shown in the list of its server if its ID is unknown', () =>
    withMemoryServer(async ({ context, done, session }) => {
      const active = { ...session.server, id: 'office' };
      const setActive = async (id: string) => void done.push(`active ${id}`);
      const jobsView = { ...context.jobsView, setFilter: () => assert.fail('this is the list of jobs') };
      const all = { ...context, jobsView, servers: { ...context.servers, active, setActive } };
      await showFound(all, { session, kind: 'group', found: [], name: 'Nightly' });
      assert.deepEqual(done, ['active plant', 'filter Nightly', 'refresh', 'focus']);
    }));
});
