import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Given, leave, report } from './support/interruptedRun.ts';
import { withPlant } from './support/plant.ts';

const { InterruptedRuns } = await import('../../../src/commands/interruptedRuns.ts');

const isEmpty =
  ({ folder }: Given) =>
  async () =>
    (await readdir(folder)).length === 0;
const isInformed =
  ({ person }: Given) =>
  () =>
    person.of('info').length > 0;
const jobs = (...ids: readonly number[]) => ids.map(id => ({ name: `Job ${id}`, id }));
const press = ({ person }: Given, ...labels: readonly string[]) => {
  person.press = actions => actions.find(action => labels.includes(action));
};

describe('an interrupted run', () => {
  it('is reported with its counts, and discarded when the notice is closed', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) });
      await report(given, isEmpty(given));
      assert.deepEqual(given.person.messages, [
        {
          kind: 'warn',
          text: '“Enable Jobs” on “Plant” was interrupted: 1 done. 2 not sent.',
          actions: ['Show Report', 'Do the Rest…'],
        },
      ]);
    }));

  it('is reported with what its unclear items turn out to be', () =>
    withPlant(async given => {
      const { plant, person } = given;
      plant.jobs.set(1, { name: 'Job 1', enabled: true });
      plant.jobs.set(2, { name: 'Job 2', enabled: false });
      plant.failures.set('GET /automation/api/job/3/', 500);
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) }, ['sent', 'sent', 'sent']);
      press(given, 'Show Report');
      await report(given, isEmpty(given));
      assert.match(person.of('warn')[0] ?? '', /: 1 done\. 1 failed\. 1 sent, outcome unknown\.$/);
      const [text = ''] = person.shown;
      assert.match(text, /Done \(1\)\n {2}Job 1 \(#1\): done, confirmed by reading it back/);
      assert.match(text, /Not done \(1\)\n {2}Job 2 \(#2\): not done, confirmed by reading it back/);
      assert.match(text, / {2}Job 3 \(#3\): It could not be read back\. HttpStatusError/);
      assert.deepEqual(plant.writes, []);
    }));

  it('is completed for the jobs that still need it, and replaced by that run', () =>
    withPlant(async given => {
      given.plant.jobs.set(2, { name: 'Job 2', enabled: false });
      given.plant.jobs.set(3, { name: 'Job 3', enabled: true });
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) });
      press(given, 'Do the Rest…');
      await report(given, isEmpty(given));
      assert.deepEqual(given.plant.writes, ['PATCH /automation/api/job/2/ {"enabled":true}']);
    }));

  it('is discarded when nothing is left to do', () =>
    withPlant(async given => {
      await leave(given, { act: 'deleteJobs', items: jobs(1, 2) });
      press(given, 'Do the Rest…');
      await report(given, isEmpty(given));
      assert.deepEqual(given.person.of('info'), ['Nothing left to do.']);
    }));

  it('stays in the journal when the user cancels the rest, or when it fails', () =>
    withPlant(async given => {
      const { person, plant, folder } = given;
      plant.jobs.set(2, { name: 'Job 2' });
      plant.jobs.set(3, { name: 'Job 3' });
      await leave(given, { act: 'deleteJobs', items: jobs(1, 2, 3) });
      press(given, 'Do the Rest…');
      person.isSure = false;
      await report(given, () => person.of('confirm').length > 0);
      await given.context.journal.release();
      assert.equal((await readdir(folder)).length, 1);
      assert.deepEqual(plant.writes, []);
      await Promise.all((await readdir(folder)).map(name => rm(join(folder, name))));
    }));

  it('cannot be completed on a server that has moved, or is gone, since', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2), url: 'https://old.example' });
      await report(given, isEmpty(given));
      await leave(given, { act: 'enableJobs', items: jobs(1, 2) });
      const sessions = { active: undefined, get: () => undefined };
      await new InterruptedRuns({ ...given.context, sessions }).check();
      while (!(await isEmpty(given)())) await new Promise(setImmediate);
      assert.match(
        given.person.of('warn')[0] ?? '',
        /The URL of the server has changed since \(it was https:\/\/old\.example\),/,
      );
      assert.deepEqual(
        given.person.messages.map(({ actions }) => actions),
        [['Show Report'], ['Show Report']],
      );
    }));

  it('can be completed at the same URL, however it is written', () =>
    withPlant(async given => {
      for (const url of ['https://plant.example/', 'HTTPS://PLANT.example', ' https://plant.example']) {
        await leave(given, { act: 'enableJobs', items: jobs(1, 2), url });
        await report(given, isEmpty(given));
      }
      assert.ok(given.person.messages.every(({ actions }) => actions.includes('Do the Rest…')));
    }));

  it('is offered again after its report is shown', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2) });
      press(given, 'Show Report');
      await report(given, isEmpty(given));
      assert.match(given.person.shown.join(), /Job 2/);
      assert.deepEqual(
        given.person.messages.map(({ actions }) => actions),
        [['Show Report', 'Do the Rest…'], ['Do the Rest…']],
      );
    }));

  it('is looked for when the window gets the focus, but not before its servers are known', () =>
    withPlant(async given => {
      const runs = new InterruptedRuns(given.context);
      await leave(given, { act: 'enableJobs', items: jobs(1, 2) });
      runs.focused();
      await new Promise(setImmediate);
      assert.deepEqual(given.person.messages, []);
      await runs.check();
      while (!(await isEmpty(given)())) await new Promise(setImmediate);
      await leave(given, { act: 'disableJobs', items: jobs(1, 2) });
      runs.focused();
      while (given.person.messages.length < 2 || !(await isEmpty(given)())) await new Promise(setImmediate);
    }));

  it('restores deleted jobs on request', () =>
    withPlant(async given => {
      const items = [{ name: 'Nightly', id: 1, draft: { name: 'Nightly', policies: [1] } }];
      await leave(given, { act: 'deleteJobs', items });
      press(given, 'Restore Deleted');
      await report(given, isEmpty(given));
      assert.match(given.plant.writes.join(), /^POST \/automation\/api\/job\/ \{.*"name":"Nightly"/);
    }));

  describe('that deleted a group', () => {
    const former = { id: 7, targetedBy: [1] };
    const items = [{ name: 'Office', id: 7, key: 'dn:O', draft: { former, name: 'Office', dn: 'O' } }];

    it('offers to use the new ID in its jobs, including those from which the server removed the group', () =>
      withPlant(async given => {
        given.plant.jobs.set(1, { name: 'Nightly', groups: [9] });
        given.plant.jobs.set(2, { name: 'Weekly', groups: [9, 7] });
        given.plant.jobs.set(3, { name: 'Other', groups: [9] });
        await leave(given, { act: 'deleteGroups', items });
        press(given, 'Restore Deleted', 'Use New ID in Jobs');
        await report(given, () => given.person.of('info').length === 2);
        assert.match(given.person.of('info')[0] ?? '', /2 jobs referred to it by its old ID\.$/);
        assert.deepEqual(given.plant.writes.slice(1).toSorted(), [
          'PATCH /automation/api/job/1/ {"groups":[9,101]}',
          'PATCH /automation/api/job/2/ {"groups":[9,101]}',
        ]);
      }));

    it('offers nothing if the old ID now belongs to another group', () =>
      withPlant(async given => {
        given.plant.groups.set(7, { name: 'Lab', dn: 'L', server_set: [] });
        given.plant.jobs.set(1, { name: 'Nightly', groups: [7] });
        await leave(given, { act: 'deleteGroups', items });
        press(given, 'Restore Deleted');
        await report(given, isInformed(given));
        assert.deepEqual(given.person.of('info'), ['Created again with a new ID: “Office”.']);
        assert.equal(given.plant.writes.length, 1);
      }));
  });
});
