import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { createManualClock, type ManualClock } from '../../../support/manualClock.ts';
import { type Given, leave, report } from '../support/interruptedRun.ts';
import { withPlant } from '../support/plant.ts';

const { InterruptedRuns } = await import('../../../../src/commands/runs/interruptedRuns.ts');
const { RunJournal } = await import('../../../../src/journal/runJournal.ts');
const { systemClock } = await import('../../../../src/util/clock.ts');

const isEmpty = (folder: string) => async () => (await readdir(folder)).length === 0;
const jobs = (...ids: readonly number[]) => ids.map(id => ({ name: `Job ${id}`, id }));

describe('an interrupted run', () => {
  it('is reported with its counts, and discarded when the notice is closed', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) });
      assert.deepEqual(await report(given, isEmpty(given.folder)), []);
      assert.deepEqual(given.person.of('warn'), [
        '“Enable Jobs” on “Plant” was interrupted: 1 done. 2 not sent.',
      ]);
      assert.deepEqual(given.person.messages[0]?.actions, ['Show Report', 'Resume…']);
    }));

  it('is resumed with the jobs that still need it', () =>
    withPlant(async given => {
      const { plant, person, folder, context } = given;
      plant.jobs.set(2, { name: 'Job 2', enabled: false });
      plant.jobs.set(3, { name: 'Job 3', enabled: true });
      await leave(given, { act: 'enableJobs', items: jobs(1, 2, 3) });
      person.press = actions => actions.find(action => action === 'Resume…');
      let commands: readonly string[] = [];
      const isDone = async () => commands.length > 0;
      const runCommand = async (id: string, ...args: readonly unknown[]) => {
        const run = await context.journal.begin({
          act: 'enableJobs',
          server: { id: 'plant', name: 'Plant', url: 'https://plant.example' },
          items: [],
        });
        await run.end();
        commands = [`${id} ${JSON.stringify(args)}`];
      };
      const runs = new InterruptedRuns({ ...context, runCommand }, systemClock);
      await runs.check();
      while (!(await isDone())) await new Promise(setImmediate);
      runs.dispose();
      assert.deepEqual(commands, ['deviceAutomation.job.enable [{"ids":[2],"server":"plant"}]']);
      assert.deepEqual(await readdir(folder), [], 'the run that resumed it replaced it');
    }));

  it('is discarded when none of its objects is left on the server', () =>
    withPlant(async given => {
      await leave(given, { act: 'deleteJobs', items: jobs(1, 2) });
      given.person.press = actions => actions.find(action => action === 'Resume…');
      assert.deepEqual(await report(given, async () => given.person.of('info').length > 0), []);
      assert.deepEqual(given.person.of('info'), [
        'Nothing left to do: the remaining items no longer exist on the server.',
      ]);
    }));

  it('cannot be resumed on a server that has moved since', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2), url: 'https://old.example' });
      await report(given, isEmpty(given.folder));
      assert.match(
        given.person.of('warn').join(),
        /The URL of the server has changed since \(it was https:\/\/old\.example\),/,
      );
      assert.deepEqual(given.person.messages[0]?.actions, ['Show Report']);
    }));

  it('is offered again after its report is shown', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items: jobs(1, 2) });
      given.person.press = actions => actions.find(action => action === 'Show Report');
      await report(given, isEmpty(given.folder));
      assert.match(given.person.shown.join(), /Job 2/);
      assert.deepEqual(
        given.person.messages.map(({ actions }) => actions),
        [['Show Report', 'Resume…'], ['Resume…']],
      );
    }));

  it('restores deleted jobs on request', () =>
    withPlant(async given => {
      const items = [{ name: 'Nightly', id: 1, draft: { name: 'Nightly', policies: [1] } }];
      await leave(given, { act: 'deleteJobs', items });
      given.person.press = actions => actions.find(action => action === 'Restore Deleted');
      await report(given, isEmpty(given.folder));
      assert.match(given.plant.writes.join(), /^POST \/automation\/api\/job\/ \{.*"name":"Nightly"/);
    }));

  describe('that deleted a group', () => {
    const former = { id: 7, targetedBy: [1] };
    const items = [{ name: 'Office', id: 7, key: 'dn:O', draft: { former, name: 'Office', dn: 'O' } }];
    const press = (given: Given) => {
      given.person.press = actions =>
        actions.find(action => /^(Restore Deleted|Use New ID in Jobs)$/.test(action));
    };

    it('offers to use the new ID in its jobs, including those from which the server removed the group', () =>
      withPlant(async given => {
        given.plant.jobs.set(1, { name: 'Nightly', groups: [9] });
        given.plant.jobs.set(2, { name: 'Weekly', groups: [9, 7] });
        given.plant.jobs.set(3, { name: 'Other', groups: [9] });
        await leave(given, { act: 'deleteGroups', items });
        press(given);
        await report(given, async () => given.person.of('info').length === 2);
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
        press(given);
        await report(given, async () => given.person.of('info').length > 0);
        assert.deepEqual(given.person.of('info'), ['Created again with a new ID: “Office”.']);
        assert.equal(given.plant.writes.length, 1);
      }));
  });

  it('on groups and jobs is resumed as one run, after reading each object again', () =>
    withPlant(async given => {
      const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
      given.plant.groups.set(7, { name: 'Office', dn: 'O', server_set: hosts('PC-1', 'PC-9') });
      given.plant.jobs.set(1, { name: 'Nightly', peers: hosts('PC-1', 'PC-8') });
      given.plant.jobs.set(2, { name: 'Done', peers: hosts('PC-1') });
      const edit = { before: { peers: ['PC-1'] }, after: { peers: [] } };
      await leave(given, {
        act: 'changePlaces',
        items: [
          { name: 'Done', id: 2, draft: edit },
          { name: 'Office', id: 7, key: 'dn:O', draft: { add: [], remove: [{ name: 'PC-1' }] } },
          { name: 'Nightly', id: 1, draft: edit },
        ],
      });
      given.person.press = actions => actions.find(action => action === 'Resume…');
      await report(given, async () => given.person.of('info').length > 0);
      assert.match(
        given.person.of('confirm')[0] ?? '',
        /^Continue changing 2 groups and jobs on “Plant”\?\n“Office” and “Nightly”/,
      );
      assert.deepEqual(given.plant.writes.toSorted(), [
        'PATCH /account/api/group/7/ {"server_set":["PC-9"]}',
        'PATCH /automation/api/job/1/ {"peers":["PC-8"]}',
      ]);
      assert.equal(given.person.of('info').length, 1);
    }));
});

