import assert from 'node:assert/strict';
import { withMemoryServer } from './support/memoryServer.ts';
import { deviceRow, groupRow } from './support/rows.ts';

const { dropRows } = await import('../../../src/commands/dropRows.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

const member = (group: number, name: string) => deviceRow(group, `${name}\n\n\n`);
const pressMove = (actions: readonly string[]) => actions.find(action => action === 'Move Here');

/** Office has PC-1 and PC-2, and Lab has PC-3. */
const withGroups = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const set = (id: number, name: string, ...hosts: string[]) =>
      given.memoryServer.groups.set(id, {
        name,
        dn: name,
        server_set: hosts.map(hostname => ({ hostname })),
      });
    set(7, 'Office', 'PC-1', 'PC-2');
    set(8, 'Lab', 'PC-3');
    await given.session.groups.ensureLoaded();
    await use(given);
  });

describe('a drop on a group', () => {
  it('asks once, and adds by default', () =>
    withGroups(async given => {
      await dropRows(given.context, [groupRow(8), { rows: [member(7, 'PC-1')], text: 'PC-1' }]);
      assert.deepEqual(given.user.messages[0], {
        kind: 'confirm',
        text: 'Add 1 device to “Lab” on “Plant”?\n“PC-1”\n\n“Move Here” also removes them from “Office”.',
        actions: ['Add', 'Move Here'],
      });
      assert.deepEqual(given.user.of('confirm').length, 1);
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /account/api/group/8/ {"server_set":["PC-3","PC-1"]}',
      ]);
    }));

  it('moves the devices on “Move Here”', () =>
    withGroups(async given => {
      given.user.press = pressMove;
      await dropRows(given.context, [member(8, 'PC-3'), { rows: [member(7, 'PC-1')], text: '' }]);
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /account/api/group/8/ {"server_set":["PC-3","PC-1"]}',
        'PATCH /account/api/group/7/ {"server_set":["PC-2"]}',
      ]);
    }));

  it('adds all devices of another group', () =>
    withGroups(async given => {
      await dropRows(given.context, [groupRow(8), { rows: [groupRow(7)], text: '' }]);
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /account/api/group/8/ {"server_set":["PC-3","PC-1","PC-2"]}',
      ]);
    }));

  it('adds the host names in text', () =>
    withGroups(async given => {
      await dropRows(given.context, [groupRow(8), { rows: [], text: 'pc-1\nPC-9\n' }]);
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /account/api/group/8/ {"server_set":["PC-3","PC-1","PC-9"]}',
      ]);
    }));

  it('does nothing with blank text, without devices, or on another row', () =>
    withGroups(async ({ context, user, memoryServer }) => {
      await dropRows(context, [groupRow(8), { rows: [], text: ' \n' }]);
      await dropRows(context, [groupRow(8), { rows: [{ kind: 'section' }], text: '' }]);
      await dropRows(context, [{ kind: 'group' }, { rows: [], text: 'PC-9' }]);
      assert.deepEqual([user.messages, memoryServer.writes], [[], []]);
    }));

  it('can only add devices that are in no group', () =>
    withGroups(async ({ context, user, memoryServer, session }) => {
      memoryServer.jobs.set(1, { name: 'Job', peers: [{ id: 9, hostname: 'PC-9' }] });
      await session.jobs.ensureLoaded();
      const target = { kind: 'target', serverId: 'plant', target: { kind: 'device', deviceKey: '#9' } };
      await dropRows(context, [groupRow(8), { rows: [target], text: '' }]);
      assert.deepEqual(user.messages[0], {
        kind: 'confirm',
        text: 'Add 1 device to “Lab” on “Plant”?\n“PC-9”',
        actions: ['Add'],
      });
      assert.deepEqual(memoryServer.writes, ['PATCH /account/api/group/8/ {"server_set":["PC-3","PC-9"]}']);
    }));

  it('changes nothing when canceled', () =>
    withGroups(async ({ context, user, memoryServer }) => {
      user.isSure = false;
      await dropRows(context, [groupRow(8), { rows: [member(7, 'PC-1')], text: '' }]);
      assert.deepEqual([user.messages.length, memoryServer.writes], [1, []]);
    }));

  it('does nothing with its own devices', () =>
    withGroups(async given => {
      await dropRows(given.context, [groupRow(7), { rows: [member(7, 'PC-1'), groupRow(7)], text: 'PC-1' }]);
      assert.deepEqual([given.user.messages, given.memoryServer.writes], [[], []]);
    }));
});

