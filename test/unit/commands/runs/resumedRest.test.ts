import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Given, leave, report } from '../support/interruptedRun.ts';
import { withPlant } from '../support/plant.ts';

const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));

function group(name: string, ...devices: string[]) {
  return { name, dn: `CN=${name}`, server_set: hosts(...devices) };
}

function addition(name: string, id: number, ...devices: string[]) {
  const draft = { add: devices.map(device => ({ name: device })), remove: [] };
  return { name, id, key: `dn:CN=${name}`, marks: { dn: `CN=${name}` }, draft };
}

/** Has the user resume, and press these buttons in the prompts that follow. */
function resume({ person }: Given, ...choices: readonly string[]): void {
  person.press = actions => actions.find(action => ['Resume…', ...choices].includes(action));
}

describe('the rest of an interrupted change of devices of groups', () => {
  const items = [addition('Done', 6, 'PC-1'), addition('Office', 7, 'PC-1'), addition('Lab', 8, 'PC-1')];

  it('is sent for the remaining groups, based on their current devices', () =>
    withPlant(async given => {
      given.plant.groups.set(6, group('Done'));
      given.plant.groups.set(7, group('Office', 'PC-9'));
      given.plant.groups.set(8, group('Lab', 'PC-1'));
      await leave(given, { act: 'changeMembers', items });
      resume(given);
      await report(given, async () => given.person.of('info').length > 0);
      assert.match(
        given.person.of('confirm').join(),
        /^Continue changing the devices of 2 groups on “Plant”\?\n“Office” and “Lab”/,
      );
      assert.deepEqual(given.plant.writes, ['PATCH /account/api/group/7/ {"server_set":["PC-9","PC-1"]}']);
    }));

  it('is sent to the intended group, not to another one that now has its ID', () =>
    withPlant(async given => {
      given.plant.groups.set(7, group('Stock'));
      given.plant.groups.set(9, group('Office', 'PC-9'));
      await leave(given, { act: 'changeMembers', items: items.slice(0, 2) });
      resume(given);
      await report(given, async () => given.person.of('info').length > 0);
      assert.deepEqual(given.plant.writes, ['PATCH /account/api/group/9/ {"server_set":["PC-9","PC-1"]}']);
    }));

  it('is empty when the ID now belongs to another group', () =>
    withPlant(async given => {
      given.plant.groups.set(7, group('Stock'));
      await leave(given, { act: 'changeMembers', items: items.slice(0, 2) });
      resume(given);
      await report(given, async () => given.person.of('info').length > 0);
      assert.match(given.person.of('info').join(), /^Nothing left to do/);
      assert.deepEqual(given.plant.writes, []);
    }));
});

describe('the rest of an interrupted import of groups', () => {
  const creation = (name: string) => ({ name, draft: { name, server_set: ['PC-1'] } });

  it('is created and changed as one operation, with one report', () =>
    withPlant(async given => {
      given.plant.groups.set(7, group('Office', 'PC-9'));
      const items = [creation('Made'), creation('New'), addition('Office', 7, 'PC-1')];
      await leave(given, { act: 'importGroups', items });
      resume(given);
      await report(given, async () => given.person.of('info').length > 0);
      assert.match(
        given.person.of('confirm').join(),
        /^Continue creating and changing groups on “Plant”\?\n“New” and “Office”$/,
      );
      assert.deepEqual(given.plant.writes.toSorted(), [
        'PATCH /account/api/group/7/ {"server_set":["PC-9","PC-1"]}',
        'POST /account/api/group/ {"name":"New","server_set":["PC-1"]}',
      ]);
      assert.deepEqual(given.person.of('info'), [
        'Created on “Plant”: “New”. “Office” on “Plant”: 1 device added.',
      ]);
    }));
});

describe('the rest of an interrupted change of jobs', () => {
  const draft = { before: { retry: 1 }, after: { retry: 2 } };
  const items = [1, 2, 3].map(id => ({ name: `Job ${id}`, id, marks: { policies: [id] }, draft }));

  function putJobs({ plant }: Given): void {
    plant.jobs.set(2, { name: 'Job 2', policies: [2], retry: 1 });
    plant.jobs.set(3, { name: 'Payroll backup', policies: [9], retry: 1 });
  }

  it('leaves out a job whose ID now belongs to another one on “Skip Changed”', () =>
    withPlant(async given => {
      putJobs(given);
      await leave(given, { act: 'changeJobs', items });
      resume(given, 'Skip Changed');
      await report(given, async () => given.person.of('info').length > 0);
      assert.match(given.person.of('decide').join(), /Payroll backup, was Job 3/);
      assert.deepEqual(given.plant.writes, ['PATCH /automation/api/job/2/ {"retry":2}']);
    }));

  it('includes such a job on “Include Changed”', () =>
    withPlant(async given => {
      putJobs(given);
      await leave(given, { act: 'changeJobs', items });
      resume(given, 'Include Changed');
      await report(given, async () => given.person.of('info').length > 0);
      assert.deepEqual(given.plant.writes.toSorted(), [
        'PATCH /automation/api/job/2/ {"retry":2}',
        'PATCH /automation/api/job/3/ {"retry":2}',
      ]);
    }));

  it('sends nothing and stays in the journal when the prompt is canceled', () =>
    withPlant(async given => {
      putJobs(given);
      await leave(given, { act: 'changeJobs', items });
      resume(given);
      await report(given, async () => given.person.of('decide').length > 0);
      assert.deepEqual(given.plant.writes, []);
      const left = await readdir(given.folder);
      assert.equal(left.length, 1);
      await Promise.all(left.map(name => rm(join(given.folder, name))));
    }));

  it('is empty when the server already has all changes', () =>
    withPlant(async given => {
      given.plant.jobs.set(2, { name: 'Job 2', policies: [2], retry: 2 });
      await leave(given, { act: 'changeJobs', items });
      resume(given);
      await report(given, async () => given.person.of('info').length > 0);
      assert.match(given.person.of('info').join(), /^Nothing left to do/);
      assert.deepEqual(given.plant.writes, []);
    }));
});

describe('the rest of an interrupted deletion of groups', () => {
  const items = ['Done', 'Office', 'Lab'].map((name, index) => ({
    name,
    id: 6 + index,
    key: `dn:CN=${name}`,
    marks: { dn: `CN=${name}`, devices: [] },
  }));

  it('is deleted by the usual command, without groups that have changed', () =>
    withPlant(async given => {
      given.plant.groups.set(7, group('Office'));
      given.plant.groups.set(8, group('Lab', 'PC-1'));
      given.plant.groups.set(6, group('Stock'));
      await leave(given, { act: 'deleteGroups', items });
      resume(given, 'Skip Changed');
      const commands = await report(given, async () => given.person.of('decide').length > 0);
      while (commands.length === 0) await new Promise(setImmediate);
      const row = { kind: 'group', serverId: 'plant', groupKey: 'id:7' };
      assert.deepEqual(commands, [`deviceAutomation.group.delete ${JSON.stringify([row, [row]])}`]);
      await Promise.all((await readdir(given.folder)).map(name => rm(join(given.folder, name))));
    }));
});
