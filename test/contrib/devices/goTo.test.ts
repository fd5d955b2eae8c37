import assert from 'node:assert/strict';
import { device } from '../../store/support/fakes.ts';
import { patchJob } from '../../support/writes.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { deviceRow } from '../../workbench/commands/support/rows.ts';

const { goTo } = await import('../../../src/contrib/devices/vscode/goTo.ts');
const { showUsesOf } = await import('../../../src/contrib/devices/vscode/deviceUses.ts');

const pc = { id: 42, hostname: 'PC-042', addr: '10.0.0.42', status: 'online' };
const other = { id: 43, hostname: 'PC-043', addr: '10.0.0.43', status: 'offline' };

/** Two groups and three jobs. */
const withPlaces = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const { groups, jobs } = given.memoryServer;
    groups.set(5, { name: 'Accounting', dn: 'CN=Accounting', server_set: [pc, other] });
    groups.set(6, { name: 'Reception', dn: 'CN=Reception', server_set: [other] });
    jobs.set(1, { name: 'Updates', params: 'DTSTART:20990105T030000Z', groups: [5], policies: [7] });
    jobs.set(2, { name: 'Inventory', enabled: false, peers: [pc], groups: [6], policies: [7] });
    jobs.set(3, { name: 'Elsewhere', groups: [6], policies: [7] });
    await use(given);
  });

