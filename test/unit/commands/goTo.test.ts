import assert from 'node:assert/strict';
import { patchJob } from '../../support/writes.ts';
import { device } from '../store/support/fakes.ts';
import { withMemoryServer } from './support/memoryServer.ts';
import { deviceRow, groupRow } from './support/rows.ts';

const { goTo } = await import('../../../src/commands/goTo.ts');
const { showDeviceUses, showGroupJobs, showUsesOf } = await import('../../../src/commands/deviceUses.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

const pc = { id: 42, hostname: 'PC-042', addr: '10.0.0.42', status: 'online' };
const other = { id: 43, hostname: 'PC-043', addr: '10.0.0.43', status: 'offline' };

function fill({ memoryServer }: Given): void {
  memoryServer.groups.set(5, { name: 'Accounting', dn: 'CN=Accounting', server_set: [pc, other] });
  memoryServer.groups.set(6, { name: 'Reception', dn: 'CN=Reception', server_set: [other] });
  memoryServer.jobs.set(1, {
    name: 'Updates',
    params: 'DTSTART:20990105T030000Z',
    groups: [5],
    policies: [7],
  });
  memoryServer.jobs.set(2, { name: 'Inventory', enabled: false, peers: [pc], groups: [6], policies: [7] });
  memoryServer.jobs.set(3, { name: 'Elsewhere', groups: [6], policies: [7] });
}

/** The documents that are opened, and the rows of the only quick pick. */
function opening({ context }: Given, opened: string[]) {
  const documents = {
    ...context.documents,
    open: async (_: unknown, kind: string, id: number) => void opened.push(`${kind} ${id}`),
  };
  return { ...context, documents };
}

describe('“Go to Job, Group or Device…”', () => {
  it('finds jobs, groups and devices, opens the chosen one, and lists it first the next time', () =>
    withMemoryServer(async given => {
      fill(given);
      const opened: string[] = [];
      const context = opening(given, opened);
      const found: (readonly string[])[] = [];
      given.user.search = async ({ search }) => {
        const { signal } = new AbortController();
        const choices = await search(found.length === 0 ? 'acc' : '', signal);
        found.push(choices.map(({ label, description }) => `${label}: ${description}`));
        return { value: choices[0]?.value ?? '', typed: '' };
      };
      await goTo(context);
      await goTo(context);
      assert.deepEqual(found[0], ['Accounting: group #5 · 2 devices']);
      assert.deepEqual(found[1], [
        'Accounting: group #5 · 2 devices',
        'Updates: job #1',
        'Inventory: job #2',
        'Elsewhere: job #3',
        'Reception: group #6 · 1 device',
        'PC-042: device · 10.0.0.42 · online',
        'PC-043: device · 10.0.0.43 · offline',
      ]);
      assert.deepEqual(opened, ['group 5', 'group 5']);
    }));

  it('shows every group and job that uses a device, with the next run and the path', () =>
    withMemoryServer(async given => {
      fill(given);
      const opened: string[] = [];
      const context = opening(given, opened);
      given.user.search = async ({ search }) => {
        const [device] = await search('10.0.0.42', new AbortController().signal);
        return { value: device?.value ?? '', typed: '' };
      };
      given.user.pick = () => 'job 1';
      let rows: readonly string[] = [];
      const dialogs = {
        ...given.user.dialogs,
        pick: async (title: string, choices: Parameters<typeof given.user.dialogs.pick>[1]) => {
          rows = choices.map(({ label, description }) => `${label}: ${description}`);
          return given.user.dialogs.pick(title, choices);
        },
      };
      await goTo({ ...context, dialogs });
      assert.deepEqual(given.user.of('pick'), ['“PC-042” is in 1 group, 2 jobs']);
      assert.equal(rows[0], 'Accounting: group #5 · 2 devices');
      assert.match(rows[1] ?? '', /^Inventory: job #2 · disabled · directly$/);
      assert.match(rows[2] ?? '', /^Updates: job #1 · .+ · through “Accounting”$/);
      assert.deepEqual(opened, ['job 1']);
    }));

  it('asks under its title, and does nothing when the list is closed, or without a server', () =>
    withMemoryServer(async given => {
      fill(given);
      const asked: unknown[] = [];
      given.user.search = async ({ title, placeholder, value }) => {
        asked.push([title, placeholder, value]);
        return undefined;
      };
      await goTo(given.context);
      const offerServer = async () => void asked.push('offer');
      await goTo({ ...given.context, offerServer, sessions: { active: undefined, get: () => undefined } });
      assert.deepEqual(asked, [
        ['Go to Job, Group or Device', 'Type a name, a part of it, an ID or an address', ''],
        'offer',
      ]);
      assert.deepEqual([given.opened, given.user.messages], [[], []]);
    }));

  it('offers to load the other jobs, does so, and searches again for what was typed', () =>
    withMemoryServer(async given => {
      const { memoryServer, user, context } = given;
      fill(given);
      memoryServer.pageSize = 2;
      const offered: (readonly string[])[] = [];
      const typed: unknown[] = [];
      user.search = async ({ search, value }) => {
        typed.push(value);
        const choices = await search('else', new AbortController().signal);
        offered.push(choices.map(({ label }) => label));
        return { value: choices[0]?.value ?? '', typed: 'else' };
      };
      await goTo(context);
      assert.deepEqual(typed, ['', 'else']);
      assert.deepEqual(offered, [['Load the other jobs too (2 of 3 loaded)'], ['Elsewhere']]);
      assert.deepEqual([user.progress, user.reported], [['Loading all jobs'], ['3']]);
      assert.deepEqual(given.opened, [['job', 3, 'Elsewhere']]);
    }));

  it('offers the other jobs without a number when the server sends none', () =>
    withMemoryServer(async given => {
      fill(given);
      Object.assign(given.memoryServer, { pageSize: 2, hidesCount: true });
      given.user.search = async ({ search }) => {
        const choices = await search('else', new AbortController().signal);
        assert.deepEqual(
          choices.map(({ label }) => label),
          ['Load the other jobs too'],
        );
        return undefined;
      };
      await goTo(given.context);
    }));

  it('finds the rest when one of the lists cannot be read, which is logged', () =>
    withMemoryServer(async given => {
      fill(given);
      given.memoryServer.failures.set('GET /automation/api/job/', 403);
      const noted: unknown[] = [];
      const note = async (error: unknown, server: unknown) => void noted.push(String(error), server);
      let labels: readonly string[] = [];
      given.user.search = async ({ search }) => {
        labels = (await search('', new AbortController().signal)).map(({ label }) => label);
        return undefined;
      };
      await goTo({ ...given.context, notices: { ...given.context.notices, note } });
      assert.deepEqual(labels, ['Accounting', 'Reception', 'PC-042', 'PC-043']);
      assert.match(String(noted[0]), /403/);
      assert.deepEqual(noted.slice(1), [given.session.server]);
    }));

  it('stops a search that is no longer wanted', () =>
    withMemoryServer(async given => {
      const members = Array.from({ length: 5_000 }, (_, id) => ({ id, hostname: `PC-${id}` }));
      given.memoryServer.groups.set(5, { name: 'Accounting', dn: 'CN=Accounting', server_set: members });
      given.user.search = async ({ search }) => {
        const gone = new AbortController();
        const searching = search('pc', gone.signal);
        gone.abort();
        await assert.rejects(searching, { name: 'AbortError' });
        assert.equal((await search('pc', new AbortController().signal)).length, 100);
        return undefined;
      };
      await goTo(given.context);
    }));

  it('lists recently visited objects first, even among equally good matches, and omits deleted ones', () =>
    withMemoryServer(async given => {
      const { memoryServer, user, session } = given;
      for (const id of [1, 2, 3]) memoryServer.jobs.set(id, { name: `Backup ${id}` });
      const remembered = new Map<string, readonly string[]>();
      const recentPlaces = {
        get: (id: string) => remembered.get(id) ?? [],
        set: (id: string, places: readonly string[]) => void remembered.set(id, places),
      };
      const context = { ...given.context, recentPlaces };
      const found: string[] = [];
      const visit = async (value: string) => {
        user.search = async ({ search }) => {
          const choices = await search('backup', new AbortController().signal);
          found.push(choices.map(({ label }) => label.slice(-1)).join(''));
          return { value, typed: '' };
        };
        await goTo(context);
      };
      await visit('job 3');
      await visit('job 2');
      await visit('job 3');
      await visit('job 99');
      assert.deepEqual(found, ['123', '312', '231', '321']);
      assert.deepEqual([...remembered], [['plant', ['job 3', 'job 2']]]);
      memoryServer.jobs.delete(3);
      await session.jobs.refresh();
      await visit('job 1');
      assert.equal(found.at(-1), '21');
      const many = Array.from({ length: 30 }, (_, index) => `job ${100 + index}`);
      remembered.set('plant', many);
      await visit('job 1');
      assert.deepEqual(remembered.get('plant'), ['job 1', ...many.slice(0, -1)]);
    }));

  it('finds jobs and groups by their IDs and names, and devices by any of their fields', () =>
    withMemoryServer(async given => {
      const { memoryServer, user, context } = given;
      memoryServer.groups.set(5, { name: 'Accounting', dn: 'ou=acc', server_set: [] });
      memoryServer.jobs.set(12, {
        name: 'Updates',
        peers: [{ id: 42, username: 'anna', server_id: 'srv-9' }, {}],
      });
      let found: readonly string[] = [];
      user.search = async ({ search }) => {
        const of = async (text: string) =>
          (await search(text, new AbortController().signal)).map(({ label }) => label).join();
        found = await Promise.all(
          ['#12', '12', 'updates', '#5', '5', 'ou=acc', '#42', 'anna', 'srv-9', '4'].map(of),
        );
        return undefined;
      };
      await goTo(context);
      assert.deepEqual(found, [
        ...['Updates', 'Updates', 'Updates', 'Accounting', 'Accounting', 'Accounting'],
        ...['anna', 'anna', 'anna', 'anna'],
      ]);
    }));

  it('reveals a group with an unknown ID in its view, and describes it without one', () =>
    withMemoryServer(async given => {
      const { memoryServer, user, context, opened } = given;
      memoryServer.jobs.set(1, { name: 'Job', peers: [{ addr: '10.0.0.9' }] });
      memoryServer.groups.set(5, { name: 'Accounting', dn: 'ou=acc', server_set: [], id: undefined });
      const revealed: string[] = [];
      const reveal = async (_: unknown, { name }: { readonly name: string }) => void revealed.push(name);
      user.search = async ({ search }) => {
        const choices = await search('', new AbortController().signal);
        assert.deepEqual(
          choices.map(({ label, description }) => `${label}: ${description}`),
          ['Job: job #1', 'Accounting: group · 0 devices', '10.0.0.9: device'],
        );
        return { value: choices[1]?.value ?? '', typed: '' };
      };
      await goTo({ ...context, groupsView: { ...context.groupsView, reveal } });
      assert.deepEqual([revealed, opened], [['Accounting'], []]);
    }));
});

describe('the uses of a device or a group', () => {
  it('are listed from their rows, in their current state', () =>
    withMemoryServer(async given => {
      fill(given);
      const { session, user, context } = given;
      await session.groups.ensureLoaded();
      const row = { kind: 'group', serverId: 'plant', groupKey: 'id:6' };
      await showGroupJobs(context, [row]);
      await session.jobs.ensureLoaded();
      await patchJob(session, 2, { groups: [] });
      await showGroupJobs(context, [row]);
      await showDeviceUses(context, [{ ...row, kind: 'device', deviceKey: '#43' }]);
      assert.deepEqual(user.of('pick'), [
        '2 jobs target “Reception”',
        '1 job targets “Reception”',
        '“PC-043” is in 2 groups, 2 jobs',
      ]);
    }));

  it('cause a message when there are none', () =>
    withMemoryServer(async ({ memoryServer, session, context, user }) => {
      memoryServer.groups.set(5, { name: 'Accounting', dn: 'CN=Accounting', server_set: [] });
      memoryServer.groups.set(6, { name: 'Lab', dn: 'CN=Lab', server_set: [pc] });
      memoryServer.pageSize = 1;
      for (const id of [1, 2]) memoryServer.jobs.set(id, { name: `Job ${id}` });
      await session.groups.ensureLoaded();
      await showGroupJobs(context, [groupRow(5)]);
      await session.jobs.loadMore();
      await showGroupJobs(context, [groupRow(5)]);
      await showUsesOf(context, session, device(1));
      assert.deepEqual(user.of('info'), [
        'No loaded job targets “Accounting”. Not all jobs are loaded.',
        'No loaded job targets “Accounting”.',
        'No loaded group or job contains “PC-1”.',
      ]);
    }));

  it('are looked up for a chosen object without a row, and are empty for a missing one', () =>
    withMemoryServer(async given => {
      fill(given);
      const { session, user, context } = given;
      await session.groups.ensureLoaded();
      await showGroupJobs(context, []);
      await showDeviceUses(context, []);
      assert.deepEqual(user.of('pickMany'), ['Show Jobs of Group']);
      assert.match(user.of('pick').join(), /^Show Groups and Jobs of Device/);
      const asked = user.messages.length;
      await showGroupJobs(context, [groupRow(99)]);
      await showDeviceUses(context, [deviceRow(5, '#99')]);
      assert.equal(user.messages.length, asked);
    }));

  it('are shown for a device that the user picks among those of all groups and jobs', () =>
    withMemoryServer(async given => {
      fill(given);
      given.memoryServer.jobs.set(4, { name: 'Single', peers: [{ hostname: 'PC-099', status: 'online' }] });
      given.user.pick = title => (title === 'Show Groups and Jobs of Device' ? '#43' : undefined);
      await showDeviceUses(given.context, []);
      assert.deepEqual(given.user.of('pick'), [
        'Show Groups and Jobs of Device',
        '“PC-043” is in 2 groups, 3 jobs',
      ]);
      assert.deepEqual(given.user.lists[0], [
        'PC-042 | 10.0.0.42 · online',
        'PC-043 | 10.0.0.43 · offline',
        'PC-099 | online',
      ]);
    }));

  it('are shown only for the clicked group', () =>
    withMemoryServer(async given => {
      fill(given);
      await given.session.groups.ensureLoaded();
      await showGroupJobs(given.context, [groupRow(6), [groupRow(5), groupRow(6)]]);
      assert.deepEqual(given.user.of('pick'), ['2 jobs target “Reception”']);
    }));

  it('show how a job targets a device, and a next run only for jobs', () =>
    withMemoryServer(async given => {
      fill(given);
      given.memoryServer.jobs.set(4, { name: 'Both', enabled: false, peers: [pc], groups: [5] });
      given.memoryServer.jobs.set(5, { name: 'Manual', params: '', peers: [pc] });
      await given.session.groups.ensureLoaded();
      await showDeviceUses(given.context, [deviceRow(5, '#42')]);
      const [rows = []] = given.user.lists;
      assert.deepEqual(
        rows.filter(row => !row.startsWith('Updates')),
        [
          'Accounting | group #5 · 2 devices',
          'Inventory | job #2 · disabled · directly',
          'Both | job #4 · disabled · directly and through “Accounting”',
          'Manual | job #5 · No schedule · directly',
        ],
      );
    }));
});
