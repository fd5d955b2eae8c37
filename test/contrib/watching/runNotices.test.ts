import assert from 'node:assert/strict';
import { historyOf } from '../../../src/contrib/history/common/sessionHistory.ts';
import type { News } from '../../../src/contrib/watching/vscode/newsClaims.ts';
import type { NotificationLevel } from '../../../src/contrib/watching/vscode/notificationLevel.ts';
import { job } from '../../store/support/fakes.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { hourlyRuns, hourMs, minuteMs, type RealRun, watchRuns } from '../history/support/watchedRuns.ts';

const { takeNew } = await import('../../../src/contrib/watching/vscode/newsClaims.ts');
const { RunNotices } = await import('../../../src/contrib/watching/vscode/runNotices.ts');

type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

const fromMs = Date.UTC(2026, 10, 20);
const params = 'DTSTART:20261101T000000Z\nRRULE:FREQ=HOURLY';

/** Jobs 1 to 4, of which 1 and 2 are watched, with six usual runs; the window opens after the sixth. */
async function setUp({ session, memoryServer, user, context }: Given, level: NotificationLevel = 'watched') {
  const claimed = new Map<string, number>();
  const ids = [1, 2, 3, 4];
  for (const id of ids) memoryServer.jobs.set(id, { name: `Job ${id}`, params });
  await session.jobs.refresh();
  const clock = createManualClock(fromMs + 5.5 * hourMs);
  const done: string[] = [];
  const parts = {
    sessions: { open: [session] },
    watchList: { watchedAmong: () => [1, 2] },
    claims: { claim: async <T extends News>(_: string, news: readonly T[]) => takeNew(claimed, news) },
    schedules: { of: () => context.schedules.of({ timeZone: 'UTC' }) },
    dialogs: user.dialogs,
    clock,
    level: () => level,
    openJob: async (_: unknown, id: number) => void done.push(`open ${id}`),
    showJobs: async (_: unknown, filter: string) => void done.push(`show ${filter}`),
  };
  const notices = new RunNotices(parts);
  for (const id of ids) historyOf(session).read(job(id, { params }), fromMs - minuteMs);
  /** These jobs were watched until then, and have this run after the usual ones. */
  const watch = (watched: readonly number[], toMs: number, ...last: readonly RealRun[]) => {
    const runs = [...hourlyRuns(fromMs, 6), ...last];
    for (const id of watched) watchRuns(historyOf(session), id, { runs, fromMs: fromMs - minuteMs, toMs });
  };
  /** Resolves when all checks until this time have ended. */
  const checkAt = async (timeMs: number) => {
    while (clock.now() < timeMs) {
      clock.advance(minuteMs);
      await new Promise(setImmediate);
    }
  };
  return { notices, parts, watch, checkAt, done };
}

const texts = ({ user }: Given) => user.messages.map(({ text }) => text);
const sixth = fromMs + 6 * hourMs;

describe('a notification about a run of a watched job', () => {
  it('says once that it executes much longer than usual', () =>
    withMemoryServer(async given => {
      const { watch, checkAt, notices, done } = await setUp(given);
      given.user.press = ([open]) => open;
      watch([1, 3], sixth + 30 * minuteMs, [sixth, 9 * hourMs, '']);
      await checkAt(sixth + 30 * minuteMs);
      await checkAt(sixth + 32 * minuteMs);
      const facts = 'executing for at least 30 min, typically 4 min';
      assert.deepEqual(texts(given), [`“Job 1” on “Plant”: ${facts}.`]);
      assert.deepEqual(done, ['open 1']);
      notices.dispose();
    }));

  it('is not shown while it executes as long as usual, nor when it has ended', () =>
    withMemoryServer(async given => {
      const { watch, checkAt, notices } = await setUp(given);
      watch([1], sixth + 3 * minuteMs, [sixth, 9 * hourMs, '']);
      watch([2], sixth + 41 * minuteMs, [sixth, 40 * minuteMs, 'finished']);
      await checkAt(sixth + 43 * minuteMs);
      assert.deepEqual(texts(given), []);
      notices.dispose();
    }));

  it('is one for several jobs that execute much longer than usual', () =>
    withMemoryServer(async given => {
      const { watch, checkAt, notices, done } = await setUp(given);
      given.user.press = ([show]) => show;
      watch([1, 2], sixth + 30 * minuteMs, [sixth, 9 * hourMs, '']);
      await checkAt(sixth + 30 * minuteMs);
      assert.deepEqual(texts(given), [
        '2 jobs on “Plant” execute much longer than usual: “Job 1” and “Job 2”.',
      ]);
      assert.deepEqual(done, ['show @long']);
      notices.dispose();
    }));

  it('says once that it was not seen to begin as planned', () =>
    withMemoryServer(async given => {
      const { watch, checkAt, notices } = await setUp(given);
      watch([1, 3], sixth + 30 * minuteMs);
      for (const minutes of [30, 45, 50]) await checkAt(sixth + minutes * minuteMs);
      const [text = '', ...others] = texts(given);
      assert.match(text, /^“Job 1” on “Plant” was not seen to run, although it was planned for .*\.$/);
      assert.deepEqual(others, []);
      notices.dispose();
    }));

  it('is shown by one of several windows, and not again after a reload', () =>
    withMemoryServer(async given => {
      const { watch, checkAt, notices, parts } = await setUp(given);
      const other = new RunNotices(parts);
      watch([1], sixth + 30 * minuteMs, [sixth, 9 * hourMs, '']);
      watch([2], sixth + 30 * minuteMs);
      await checkAt(sixth + 30 * minuteMs);
      for (const window of [notices, other]) window.dispose();
      const reloaded = new RunNotices(parts);
      await checkAt(sixth + 32 * minuteMs);
      assert.deepEqual(
        texts(given).map(text => /executing|not seen/.exec(text)?.[0]),
        ['executing', 'not seen'],
      );
      reloaded.dispose();
    }));

  it('is shown once if another window notifies while this one is still checking', () =>
    withMemoryServer(async given => {
      const { watch, checkAt, notices, parts } = await setUp(given);
      notices.dispose();
      watch([1], sixth + 30 * minuteMs, [sixth, 9 * hourMs, '']);
      const clockOfOther = createManualClock(parts.clock.now());
      const other = new RunNotices({ ...parts, clock: clockOfOther });
      const checksMeanwhile = () => {
        clockOfOther.advance(minuteMs);
        return [1, 2];
      };
      const window = new RunNotices({ ...parts, watchList: { watchedAmong: checksMeanwhile } });
      await checkAt(sixth + 32 * minuteMs);
      assert.equal(texts(given).length, 1);
      for (const open of [other, window]) open.dispose();
    }));

  it('is one for several jobs, which it shows', () =>
    withMemoryServer(async given => {
      const { watch, checkAt, notices, done } = await setUp(given);
      given.user.press = ([show]) => show;
      watch([1, 2], sixth + 30 * minuteMs);
      await checkAt(sixth + 30 * minuteMs);
      assert.deepEqual(texts(given), [
        '2 jobs on “Plant” were not seen to run as planned: “Job 1” and “Job 2”.',
      ]);
      assert.deepEqual(done, ['show @notseen']);
      notices.dispose();
    }));

  it('is not shown if the user wants none', () =>
    withMemoryServer(async given => {
      const { watch, checkAt, notices } = await setUp(given, 'none');
      watch([1], sixth + 30 * minuteMs, [sixth, 9 * hourMs, '']);
      await checkAt(sixth + 30 * minuteMs);
      assert.deepEqual(texts(given), []);
      notices.dispose();
    }));
});