describe('“Go to Job, Group or Device…”', () => {
  it('finds jobs, groups and devices, opens the chosen one, and lists it first the next time', () =>
    withPlaces(async given => {
      const found: (readonly string[])[] = [];
      given.user.search = async ({ search }) => {
        const { signal } = new AbortController();
        const choices = await search(found.length === 0 ? 'acc' : '', signal);
        found.push(choices.map(({ label, description }) => `${label}: ${description}`));
        return { value: choices[0]?.value ?? '', typed: '' };
      };
      await goTo(given.context, []);
      await goTo(given.context, []);
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
      assert.deepEqual(given.opened, Array(2).fill(['group', 5, 'Accounting']));
    }));

  it('shows every group and job that uses a device, with the next run and the path', () =>
    withPlaces(async given => {
      given.user.search = async ({ search }) => {
        const [device] = await search('10.0.0.42', new AbortController().signal);
        return { value: device?.value ?? '', typed: '' };
      };
      given.user.pick = () => 'job 1';
      await goTo(given.context, []);
      assert.deepEqual(given.user.of('pick'), ['“PC-042” is in 1 group, 2 jobs']);
      const [, through = '', direct = ''] = given.user.lists[0] ?? [];
      assert.equal(direct, 'Inventory | job #2 · disabled · directly');
      assert.match(through, /^Updates \| job #1 · .+ · through “Accounting”$/);
      assert.deepEqual(given.opened, [['job', 1, 'Updates']]);
    }));

  it('searches the whole lists, and after Cancel offers to read the rest and to search it again', () =>
    withPlaces(async given => {
      const { memoryServer, session, user, context } = given;
      memoryServer.pageSize = 2;
      await session.jobs.firstRows();
      const offered: (readonly string[])[] = [];
      const typed: unknown[] = [];
      user.cancels = () => typed.length === 0;
      user.search = async ({ search, value }) => {
        typed.push(value);
        const choices = await search('else', new AbortController().signal);
        offered.push(choices.map(({ label }) => label));
        return { value: choices[0]?.value ?? '', typed: 'else' };
      };
      await goTo(context, []);
      assert.deepEqual(typed, ['', 'else']);
      assert.match(String(offered[0]), /^Read the rest, too \(2 of 3 read/);
      assert.deepEqual([offered[1], user.reported.at(-1)], [['Elsewhere'], '']);
      assert.deepEqual(given.opened, [['job', 3, 'Elsewhere']]);
    }));

  it('finds the rest when one of the lists cannot be read, which is logged', () =>
    withPlaces(async given => {
      given.memoryServer.failures.set('GET /automation/api/job/', 403);
      const noted: unknown[] = [];
      const note = async (error: unknown, server: unknown) => void noted.push(String(error), server);
      let labels: readonly string[] = [];
      given.user.search = async ({ search }) => {
        labels = (await search('', new AbortController().signal)).map(({ label }) => label);
        return undefined;
      };
      await goTo({ ...given.context, notices: { ...given.context.notices, note } }, []);
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
      await goTo(given.context, []);
    }));

  it('lists recently visited objects first, even among equally good matches, and omits deleted ones', () =>
    withMemoryServer(async given => {
      const { memoryServer, user, session } = given;
      for (const id of [1, 2, 3]) memoryServer.jobs.set(id, { name: `Backup ${id}` });
      const { context } = given;
      const found: string[] = [];
      const visit = async (value: string) => {
        user.search = async ({ search }) => {
          const choices = await search('backup', new AbortController().signal);
          found.push(choices.map(({ label }) => label.slice(-1)).join(''));
          return { value, typed: '' };
        };
        await goTo(context, []);
      };
      await visit('job 3');
      await visit('job 2');
      await visit('job 99');
      assert.deepEqual(found, ['123', '312', '231']);
      memoryServer.jobs.delete(3);
      await session.jobs.refresh();
      await visit('job 1');
      assert.equal(found.at(-1), '21');
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
      await goTo(context, []);
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
      await goTo({ ...context, groupsView: { ...context.groupsView, reveal } }, []);
      assert.deepEqual([revealed, opened], [['Accounting'], []]);
    }));
});

describe('the uses of a device or a group', () => {
  it('are the groups, then the jobs in the order in which they run next; those without a next run come last', () =>
    withMemoryServer(async ({ memoryServer, session, context, user }) => {
      const at = (hours: number) => {
        const time = new Date(Date.now() + hours * 3_600_000).toISOString().replace(/[-:]|\.\d+/g, '');
        return `DTSTART:${time}\nRRULE:FREQ=DAILY;COUNT=3`;
      };
      const peers = [{ hostname: 'PC-1', id: 1 }];
      memoryServer.groups.set(5, { name: 'Lab', server_set: peers });
      memoryServer.jobs.set(1, { name: 'Off', params: at(1), enabled: false, peers });
      memoryServer.jobs.set(2, { name: 'Late', params: at(9), enabled: true, peers });
      memoryServer.jobs.set(3, { name: 'None', params: '', enabled: true, peers });
      memoryServer.jobs.set(4, { name: 'Soon', params: at(2), enabled: true, peers: [], groups: [5] });
      memoryServer.jobs.set(5, { name: 'Next', params: at(1), enabled: true, peers });
      await session.groups.whole();
      await session.jobs.whole();
      await goTo(context, [{ kind: 'device', serverId: 'plant', groupKey: 'id:5', deviceKey: '#1' }]);
      const labels = user.lists[0]?.map(line => line.replace(/ \|.*/, ''));
      assert.deepEqual(labels?.slice(0, 6), ['Lab', 'Next', 'Soon', 'Late', 'Off', 'None']);
    }));

  it('are listed from their rows, in their current state', () =>
    withPlaces(async given => {
      const { session, user, context } = given;
      await session.groups.whole();
      const row = { kind: 'device', serverId: 'plant', groupKey: 'id:6', deviceKey: '#43' };
      await goTo(context, [row]);
      await session.jobs.whole();
      await patchJob(session, 2, { groups: [] });
      await goTo(context, [row]);
      assert.deepEqual(user.of('pick'), [
        '“PC-043” is in 2 groups, 3 jobs',
        '“PC-043” is in 2 groups, 2 jobs',
      ]);
    }));

  it('cause a message when there are none', () =>
    withMemoryServer(async ({ memoryServer, session, context, user }) => {
      memoryServer.groups.set(5, { name: 'Accounting', dn: 'CN=Accounting', server_set: [] });
      memoryServer.groups.set(6, { name: 'Lab', dn: 'CN=Lab', server_set: [pc] });
      memoryServer.pageSize = 1;
      for (const id of [1, 2]) memoryServer.jobs.set(id, { name: `Job ${id}` });
      await session.groups.whole();
      await session.jobs.firstRows();
      user.cancels = () => true;
      await showUsesOf(context, session, device(1));
      user.cancels = () => false;
      await showUsesOf(context, session, device(1));
      assert.deepEqual(user.of('info'), [
        'No group or job contains “PC-1”. Not all jobs and groups have been read.',
        'No group or job contains “PC-1”.',
      ]);
    }));

  it('show that a job targets a device both directly and through a group', () =>
    withPlaces(async given => {
      given.memoryServer.jobs.set(4, { name: 'Both', enabled: false, peers: [pc], groups: [5] });
      await given.session.groups.whole();
      await goTo(given.context, [deviceRow(5, '#42')]);
      const both = given.user.lists[0]?.find(row => row.startsWith('Both'));
      assert.equal(both, 'Both | job #4 · disabled · directly and through “Accounting”');
    }));

  it('end with what is unknown, and are listed again once the IDs were looked for', () =>
    withPlaces(async given => {
      const { memoryServer, user, context, session } = given;
      memoryServer.hidesIds = true;
      memoryServer.jobs.set(4, { name: 'Dynamic', dynamic_groups: [9] });
      memoryServer.failures.set('GET /account/api/group/5/', 403);
      user.pick = () => (user.lists.length === 1 ? 'unknown' : undefined);
      await session.groups.whole();
      const [entry] = session.groups.entries;
      const device = entry?.group.server_set[0];
      assert.ok(device !== undefined);
      await showUsesOf(context, session, device);
      const last = user.lists.map(rows => rows.at(-1));
      const unknown = '1 group unknown: Find IDs | Devices of 1 group unknown: #5';
      assert.deepEqual(last[0], `${unknown} · Devices of 1 dynamic group unknown: #9`);
      assert.ok(user.progress.includes('Finding group IDs on “Plant”'));
    }));
});
