import assert from 'node:assert/strict';
import type { JobChange } from '../../../src/contrib/changeJobs/common/jobChange.ts';
import type { ReviewQuestion } from '../../../src/workbench/platform/review.ts';
import { itWith } from '../../support/withContributions.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { changeFilteredJobs, changeJobs } = await import(
  '../../../src/contrib/changeJobs/vscode/changeJobs.ts'
);

const daily = (time: string) => `DTSTART:20990105T${time}Z\nRRULE:FREQ=DAILY`;
const later: JobChange = { kind: 'moveBy', spanMs: 7_200_000 };
const args = (change: JobChange, ...ids: readonly number[]) => [{ ids, server: 'plant', change }];
const open = ({ choices }: ReviewQuestion) =>
  choices.filter(({ isFixed }) => !isFixed).map(({ value }) => value);
const patch = (id: number, body: object) => `PATCH /automation/api/job/${id}/ ${JSON.stringify(body)}`;

/** Three jobs: one at night, one without a schedule, one whose second Tuesday cannot move across midnight. */
const withJobs = (use: (given: Given) => Promise<void>) =>
  withMemoryServer(async given => {
    const { jobs } = given.memoryServer;
    jobs.set(1, { name: 'Updates', enabled: true, params: daily('030000'), policies: [7] });
    jobs.set(2, { name: 'By hand', enabled: true, params: '', policies: [7] });
    const params = 'DTSTART:20990113T230000Z\nRRULE:FREQ=MONTHLY;BYDAY=2TU';
    jobs.set(3, { name: 'Patch day', enabled: true, params, policies: [7, 8] });
    await use(given);
  });

