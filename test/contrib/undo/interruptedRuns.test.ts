import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Given,
  unfinishedRuns,
  withMemoryServer,
} from '../../workbench/commands/support/memoryServer.ts';
import { leave, report } from './support/interruptedRun.ts';

const { InterruptedRuns } = await import('../../../src/contrib/undo/vscode/interruptedRuns.ts');

const isEmpty =
  ({ folder }: Given) =>
  async () =>
    (await unfinishedRuns(folder)).length === 0;
const isInformed =
  ({ user }: Given) =>
  () =>
    user.of('info').length > 0;
const jobs = (...ids: readonly number[]) => ids.map(id => ({ name: `Job ${id}`, id }));
const press = ({ user }: Given, ...labels: readonly string[]) => {
  user.press = actions => actions.find(action => labels.includes(action));
};

describe('an interrupted run', () => {
  it('is reported with its counts, and discarded when the notice is closed', () =>
    withMemoryServer(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) });
      await report(given, isEmpty(given));
      assert.deepEqual(given.user.messages, [
        {
          kind: 'warn',
          text: '“Enable Jobs” on “Plant” was interrupted: 1 done. 2 not sent.',
          actions: ['Show Report', 'Do the Rest…'],
        },
      ]);
    }));

  it('is reported with what its unclear items turn out to be', () =>
    withMemoryServer(async given => {
      const { memoryServer, user } = given;
      memoryServer.jobs.set(1, { name: 'Job 1', enabled: true });
      memoryServer.jobs.set(2, { name: 'Job 2', enabled: false });
      memoryServer.failures.set('GET /automation/api/job/3/', 500);
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) }, ['sent', 'sent', 'sent']);
      press(given, 'Show Report');
      await report(given, isEmpty(given));
      assert.match(user.of('warn')[0] ?? '', /: 1 done\. 1 failed\. 1 sent, outcome unknown\.$/);
      const [text = ''] = user.shown;
      assert.match(text, /Done \(1\)\n {2}Job 1 \(#1\): done, confirmed by reading it back/);
      assert.match(text, /Not done \(1\)\n {2}Job 2 \(#2\): not done, confirmed by reading it back/);
      assert.match(text, / {2}Job 3 \(#3\): It could not be read back\. HttpStatusError/);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('is completed for the jobs that still need it, and replaced by that run', () =>
    withMemoryServer(async given => {
      given.memoryServer.jobs.set(2, { name: 'Job 2', enabled: false });
      given.memoryServer.jobs.set(3, { name: 'Job 3', enabled: true });
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) });
      press(given, 'Do the Rest…');
      await report(given, isEmpty(given));
      assert.deepEqual(given.memoryServer.writes, ['PATCH /automation/api/job/2/ {"enabled":true}']);
    }));

  it('stays in the journal when the user cancels the rest, or when it fails', () =>
    withMemoryServer(async given => {
      const { user, memoryServer, folder } = given;
      memoryServer.jobs.set(2, { name: 'Job 2' });
      memoryServer.jobs.set(3, { name: 'Job 3' });
      await leave(given, { act: 'deleteJobs', items: jobs(1, 2, 3) });
      press(given, 'Do the Rest…');
      user.isSure = false;
      await report(given, () => user.of('confirm').length > 0);
      await given.context.journal.release();
      assert.equal((await unfinishedRuns(folder)).length, 1);
      assert.deepEqual(memoryServer.writes, []);
      await Promise.all((await readdir(folder)).map(name => rm(join(folder, name))));
    }));

  it('cannot be completed on a server that has moved, or is gone, since', () =>
    withMemoryServer(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2), url: 'https://old.example' });
      await report(given, isEmpty(given));
      await leave(given, { act: 'enableJobs', items: jobs(1, 2) });
      const sessions = { active: undefined, get: () => undefined };
      await new InterruptedRuns({ ...given.context, sessions }, given.context.journal).check();
      while (!(await isEmpty(given)())) await new Promise(setImmediate);
      assert.match(
        given.user.of('warn')[0] ?? '',
        /The URL of the server has changed since \(it was https:\/\/old\.example\),/,
      );
      assert.deepEqual(
        given.user.messages.map(({ actions }) => actions),
        [['Show Report'], ['Show Report']],
      );
    }));

  it('can be completed at the same URL, however it is written', () =>
    withMemoryServer(async given => {
      for (const url of ['https://plant.example/', 'HTTPS://PLANT.example', ' https://plant.example']) {
        await leave(given, { act: 'enableJobs', items: jobs(1, 2), url });
        await report(given, isEmpty(given));
      }
      assert.ok(given.user.messages.every(({ actions }) => actions.includes('Do the Rest…')));
    }));

  it('is looked for when the window gets the focus, but not before its servers are known', () =>
    withMemoryServer(async given => {
      const runs = new InterruptedRuns(given.context, given.context.journal);
      await leave(given, { act: 'enableJobs', items: jobs(1, 2) });
      runs.focused();
      await new Promise(setImmediate);
      assert.deepEqual(given.user.messages, []);
      await runs.check();
      while (!(await isEmpty(given)())) await new Promise(setImmediate);
      await leave(given, { act: 'disableJobs', items: jobs(1, 2) });
      runs.focused();
      while (given.user.messages.length < 2 || !(await isEmpty(given)())) await new Promise(setImmediate);
    }));

  it('restores deleted jobs on request', () =>
    withMemoryServer(async given => {
      const items = [{ name: 'Nightly', id: 1, draft: { name: 'Nightly', policies: [1] } }];
      await leave(given, { act: 'deleteJobs', items });
      press(given, 'Undo');
      await report(given, isInformed(given));
      assert.match(given.memoryServer.writes.join(), /^POST \/automation\/api\/job\/ \{.*"name":"Nightly"/);
    }));

  it('that undid another one creates nothing twice when it is completed', () =>
    withMemoryServer(async given => {
      const { context, memoryServer } = given;
      const deleted = (name: string) => ({ name, id: 1, draft: { name, policies: [1] } });
      await leave(given, { act: 'deleteJobs', items: [deleted('One'), deleted('Two')] }, ['done', 'done']);
      await report(given, isEmpty(given));
      const [run] = await context.journal.ended();
      const creation = (of: number, name: string) =>
        ({ name, kind: 'job', does: 'create', of, draft: { name, policies: [1] } }) as const;
      const items = [creation(0, 'One'), creation(1, 'Two')];
      await leave(given, { act: 'undo', undoes: run?.id ?? '', items });
      press(given, 'Do the Rest…');
      await report(given, isEmpty(given));
      assert.deepEqual(
        memoryServer.writes.map(text => JSON.parse(text.replace(/^.*? .*? /, '')).name),
        ['Two'],
      );
    }));

  describe('that deleted a group', () => {
    const former = { id: 7, targetedBy: [1] };
    const items = [{ name: 'Office', id: 7, key: 'dn:O', draft: { former, name: 'Office', dn: 'O' } }];

    it('offers to use the new ID in its jobs, including those from which the server removed the group', () =>
      withMemoryServer(async given => {
        given.memoryServer.jobs.set(1, { name: 'Nightly', groups: [9] });
        given.memoryServer.jobs.set(2, { name: 'Weekly', groups: [9, 7] });
        given.memoryServer.jobs.set(3, { name: 'Other', groups: [9] });
        await leave(given, { act: 'deleteGroups', items });
        press(given, 'Undo', 'Use New ID in Jobs');
        await report(given, () => given.user.of('info').length === 2);
        assert.match(given.user.of('info')[0] ?? '', /2 jobs referred to it by its old ID\.$/);
        assert.deepEqual(given.memoryServer.writes.slice(1).toSorted(), [
          'PATCH /automation/api/job/1/ {"groups":[9,101]}',
          'PATCH /automation/api/job/2/ {"groups":[9,101]}',
        ]);
      }));

    it('offers nothing if the old ID now belongs to another group', () =>
      withMemoryServer(async given => {
        given.memoryServer.groups.set(7, { name: 'Lab', dn: 'L', server_set: [] });
        given.memoryServer.jobs.set(1, { name: 'Nightly', groups: [7] });
        await leave(given, { act: 'deleteGroups', items });
        press(given, 'Undo');
        await report(given, isInformed(given));
        assert.deepEqual(given.user.of('info'), ['Created again with a new ID: “Office”.']);
        assert.equal(given.memoryServer.writes.length, 1);
      }));
  });
});
