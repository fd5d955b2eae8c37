import assert from 'node:assert/strict';
import { withMemoryServer } from './support/memoryServer.ts';

const { Uri } = await import('../../support/vscode/vscodeFake.ts');
const { chooseValue } = await import('../../../src/commands/arrange.ts');
const { nameLabel } = await import('../../../src/commands/nameLabels.ts');
const { copyReport, refreshReport } = await import('../../../src/commands/reportCommands.ts');
const { showFound } = await import('../../../src/commands/open.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

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
      await nameLabel(named, [{ id: 4, server: 'plant' }], 'policies');
      await nameLabel(named, [{ id: 4 }], 'policies');
      await nameLabel(named, [{ id: 4, server: 'gone' }], 'policies');
      await nameLabel(named, [], 'policies');
      assert.deepEqual(set, [
        ['office', 'policies', 4, 'Scan'],
        ['office', 'reports', 5, 'Scan'],
        ['office', 'dynamic_groups', 6, 'Scan'],
        ['plant', 'policies', 4, 'Scan'],
        ['plant', 'policies', 4, 'Scan'],
        ['plant', 'policies', 4, 'Scan'],
        ['plant', 'policies', 7, 'Scan'],
      ]);
      assert.deepEqual(
        user.inputs.slice(0, 4).map(({ title, value }) => [title, value]),
        [
          ['Name of Policy #4', ''],
          ['Name of Report #5', ''],
          ['Name of Dynamic Group #6', ''],
          ['Name of Policy #4', 'Reboot'],
        ],
      );
      assert.match(
        user.inputs[0]?.prompt ?? '',
        /^The name is saved in your settings .+ Leave empty for no name\.$/,
      );
    }));

  for (const [kind, title] of [
    ['policies', 'Name a Policy'],
    ['reports', 'Name a Report'],
    ['dynamic_groups', 'Name a Dynamic Group'],
  ] as const)
    it(`requires a valid ID first: ${title}`, () =>
      withLabels(async ({ named, user, set }) => {
        await nameLabel(named, [], kind);
        for (const typed of ['x', '1234567890123456', '-1', '1a']) {
          user.type = () => typed;
          await nameLabel(named, [], kind);
          assert.deepEqual(user.messages.at(-1)?.actions, ['An ID is a whole number.']);
        }
        const [{ title: asked, prompt } = assert.fail('it is asked')] = user.inputs;
        assert.deepEqual([asked, prompt], [title, 'The ID that jobs refer to']);
        assert.deepEqual(set, []);
      }));

  it('has at most 200 characters, and requires a server', () =>
    withLabels(async ({ named, user, set }) => {
      user.type = () => 'x'.repeat(200);
      await nameLabel(named, [4], 'policies');
      user.type = () => 'x'.repeat(201);
      await nameLabel(named, [4], 'policies');
      assert.deepEqual(user.messages.at(-1)?.actions, ['At most 200 characters.']);
      let offers = 0;
      const sessions = { active: undefined, get: () => undefined };
      const offerServer = async () => {
        offers += 1;
      };
      await nameLabel({ ...named, sessions, offerServer }, [4], 'policies');
      assert.deepEqual([set.length, offers], [1, 1]);
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

describe('a report in an editor', () => {
  it('is refreshed or copied, or a message explains why not', () =>
    withMemoryServer(async ({ context, user }) => {
      const uri = Uri.file('/report');
      const copied: string[] = [];
      const state = { isOpen: true, isFresh: true };
      const reports = {
        ...context.reports,
        uriOf: () => (state.isOpen ? uri : undefined),
        refresh: async () => state.isFresh,
        textOf: () => 'text',
      };
      const all = {
        ...context,
        reports,
        clipboard: { ...context.clipboard, writeText: async (text: string) => void copied.push(text) },
      };
      await refreshReport(all, []);
      await copyReport(all, []);
      assert.deepEqual([copied, user.messages], [['text'], []]);
      state.isFresh = false;
      await refreshReport(all, []);
      state.isOpen = false;
      await refreshReport(all, []);
      await copyReport(all, []);
      assert.deepEqual(user.of('info'), [
        'This report is from before the window was reloaded and cannot be refreshed.',
        'Open a report first.',
        'Open a report first.',
      ]);
      assert.equal(copied.length, 1);
    }));
});
