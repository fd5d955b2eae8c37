import assert from 'node:assert/strict';
import { itWith } from '../../support/withContributions.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { deviceRow, groupRow } from '../../workbench/commands/support/rows.ts';

const { dropRows } = await import('../../../src/contrib/devices/vscode/dropRows.ts');

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
    await given.session.groups.whole();
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

  it('changes nothing when canceled', () =>
    withGroups(async ({ context, user, memoryServer }) => {
      user.isSure = false;
      await dropRows(context, [groupRow(8), { rows: [member(7, 'PC-1')], text: '' }]);
      assert.deepEqual([user.messages.length, memoryServer.writes], [1, []]);
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

  itWith('undo', 'adds groups and devices to its targets, and removes them on “Undo”', () =>
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
    }),
  );

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
      assert.deepEqual(user.of('confirm'), [
        'Add 1 group to the targets of the job “Nightly” on “Plant”?\n“Lab”',
        'Add 1 device to the targets of the job “Nightly” on “Plant”?\n“PC-1”',
      ]);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('reports that the job already has these targets', () =>
    withJob(async given => {
      await dropRows(given.context, [job, { rows: [groupRow(7), member(8, 'PC-3')], text: '' }]);
      assert.deepEqual(given.user.of('info'), ['The job “Nightly” on “Plant” already has these targets.']);
    }));
});