describe('a run that another window leaves unfinished', () => {
  const items = jobs(1, 2, 3);
  const server = { id: 'plant', name: 'Plant', url: 'https://plant.example' };

  /** This window, whose first check found nothing. */
  const withWindow = (use: (given: Given & Window) => Promise<void>) =>
    withPlant(async given => {
      const clock = createManualClock(Date.now());
      const onFailure = (error: unknown) => assert.fail(String(error));
      const parts = { folder: given.folder, clock, onFailure };
      const journal = new RunJournal({ ...parts, isAlive: () => true });
      const other = new RunJournal({ ...parts, clock: createManualClock(Date.now()), pid: 4_000_000 });
      let checks = 0;
      const counted = {
        begin: journal.begin.bind(journal),
        onceBegun: journal.onceBegun.bind(journal),
        interrupted: async () => {
          const found = await journal.interrupted();
          checks += 1;
          return found;
        },
      };
      const context = { ...given.context, journal: counted, runCommand: async () => undefined };
      const runs = new InterruptedRuns(context, clock);
      await runs.check();
      await use({ ...given, clock, other, runs, checks: () => checks });
      runs.dispose();
      await journal.release();
    });

  interface Window {
    readonly clock: ManualClock;
    readonly other: InstanceType<typeof RunJournal>;
    readonly runs: InstanceType<typeof InterruptedRuns>;
    readonly checks: () => number;
  }

  const checked = async ({ checks }: Window, count: number) => {
    while (checks() < count) await new Promise(setImmediate);
  };

  it('is offered once, when this window gets focus, with at most one check every 10 s', () =>
    withWindow(async given => {
      const { clock, runs, person, checks, folder } = given;
      await leave(given, { act: 'enableJobs', items });
      for (let count = 0; count < 5; count++) runs.focused();
      clock.advance(9_999);
      assert.equal(checks(), 1);
      clock.advance(1);
      await checked(given, 2);
      while (!(await isEmpty(folder)())) await new Promise(setImmediate);
      clock.advance(60_000);
      assert.equal(checks(), 2, 'nothing is checked until the window gets the focus again');
      runs.focused();
      await checked(given, 3);
      assert.deepEqual(person.of('warn'), ['“Enable Jobs” on “Plant” was interrupted: 1 done. 2 not sent.']);
    }));

  it('is offered after that window was inactive for three minutes, however often this one gets focus', () =>
    withWindow(async given => {
      const { clock, runs, person, other, folder } = given;
      const run = await other.begin({ act: 'enableJobs', items, server });
      for (let count = 2; count < 20; count++) {
        assert.deepEqual(person.of('warn'), []);
        for (const _ of items) runs.focused();
        clock.advance(10_000);
        await checked(given, count);
      }
      while (!(await isEmpty(folder)())) await new Promise(setImmediate);
      assert.deepEqual(person.of('warn'), ['“Enable Jobs” on “Plant” was interrupted: 0 done. 3 not sent.']);
      await other.release();
      await run.end();
    }));

  it('is not offered on focus before the first check', () =>
    withPlant(async given => {
      await leave(given, { act: 'enableJobs', items });
      const clock = createManualClock(Date.now());
      new InterruptedRuns({ ...given.context, runCommand: async () => undefined }, clock).focused();
      assert.equal(clock.pending, 0);
      await report(given, isEmpty(given.folder));
    }));
});