describe('changing many jobs', () => {
  itWith('undo', 'shows each job before and after, sends what stays checked, and is undone at once', () =>
    withJobs(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(4, { name: 'Reports', enabled: true, params: daily('040000'), policies: [7] });
      let reviewed: ReviewQuestion | undefined;
      user.review = question => {
        reviewed = question;
        return open(question).filter(value => value !== '4');
      };
      user.press = actions => (actions.includes('Undo') ? 'Undo' : undefined);
      await changeJobs(context, args(later, 1, 2, 3, 4));
      assert.equal(reviewed?.title, 'Move Schedules 2 h Later, on “Plant”');
      assert.equal(
        reviewed?.placeholder,
        '2 jobs change, 2 jobs cannot be changed this way · https://plant.example',
      );
      assert.deepEqual(
        reviewed?.choices.map(({ label, isFixed, description }) => [label, isFixed, description]),
        [
          ['Updates', false, 'Schedule: daily 03:00 UTC → daily 05:00 UTC'],
          ['Reports', false, 'Schedule: daily 04:00 UTC → daily 06:00 UTC'],
          ['By hand', true, 'It has no schedule.'],
          ['Patch day', true, 'No rule can express the days it would move to.'],
        ],
      );
      assert.match(reviewed?.choices[0]?.detail ?? '', /^Next run: .* 2099.* → .* 2099/);
      assert.deepEqual(user.of('confirm'), []);
      assert.deepEqual(memoryServer.writes, [
        patch(1, { params: daily('050000') }),
        patch(1, { params: daily('030000') }),
      ]);
      assert.deepEqual(user.of('info'), ['Changed 1 job on “Plant”.', 'Reverted 1 job on “Plant”.']);
      const [, run] = await context.journal.ended();
      assert.equal(run?.title, 'Move Schedules 2 h Later');
    }),
  );

  it('opens the whole preview as text', () =>
    withJobs(async ({ memoryServer, user, context }) => {
      user.review = question => {
        void question.open.run();
        return undefined;
      };
      await changeJobs(context, args(later, 1, 2));
      assert.deepEqual(memoryServer.writes, []);
      const [text = ''] = user.shown;
      assert.match(text, /^Move Schedules 2 h Later, on “Plant”\nNothing has been sent yet\.\n/);
      assert.match(text, /\nWould change \(1\)\n {2}Updates \(#1\): Schedule: /);
      assert.match(
        text,
        /\n {4}- Schedule: "DTSTART:20990105T030000Z.*\n {4}\+ Schedule: "DTSTART:20990105T050000Z/,
      );
      assert.match(text, /\nCannot be changed this way \(1\)\n {2}By hand \(#2\): It has no schedule\.\n/);
    }));

  it('reports what others changed in the meantime, and overwrites none of it', () =>
    withJobs(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(4, { name: 'Reports', enabled: true, params: daily('040000'), policies: [7] });
      user.review = question => {
        memoryServer.jobs.set(1, { name: 'Updates', enabled: true, params: daily('120000'), policies: [7] });
        return open(question);
      };
      await changeJobs(context, args(later, 1, 4));
      assert.deepEqual(memoryServer.writes, [patch(4, { params: daily('060000') })]);
      assert.match(user.of('warn')[0] ?? '', /^1 done\. 1 failed\. “Updates”: WriteError/);
    }));

  it('asks for the change, and keeps what others added to the same list in the meantime', () =>
    withJobs(async ({ memoryServer, user, session, context }) => {
      await session.jobs.whole();
      user.pick = () => 'add policies';
      user.pickOrType = { values: [], typed: '#8' };
      user.review = question => {
        memoryServer.jobs.set(1, { name: 'Updates', policies: [7, 9] });
        return open(question);
      };
      await changeJobs(context, [{ ids: [1, 2, 3], server: 'plant' }]);
      assert.deepEqual([...memoryServer.writes].sort(), [
        patch(1, { policies: [7, 9, 8] }),
        patch(2, { policies: [7, 8] }),
      ]);
      assert.match(
        user.of('info')[0] ?? '',
        /^Changed 2 jobs on “Plant”\. Other users changed the same lists in the meantime; their changes were preserved: “Updates \(Policies: \+ #9\)”\.$/,
      );
    }));

  it('adds no group that became another one while the preview was open, also when sent again', () =>
    withJobs(async ({ memoryServer, user, session, context }) => {
      memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [] });
      await session.groups.whole();
      user.review = async question => {
        memoryServer.groups.set(5, { name: 'Servers', dn: 'CN=Servers', server_set: [] });
        await session.groups.refresh();
        return open(question);
      };
      let questions = 0;
      user.press = actions => {
        questions += 1;
        return questions < 3 ? actions.find(action => action === 'Send Again') : undefined;
      };
      await changeJobs(context, args({ kind: 'add', field: 'groups', items: [5] }, 1, 2));
      assert.deepEqual(memoryServer.writes, []);
      assert.match(user.of('warn').join('\n'), /2 failed/);
    }));

  it('asks for days and a time', () =>
    withJobs(async ({ memoryServer, user, context }) => {
      user.pick = heading => (heading.startsWith('Change') ? 'moveToTime' : 'workdays');
      user.type = () => '3:30';
      user.review = open;
      await changeJobs(context, [{ ids: [1], server: 'plant' }]);
      const params = 'DTSTART:20990105T033000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR';
      assert.deepEqual(memoryServer.writes, [patch(1, { params })]);
    }));

  it('asks with the number of devices that the jobs would run on, each counted once', () =>
    withJobs(async ({ memoryServer, user, session, context }) => {
      const hosts = (...names: string[]) => names.map(hostname => ({ hostname }));
      memoryServer.groups.set(9, { name: 'Office', dn: 'O', server_set: hosts('PC-1', 'PC-2', 'PC-3') });
      memoryServer.jobs.set(1, { name: 'Updates', enabled: true, peers: hosts('PC-1'), policies: [7] });
      memoryServer.jobs.set(2, { name: 'By hand', enabled: false, peers: hosts('PC-8'), policies: [7] });
      await session.groups.whole();
      const placeholders: string[] = [];
      user.review = ({ placeholder }) => void placeholders.push(placeholder);
      await changeJobs(context, args({ kind: 'add', field: 'groups', items: [9] }, 1, 2));
      await changeJobs(context, args({ kind: 'enable', enabled: true }, 1, 2));
      assert.deepEqual(placeholders, [
        '2 jobs change · 1 device → 3 devices. · https://plant.example',
        '1 job changes, 1 job needs no change · 0 devices → 1 device. · https://plant.example',
      ]);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('changes all that the filter finds', () =>
    withJobs(async ({ memoryServer, user, session, context }) => {
      await session.jobs.whole();
      user.pick = () => 'disable';
      user.review = open;
      const filteredJobs = async () => session.jobs.jobs.filter(({ name }) => name !== 'By hand');
      await changeFilteredJobs({ ...context, jobsView: { ...context.jobsView, filteredJobs } });
      assert.deepEqual([...memoryServer.writes].sort(), [
        patch(1, { enabled: false }),
        patch(3, { enabled: false }),
      ]);
    }));

  it('asks for the name of a production server after the preview, and for nothing else', () =>
    withMemoryServer(
      async ({ memoryServer, user, context }) => {
        memoryServer.jobs.set(1, { name: 'Updates', enabled: true, params: daily('030000'), policies: [7] });
        user.review = open;
        await changeJobs(context, args(later, 1));
        assert.deepEqual(memoryServer.writes, []);
        user.type = () => 'Plant';
        await changeJobs(context, args(later, 1));
        assert.deepEqual(memoryServer.writes, [patch(1, { params: daily('050000') })]);
        const title = 'Change on the Production Server “Plant”';
        assert.deepEqual([user.of('input'), user.of('confirm')], [[title, title], []]);
      },
      { production: true },
    ));

  it('sends nothing if nothing would change, and shows why on request', () =>
    withJobs(async ({ memoryServer, user, context }) => {
      user.press = actions => actions.find(action => action === 'Show Details');
      await changeJobs(context, args({ kind: 'enable', enabled: true }, 1, 2));
      assert.deepEqual(user.of('info'), ['Nothing would change: 2 jobs need no change.']);
      assert.match(
        user.shown[0] ?? '',
        /\nNo change needed \(2\)\n {2}Updates \(#1\): Nothing to change\.\n/,
      );
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('notes when groups cannot be read, but still changes the jobs', () =>
    withJobs(async ({ memoryServer, user, context }) => {
      memoryServer.failures.set('GET /account/api/group/', 403);
      const noted: string[] = [];
      const note = async (error: unknown) => void noted.push(String(error));
      user.review = open;
      await changeJobs({ ...context, notices: { ...context.notices, note } }, args(later, 1));
      assert.equal(noted.length, 1);
      assert.equal(memoryServer.writes.length, 1);
    }));

  it('reports that the filter finds nothing', () =>
    withJobs(async ({ user, session, context }) => {
      await changeFilteredJobs({
        ...context,
        jobsView: { ...context.jobsView, filter: '@failed', filteredJobs: async () => [] },
      });
      assert.deepEqual(user.of('info'), [`No job of ${session.jobs.loadedCount} matches “@failed”.`]);
    }));

  describe('jobs that a filter matches', () => {
    const run = async (cancels?: string) => {
      const done: string[] = [];
      await withJobs(async ({ memoryServer, user, session, context }) => {
        memoryServer.pageSize = 2;
        user.pick = () => 'disable';
        user.cancels = title => title === cancels;
        const jobsView = { ...context.jobsView, filteredJobs: async () => session.jobs.jobs };
        user.review = ({ choices }) => void done.push(`${choices.length} lines`);
        await changeFilteredJobs({ ...context, jobsView });
        done.unshift(...user.progress);
      });
      return done;
    };

    it('are those of the whole list', async () => {
      assert.deepEqual(await run(), [
        'Reading lists of Plant',
        'Reading lists of Plant',
        'Preparing the changes',
        '3 lines',
      ]);
    });

    it('are left unchanged when the user cancels reading', async () => {
      const reading = 'Reading lists of Plant';
      assert.deepEqual(await run(reading), [reading]);
    });
  });
});
