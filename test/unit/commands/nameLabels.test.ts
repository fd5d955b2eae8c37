import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from './support/memoryServer.ts';

const { nameLabel } = await import('../../../src/commands/nameLabels.ts');
const { showFound } = await import('../../../src/commands/showFound.ts');

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
  const withFound = (use: (given: Given & ReturnType<typeof foundIn>) => Promise<void>) =>
    withMemoryServer(async given => use({ ...given, ...foundIn(given) }));

  function foundIn({ context, done, session }: Given) {
    const office = (): typeof session.server | undefined => ({ ...session.server, id: 'office' });
    const servers = {
      ...context,
      active: office(),
      servers: [],
      get: () => undefined,
      isTemporary: () => false,
      setActive: async (id: string) => void done.push(`active ${id}`),
      add: context.offerServer,
      edit: context.offerServer,
      remove: context.offerServer,
    };
    const view = (list: string) => ({
      ...context.jobsView,
      setFilter: (text: string) => void done.push(`filter ${list}: ${text}`),
    });
    const views = { jobsView: view('jobs'), groupsView: view('groups') };
    const show = (
      found: readonly { readonly id: number | undefined; readonly name: string }[],
      kind: 'job' | 'group',
    ) => showFound({ ...context, ...views, servers }, { session, kind, found, name: 'Nightly' });
    return { servers, show };
  }

  it('is opened, after a choice if there are several', () =>
    withFound(async ({ done, opened, user, show }) => {
      const [a, b] = [
        { id: 1, name: 'Nightly' },
        { id: 2, name: 'Nightly 2' },
      ];
      await show([a, { id: undefined, name: 'x' }], 'job');
      await show([a, b], 'job');
      user.pick = title => (title === 'Which one?' ? '2' : undefined);
      await show([a, b], 'group');
      assert.deepEqual(opened, [
        ['job', 1, 'Nightly'],
        ['group', 2, 'Nightly 2'],
      ]);
      assert.deepEqual(user.lists[0], ['Nightly | #1', 'Nightly 2 | #2']);
      assert.deepEqual(done, []);
    }));

  it('is shown in the list of its server if its ID is unknown', () =>
    withFound(async ({ done, servers, session, show }) => {
      const ofGroups = ['active plant', 'filter groups: Nightly', 'refresh', 'focus'];
      await show([{ id: undefined, name: 'Nightly' }], 'group');
      assert.deepEqual(done.splice(0), ofGroups);
      servers.active = undefined;
      await show([], 'group');
      assert.deepEqual(done.splice(0), ofGroups);
      servers.active = session.server;
      await show([], 'job');
      assert.deepEqual(done, ['filter jobs: Nightly', 'refresh', 'focus']);
    }));
});
