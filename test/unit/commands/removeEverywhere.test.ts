import assert from 'node:assert/strict';
import type { Report, ReportSource } from '../../../src/reports/reports.ts';
import { withPlant } from './support/plant.ts';
import { deviceRow } from './support/rows.ts';

const { retryRun } = await import('../../../src/commands/retryRun.ts');
const { removeEverywhere } = await import('../../../src/commands/removeEverywhere.ts');

describe('removing a device from all groups and jobs', () => {
  it('asks once, changes each group and job, reports the result in one sentence, and is undone as a whole', () =>
    withPlant(async given => {
      const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
      given.plant.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1', 'PC-2') });
      given.plant.groups.set(8, { name: 'Lab', dn: 'L', server_set: hosts('PC-2') });
      given.plant.jobs.set(1, { name: 'Nightly', groups: [8], peers: hosts('PC-3', 'PC-1') });
      given.plant.jobs.set(2, { name: 'Only', peers: hosts('PC-1') });
      await given.session.groups.ensureLoaded();
      given.person.press = actions => actions.find(action => action === 'Undo');
      const row = { kind: 'device', serverId: 'plant', groupKey: 'id:7', deviceKey: 'PC-1\n\n\n' };
      await removeEverywhere(given.context, [row]);
      assert.deepEqual(given.person.of('confirm'), [
        'Remove from 1 group, 2 jobs on “Plant”?\n“PC-1”\n\nThese jobs will have no targets: “Only”.',
      ]);
      assert.deepEqual(given.plant.writes.slice(0, 3).toSorted(), [
        'PATCH /account/api/group/7/ {"server_set":["PC-2"]}',
        'PATCH /automation/api/job/1/ {"peers":["PC-3"]}',
        'PATCH /automation/api/job/2/ {"peers":[]}',
      ]);
      assert.deepEqual(given.plant.writes.slice(3).toSorted(), [
        'PATCH /account/api/group/7/ {"server_set":["PC-2","PC-1"]}',
        'PATCH /automation/api/job/1/ {"peers":["PC-3","PC-1"]}',
        'PATCH /automation/api/job/2/ {"peers":["PC-1"]}',
      ]);
      assert.deepEqual(given.person.messages.slice(1), [
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

  it('counts only jobs with the device, names none that keeps other targets, and changes nothing when canceled', () =>
    withPlant(async ({ context, plant, person, session }) => {
      const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
      plant.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1') });
      plant.jobs.set(1, { name: 'Groups', groups: [7], peers: hosts('PC-1') });
      plant.jobs.set(2, { name: 'Dynamic', dynamic_groups: [3], peers: hosts('PC-1') });
      plant.jobs.set(3, { name: 'More', peers: hosts('PC-1', 'PC-2') });
      plant.jobs.set(4, { name: 'Other', peers: hosts('PC-2') });
      plant.jobs.set(5, { name: 'Both', groups: [7], dynamic_groups: [3], peers: hosts('PC-1') });
      await session.groups.ensureLoaded();
      person.isSure = false;
      await removeEverywhere(context, [deviceRow(7, 'PC-1\n\n\n')]);
      assert.deepEqual(person.messages, [
        {
          kind: 'confirm',
          text: 'Remove from 1 group, 4 jobs on “Plant”?\n“PC-1”',
          actions: ['Remove'],
        },
      ]);
      assert.deepEqual(plant.writes, []);
    }));

  it('asks for the devices when none are given', () =>
    withPlant(async ({ context, plant, person }) => {
      plant.groups.set(7, { name: 'Office', dn: 'O', server_set: [] });
      await removeEverywhere(context, []);
      assert.match(person.messages[0]?.text ?? '', /^Remove from All Groups and Jobs/);
      assert.deepEqual(plant.writes, []);
    }));

  it('reports what failed and what was done, and retries the rest from the report', () =>
    withPlant(async given => {
      const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
      given.plant.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1') });
      given.plant.jobs.set(1, { name: 'Nightly', peers: hosts('PC-3', 'PC-1') });
      await given.session.groups.ensureLoaded();
      given.plant.failures.set('PATCH /account/api/group/7/', 403);
      given.person.press = actions => actions.find(action => action === 'Show Report');
      const actions: NonNullable<Report['actions']>[number][] = [];
      const show = async ({ read }: ReportSource) => void actions.push(...((await read())?.actions ?? []));
      const row = { kind: 'device', serverId: 'plant', groupKey: 'id:7', deviceKey: 'PC-1\n\n\n' };
      await removeEverywhere({ ...given.context, reports: { ...given.context.reports, show } }, [row]);
      assert.match(given.person.of('warn')[0] ?? '', /^1 done\. 1 failed\. Office: /);
      assert.deepEqual(given.person.of('info'), ['Changed 1 job on “Plant”.']);
      const [retry] = actions;
      assert.equal(retry?.title, 'Retry 1 Object…');
      assert.equal(retry?.command, 'deviceAutomation.run.retry');
      given.plant.failures.clear();
      given.plant.writes.length = 0;
      await retryRun(given.context, retry?.args ?? []);
      assert.match(given.person.of('confirm').at(-1) ?? '', /^Continue changing 1 group or job on “Plant”\?/);
      assert.deepEqual(given.plant.writes, ['PATCH /account/api/group/7/ {"server_set":[]}']);
    }));
});
