import assert from 'node:assert/strict';
import { itWith } from '../../support/withContributions.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { deviceRow } from '../../workbench/commands/support/rows.ts';

const { removeEverywhere } = await import('../../../src/contrib/devices/vscode/removeEverywhere.ts');

const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));

describe('removing a device from all groups and jobs', () => {
  itWith(
    'undo',
    'asks once, changes each group and job, reports the result in one sentence, and is undone as a whole',
    () =>
      withMemoryServer(async given => {
        given.memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1', 'PC-2') });
        given.memoryServer.groups.set(8, { name: 'Lab', dn: 'L', server_set: hosts('PC-2') });
        given.memoryServer.jobs.set(1, { name: 'Nightly', groups: [8], peers: hosts('PC-3', 'PC-1') });
        given.memoryServer.jobs.set(2, { name: 'Only', peers: hosts('PC-1') });
        await given.session.groups.whole();
        given.user.press = actions => actions.find(action => action === 'Undo');
        await removeEverywhere(given.context, [deviceRow(7, 'PC-1\n\n\n')]);
        assert.deepEqual(given.user.of('confirm'), [
          [
            'Remove “PC-1” from these places on “Plant”: 1 group, 2 jobs?\n' + 'Groups: “Office”',
            'Jobs: “Nightly” and “Only”',
            'Jobs with no targets left: “Only”',
          ].join('\n\n'),
        ]);
        assert.deepEqual(given.memoryServer.writes.slice(0, 3).toSorted(), [
          'PATCH /account/api/group/7/ {"server_set":["PC-2"]}',
          'PATCH /automation/api/job/1/ {"peers":["PC-3"]}',
          'PATCH /automation/api/job/2/ {"peers":[]}',
        ]);
        assert.deepEqual(given.memoryServer.writes.slice(3).toSorted(), [
          'PATCH /account/api/group/7/ {"server_set":["PC-2","PC-1"]}',
          'PATCH /automation/api/job/1/ {"peers":["PC-3","PC-1"]}',
          'PATCH /automation/api/job/2/ {"peers":["PC-1"]}',
        ]);
        assert.deepEqual(given.user.of('info'), [
          '“Office” on “Plant”: 1 device removed. Changed 2 jobs on “Plant”.',
          '“Office” on “Plant”: 1 device added. Reverted 2 jobs on “Plant”.',
        ]);
      }),
  );

  it('names only jobs with the device and every list that becomes empty, and changes nothing when canceled', () =>
    withMemoryServer(async ({ context, memoryServer, user, session }) => {
      memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1') });
      memoryServer.jobs.set(1, { name: 'Groups', groups: [7], peers: hosts('PC-1') });
      memoryServer.jobs.set(2, { name: 'Dynamic', dynamic_groups: [3], peers: hosts('PC-1') });
      memoryServer.jobs.set(3, { name: 'More', peers: hosts('PC-1', 'PC-2') });
      memoryServer.jobs.set(4, { name: 'Other', peers: hosts('PC-2') });
      memoryServer.jobs.set(5, { name: 'Both', groups: [7], dynamic_groups: [3], peers: hosts('PC-1') });
      await session.groups.whole();
      user.isSure = false;
      await removeEverywhere(context, [deviceRow(7, 'PC-1\n\n\n')]);
      assert.deepEqual(user.messages, [
        {
          kind: 'confirm',
          text: [
            'Remove “PC-1” from these places on “Plant”: 1 group, 4 jobs?\n' + 'Groups: “Office”',
            'Jobs: “Groups”, “Dynamic”, “More”, and “Both”',
            'Groups that will be empty: “Office”',
            'Jobs with no devices of their own left: “Groups”, “Dynamic”, and “Both”',
          ].join('\n\n'),
          actions: ['Remove'],
        },
      ]);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('names groups that cannot be changed because their IDs are unknown', () =>
    withMemoryServer(async ({ context, memoryServer, user, session }) => {
      memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: [{ hostname: 'PC-1' }] });
      memoryServer.jobs.set(1, { name: 'Nightly', peers: [{ hostname: 'PC-1' }, { hostname: 'PC-2' }] });
      await session.jobs.whole();
      memoryServer.hidesIds = true;
      await session.groups.whole();
      user.isSure = false;
      const groupKey = session.groups.entries[0]?.key;
      await removeEverywhere(context, [{ ...deviceRow(7, 'PC-1\n\n\n'), groupKey }]);
      assert.deepEqual(user.of('confirm'), [
        [
          'Remove “PC-1” from these places on “Plant”: 1 job?\n' + 'Jobs: “Nightly”',
          'Not changed, because the ID is unknown: “Office”',
        ].join('\n\n'),
      ]);
    }));

  it('asks for devices of any group or job when none are given', () =>
    withMemoryServer(async ({ context, memoryServer, user }) => {
      memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: [{ hostname: 'PC-1' }] });
      memoryServer.jobs.set(1, { name: 'Nightly', peers: [{ hostname: 'PC-1' }, { hostname: 'PC-2' }] });
      user.pickMany = (_, values) => values.filter(value => value.startsWith('PC-2'));
      await removeEverywhere(context, []);
      assert.equal(user.messages[0]?.actions.length, 2);
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/1/ {"peers":["PC-1"]}']);
    }));
});
