import assert from 'node:assert/strict';
import type { Report, ReportSource } from '../../../src/reports/reports.ts';
import { withMemoryServer } from './support/memoryServer.ts';
import { deviceRow } from './support/rows.ts';

const { retryRun } = await import('../../../src/commands/retryRun.ts');
const { removeEverywhere } = await import('../../../src/commands/removeEverywhere.ts');

describe('removing a device from all groups and jobs', () => {
  it('asks once, changes each group and job, reports the result in one sentence, and is undone as a whole', () =>
    withMemoryServer(async given => {
      const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
      given.memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1', 'PC-2') });
      given.memoryServer.groups.set(8, { name: 'Lab', dn: 'L', server_set: hosts('PC-2') });
      given.memoryServer.jobs.set(1, { name: 'Nightly', groups: [8], peers: hosts('PC-3', 'PC-1') });
      given.memoryServer.jobs.set(2, { name: 'Only', peers: hosts('PC-1') });
      await given.session.groups.ensureLoaded();
      given.user.press = actions => actions.find(action => action === 'Undo');
      const row = { kind: 'device', serverId: 'plant', groupKey: 'id:7', deviceKey: 'PC-1\n\n\n' };
      await removeEverywhere(given.context, [row]);
      assert.deepEqual(given.user.of('confirm'), [
        [
          'Remove from 1 group, 2 jobs on “Plant”?\n“PC-1”',
          'Groups: “Office”',
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
      assert.deepEqual(given.user.messages.slice(1), [
        {
          kind: 'info',
          text: '“Office” on “Plant”: 1 device removed. Changed 2 jobs on “Plant”.',
          actions: ['Undo'],
        },
        {
          kind: 'info',
          text: '“Office” on “Plant”: 1 device added. Reverted 2 jobs on “Plant”.',
          actions: [],
        },
      ]);
    }));

  it('names only jobs with the device and every list that becomes empty, and changes nothing when canceled', () =>
    withMemoryServer(async ({ context, memoryServer, user, session }) => {
      const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
      memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1') });
      memoryServer.jobs.set(1, { name: 'Groups', groups: [7], peers: hosts('PC-1') });
      memoryServer.jobs.set(2, { name: 'Dynamic', dynamic_groups: [3], peers: hosts('PC-1') });
      memoryServer.jobs.set(3, { name: 'More', peers: hosts('PC-1', 'PC-2') });
      memoryServer.jobs.set(4, { name: 'Other', peers: hosts('PC-2') });
      memoryServer.jobs.set(5, { name: 'Both', groups: [7], dynamic_groups: [3], peers: hosts('PC-1') });
      await session.groups.ensureLoaded();
      user.isSure = false;
      await removeEverywhere(context, [deviceRow(7, 'PC-1\n\n\n')]);
      assert.deepEqual(user.messages, [
        {
          kind: 'confirm',
          text: [
            'Remove from 1 group, 4 jobs on “Plant”?\n“PC-1”',
            'Groups: “Office”',
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
      await session.jobs.ensureLoaded();
      memoryServer.hidesIds = true;
      await session.groups.ensureLoaded();
      user.isSure = false;
      await removeEverywhere(context, [
        {
          kind: 'device',
          serverId: 'plant',
          groupKey: session.groups.entries[0]?.key,
          deviceKey: 'PC-1\n\n\n',
        },
      ]);
      assert.deepEqual(user.of('confirm'), [
        [
          'Remove from 0 groups, 1 job on “Plant”?\n“PC-1”',
          'Jobs: “Nightly”',
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
      const [question] = user.messages;
      assert.deepEqual(
        [question?.kind, question?.text, question?.actions.length],
        ['pickMany', 'Remove from All Groups and Jobs', 2],
      );
      assert.deepEqual(memoryServer.writes, ['PATCH /automation/api/job/1/ {"peers":["PC-1"]}']);
      user.pickMany = () => undefined;
      await removeEverywhere(context, []);
      assert.equal(memoryServer.writes.length, 1);
    }));

  it('reports what failed and what was done, and retries the rest from the report', () =>
    withMemoryServer(async given => {
      const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
      given.memoryServer.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1') });
      given.memoryServer.jobs.set(1, { name: 'Nightly', peers: hosts('PC-3', 'PC-1') });
      await given.session.groups.ensureLoaded();
      given.memoryServer.failures.set('PATCH /account/api/group/7/', 403);
      given.user.press = actions => actions.find(action => action === 'Show Report');
      const actions: NonNullable<Report['actions']>[number][] = [];
      const show = async ({ read }: ReportSource) => void actions.push(...((await read())?.actions ?? []));
      const row = { kind: 'device', serverId: 'plant', groupKey: 'id:7', deviceKey: 'PC-1\n\n\n' };
      await removeEverywhere({ ...given.context, reports: { ...given.context.reports, show } }, [row]);
      assert.match(given.user.of('warn')[0] ?? '', /^1 done\. 1 failed\. Office: /);
      assert.deepEqual(given.user.of('info'), ['Changed 1 job on “Plant”.']);
      const [retry] = actions;
      assert.equal(retry?.title, 'Retry 1 Object…');
      assert.equal(retry?.command, 'deviceAutomation.run.retry');
      given.memoryServer.failures.clear();
      given.memoryServer.writes.length = 0;
      await retryRun(given.context, retry?.args ?? []);
      assert.match(
        given.user.of('confirm').at(-1) ?? '',
        /^Do the rest of “Changing the devices of groups and jobs” on “Plant” for 1 object\?/,
      );
      assert.deepEqual(given.memoryServer.writes, ['PATCH /account/api/group/7/ {"server_set":[]}']);
    }));
});
