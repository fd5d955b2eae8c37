import assert from 'node:assert/strict';
import type { Job } from '../../../src/api/model/job.ts';
import type { ReviewQuestion } from '../../../src/workbench/platform/review.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { type Given, withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';

const { Pauses } = await import('../../../src/contrib/pause/vscode/pauses.ts');
const { pauseMarks } = await import('../../../src/contrib/pause/vscode/pauseMarks.ts');
const { pauseJobs, resumeJobs } = await import('../../../src/contrib/pause/vscode/pauseJobs.ts');

const nowMs = Date.parse('2026-11-29T10:00:00Z');
const daily = 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY';
const all = ({ choices }: ReviewQuestion) =>
  choices.filter(({ isFixed, isUnchecked }) => !isFixed && isUnchecked !== true).map(({ value }) => value);
const patches = (writes: readonly string[]) =>
  writes.map(write => write.replace('/automation/api/', '')).toSorted();

type PauseGiven = Given & {
  readonly pauses: InstanceType<typeof Pauses>;
  readonly clock: ReturnType<typeof createManualClock>;
  readonly overdue: (readonly Job[])[];
};

/** A server with jobs, and the real pauses of a window. */
const withPauses = (use: (given: PauseGiven) => Promise<void>) =>
  withMemoryServer(async given => {
    const { memoryServer, session, context, folder } = given;
    memoryServer.jobs.set(1, { name: 'Backup', enabled: true, params: daily, policies: [7], groups: [5] });
    memoryServer.jobs.set(2, {
      name: 'Updates',
      enabled: true,
      params: daily,
      run_on_start: true,
      policies: [7],
    });
    memoryServer.jobs.set(3, { name: 'By hand', enabled: true, params: '', policies: [7] });
    const peers = [{ hostname: 'PC-1' }];
    memoryServer.jobs.set(4, { name: 'On PC-1', enabled: true, params: daily, policies: [7], peers });
    memoryServer.groups.set(5, { name: 'Branch', dn: 'OU=Branch', server_set: peers });
    await session.jobs.whole();
    await session.groups.whole();
    const clock = createManualClock(nowMs);
    const overdue: (readonly Job[])[] = [];
    const sessions = {
      open: [session],
      onDidOpen: () => ({ dispose: () => undefined }),
      onDidChangeObjects: (listener: (changed: typeof session) => void) =>
        session.jobs.onDidChange(() => listener(session)),
    };
    const pauses = new Pauses({
      notices: context.notices,
      sessions,
      schedules: { of: () => context.schedules.of({ timeZone: 'UTC' }), readerZone: 'UTC' },
      clock,
      stateFolder: `${folder}-state`,
      onOverdue: (_, jobs) => overdue.push(jobs),
    });
    try {
      await use({ ...given, pauses, clock, overdue });
    } finally {
      pauses.dispose();
    }
  });

const typed =
  (text: string) =>
  async ({
    search,
  }: {
    readonly search: (typed: string, signal: AbortSignal) => Promise<readonly { readonly value: string }[]>;
  }) => {
    const [found] = await search(text, new AbortController().signal);
    return found && { value: found.value, typed: text };
  };