describe('a drop on a job', () => {
  const job = { kind: 'job', serverId: 'plant', jobId: 1 };
  const withJob = (use: (given: Given) => Promise<void>) =>
    withGroups(async given => {
      given.memoryServer.jobs.set(1, {
        name: 'Nightly',
        groups: [7],
        peers: [{ hostname: 'PC-3' }],
        enabled: true,
      });
      await given.session.jobs.read(1);
      await use(given);
    });

  it('adds groups and devices to its targets, and removes them on “Undo”', () =>
    withJob(async given => {
      given.user.press = actions => actions.find(action => action === 'Undo');
      const rows = [groupRow(8), groupRow(7), member(7, 'PC-1'), member(8, 'PC-3')];
      await dropRows(given.context, [job, { rows, text: '' }]);
      assert.equal(
        given.user.of('confirm')[0],
        'Add 1 group, 1 device to the targets of the job “Nightly” on “Plant”?\n“Lab” and “PC-1”',
      );
      assert.deepEqual(given.memoryServer.writes, [
        'PATCH /automation/api/job/1/ {"groups":[7,8],"peers":["PC-3","PC-1"]}',
        'PATCH /automation/api/job/1/ {"groups":[7],"peers":["PC-3"]}',
      ]);
    }));

  it('keeps targets that others added in the meantime', () =>
    withJob(async given => {
      given.memoryServer.jobs.set(1, { name: 'Nightly', groups: [9], peers: [{ hostname: 'PC-5' }] });
      await dropRows(given.context, [
        { ...job, kind: 'jobPart', part: 'targets' },
        { rows: [], text: 'PC-9' },
      ]);
      assert.deepEqual(given.memoryServer.writes, ['PATCH /automation/api/job/1/ {"peers":["PC-5","PC-9"]}']);
    }));

  it('adds only groups or only devices, after a confirmation that can be canceled', () =>
    withJob(async ({ context, user, memoryServer }) => {
      user.isSure = false;
      await dropRows(context, [job, { rows: [groupRow(8)], text: '' }]);
      await dropRows(context, [job, { rows: [member(7, 'PC-1'), member(7, 'PC-1')], text: '' }]);
      assert.deepEqual(user.messages, [
        {
          kind: 'confirm',
          text: 'Add 1 group to the targets of the job “Nightly” on “Plant”?\n“Lab”',
          actions: ['Add'],
        },
        {
          kind: 'confirm',
          text: 'Add 1 device to the targets of the job “Nightly” on “Plant”?\n“PC-1”',
          actions: ['Add'],
        },
      ]);
      assert.deepEqual(memoryServer.writes, []);
      user.isSure = true;
      await dropRows(context, [job, { rows: [groupRow(8)], text: '' }]);
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/1/ {"groups":[7,8]}']);
    }));

  it('reads a job that is not loaded, and does nothing for one on an unknown server', () =>
    withGroups(async ({ context, memoryServer, user }) => {
      memoryServer.jobs.set(2, { name: 'Weekly', peers: [] });
      await dropRows(context, [
        { ...job, jobId: 2 },
        { rows: [], text: 'PC-9' },
      ]);
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/2/ {"peers":["PC-9"]}']);
      const asked = user.messages.length;
      await dropRows(context, [
        { ...job, serverId: 'gone' },
        { rows: [], text: 'PC-9' },
      ]);
      await dropRows(context, [job, 'no rows']);
      assert.equal(user.messages.length, asked);
    }));

  it('skips devices that cannot be named in a request', () =>
    withJob(async ({ context, memoryServer, session }) => {
      memoryServer.groups.set(9, { name: 'Odd', server_set: [{ id: 5 }, { id: 6, hostname: 'PC-6' }] });
      await session.groups.refresh();
      const rows = [deviceRow(9, '#5'), deviceRow(9, '#6')];
      await dropRows(context, [job, { rows, text: '' }]);
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/1/ {"peers":["PC-3","PC-6"]}']);
    }));

  it('reports that the job already has these targets', () =>
    withJob(async given => {
      await dropRows(given.context, [job, { rows: [groupRow(7), member(8, 'PC-3')], text: '' }]);
      assert.deepEqual(given.user.of('info'), ['The job “Nightly” on “Plant” already has these targets.']);
    }));
});