describe('pausing jobs', () => {
  it('previews the last and first run of each, sends what stays checked, and marks the rows', () =>
    withPauses(async ({ memoryServer, user, context, session, pauses }) => {
      user.search = typed('until 2027-01-09: stocktaking');
      let question: ReviewQuestion | undefined;
      user.review = asked => {
        question = asked;
        return all(asked);
      };
      await pauseJobs({ ...context, pauses }, [{ ids: [1, 2, 3], server: 'plant' }]);
      assert.equal(question?.title, 'Pause until Jan 9, 2027: stocktaking, on “Plant”');
      assert.deepEqual(
        question?.choices.map(({ label, description, isFixed, isUnchecked }) => [
          label,
          description,
          isFixed,
          isUnchecked,
        ]),
        [
          ['Backup', 'Leaves out 40 runs.', false, false],
          ['Updates', 'It also runs when a device is switched on, which no schedule prevents.', false, true],
          ['By hand', 'It has no schedule.', true, false],
        ],
      );
      assert.match(
        question?.choices[0]?.detail ?? '',
        /^Last run before: \d\d:00 · First run after: Jan 9, 2027/,
      );
      const params = `${daily}\nEXRULE:FREQ=DAILY;UNTIL=20270108T235959Z`;
      assert.deepEqual(patches(memoryServer.writes), [`PATCH job/1/ ${JSON.stringify({ params })}`]);
      const mark = pauseMarks(pauses).markOf('plant', { kind: 'job', id: 1 });
      assert.deepEqual([mark?.tag, mark?.text], ['paused', 'paused until Jan 9, 2027: stocktaking']);
      assert.equal(pauseMarks(pauses).markOf('plant', { kind: 'job', id: 2 }), undefined);

      user.review = all;
      await resumeJobs({ ...context, pauses }, [{ ids: [1], server: 'plant' }]);
      assert.deepEqual(memoryServer.jobs.get(1)?.['params'], daily);
      assert.equal((await pauses.factsFor(session)).pauses.size, 0);
      assert.equal(pauseMarks(pauses).markOf('plant', { kind: 'job', id: 1 }), undefined);
    }));

  it('forgets a pause that was taken back on a server that writes schedules in its own way', () =>
    withPauses(async ({ memoryServer, user, context, session, pauses }) => {
      memoryServer.stores = body =>
        'params' in body ? { ...body, params: `${String(body.params)}\r\n` } : body;
      user.search = typed('until 2027-01-09: stocktaking');
      user.review = all;
      await pauseJobs({ ...context, pauses }, [{ ids: [1], server: 'plant' }]);
      assert.equal((await pauses.factsFor(session)).pauses.size, 1);
      await resumeJobs({ ...context, pauses }, [{ ids: [1], server: 'plant' }]);
      assert.equal(String(memoryServer.jobs.get(1)?.['params']).trim(), daily);
      assert.equal((await pauses.factsFor(session)).pauses.size, 0);
    }));

  it('of a group offers other jobs that reach its devices, without IDs in the list', () =>
    withPauses(async ({ memoryServer, user, context, pauses }) => {
      user.search = typed('30.12-9.1');
      let question: ReviewQuestion | undefined;
      user.review = asked => {
        question = asked;
        return all(asked);
      };
      const row = { kind: 'group', serverId: 'plant', groupKey: 'dn:ou=branch' };
      const [group] = context.sessions.active.groups.entries;
      await pauseJobs({ ...context, pauses }, [{ ...row, groupKey: group?.key ?? '' }]);
      assert.deepEqual(
        question?.choices.map(({ label, isUnchecked }) => [label, isUnchecked]),
        [
          ['Backup', false],
          ['On PC-1', true],
        ],
      );
      assert.equal(memoryServer.writes.length, 1);
      assert.match(memoryServer.writes[0] ?? '', /job\/1\/.*EXDATE:20261230T030000Z/);
    }));

  it('disables what it cannot hold back if the user checks it, and reminds of it once when the pause is over', () =>
    withPauses(async ({ memoryServer, user, context, pauses, clock, overdue }) => {
      user.search = typed('for 2h');
      user.review = ({ choices }) => choices.map(({ value }) => value);
      await pauseJobs({ ...context, pauses }, [{ ids: [2], server: 'plant' }]);
      assert.deepEqual(patches(memoryServer.writes), ['PATCH job/2/ {"enabled":false}']);
      assert.equal(pauseMarks(pauses).markOf('plant', { kind: 'job', id: 2 })?.text, 'disabled until 12:00');
      assert.equal(overdue.length, 0);
      clock.advance(2 * 3_600_000);
      assert.deepEqual(
        overdue.map(jobs => jobs.map(({ name }) => name)),
        [['Updates']],
      );
      clock.advance(3_600_000);
      assert.equal(overdue.length, 1);
      user.review = all;
      await resumeJobs({ ...context, pauses }, [{ ids: [2], server: 'plant' }]);
      assert.equal(memoryServer.jobs.get(2)?.['enabled'], true);
    }));

  it('keeps the record of an earlier pause if the next one is not stored', () =>
    withPauses(async ({ memoryServer, user, context, session, pauses }) => {
      user.search = typed('30.12-9.1: stocktaking');
      user.review = all;
      await pauseJobs({ ...context, pauses }, [{ ids: [1], server: 'plant' }]);
      const during = memoryServer.jobs.get(1)?.['params'];
      memoryServer.failures.set('PATCH /automation/api/job/1/', 403);
      user.search = typed('for 2d');
      await pauseJobs({ ...context, pauses }, [{ ids: [1], server: 'plant' }]);
      assert.equal(memoryServer.jobs.get(1)?.['params'], during);
      assert.equal((await pauses.factsFor(session)).pauses.get(1)?.reason, 'stocktaking');
      memoryServer.failures.clear();
      await resumeJobs({ ...context, pauses }, [{ ids: [1], server: 'plant' }]);
      assert.equal(memoryServer.jobs.get(1)?.['params'], daily);
    }));

  it('sends nothing if the pause cannot be recorded', () =>
    withPauses(async ({ memoryServer, user, context, pauses }) => {
      user.search = typed('for 2d');
      user.review = all;
      const full = {
        ...context,
        pauses: { ...bound(pauses), change: () => Promise.reject(new Error('disk full')) },
      };
      await assert.rejects(async () => pauseJobs(full, [{ ids: [1], server: 'plant' }]), /disk full/);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('says why a single job is not paused', () =>
    withPauses(async ({ memoryServer, user, context, pauses }) => {
      user.search = typed('for 2d');
      await pauseJobs({ ...context, pauses }, [{ ids: [3], server: 'plant' }]);
      assert.deepEqual(user.of('info'), ['By hand: It has no schedule.']);
      assert.deepEqual(memoryServer.writes, []);
    }));
});

function bound(pauses: InstanceType<typeof Pauses>) {
  return {
    factsFor: pauses.factsFor.bind(pauses),
    wordsFor: pauses.wordsFor.bind(pauses),
    activeOf: pauses.activeOf.bind(pauses),
  };
}
