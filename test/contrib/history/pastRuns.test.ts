import assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { History } from '../../../src/contrib/history/common/history.ts';
import { hasRun, lastPlanned, newestRun, pastRuns } from '../../../src/contrib/history/common/pastRuns.ts';
import { ScheduleOutlook } from '../../../src/recurrence/describe/scheduleOutlook.ts';
import { job } from '../../store/support/fakes.ts';
import { hourlyRuns, hourMs, minuteMs, type RealRun, watchRuns } from './support/watchedRuns.ts';

const fromMs = Date.UTC(2026, 10, 20, 6, 0);
const outlook = new ScheduleOutlook({ serverZone: 'UTC', readerZone: 'UTC', localizer: englishLocalizer });
const hourly = 'DTSTART:20261101T000000Z\nRRULE:FREQ=HOURLY';

/** What is known of job 7 after it was watched all the time until `toMs`. */
function watched(runs: readonly RealRun[], toMs: number, params = hourly) {
  const history = new History({ extraWords: () => new Map() });
  history.read(job(7, { params }), fromMs - minuteMs);
  watchRuns(history, 7, { runs, fromMs: fromMs - minuteMs, toMs });
  return { history, outlook, nowMs: toMs };
}

describe('the past runs of a job', () => {
  it('are those seen and planned ones that were not, newest first', () => {
    const runs = hourlyRuns(fromMs, 8).filter((_, index) => index !== 6);
    const source = watched(runs, fromMs + 7 * hourMs + 30 * minuteMs);
    const past = pastRuns(7, source);
    assert.deepEqual(
      past.map(({ kind }) => kind),
      ['seen', 'notSeen', 'seen', 'seen', 'seen', 'seen', 'seen', 'seen'],
    );
    assert.deepEqual(past[1], { kind: 'notSeen', atMs: fromMs + 6 * hourMs });
    assert.equal(pastRuns(7, source, fromMs + 6 * hourMs).length, 2);
  });

  it('include what did not run because the server says that the job has never run', () => {
    const past = pastRuns(7, watched([], fromMs + 30 * minuteMs));
    assert.deepEqual(past, [{ kind: 'didNotRun', atMs: fromMs }]);
  });

  it('say how late they began, and are then not missing', () => {
    const lateMs = fromMs + 6 * hourMs + 12 * minuteMs;
    const runs = [...hourlyRuns(fromMs, 6), [lateMs, 4 * minuteMs, 'finished']] as const;
    const [newest, ...others] = pastRuns(7, watched(runs, lateMs + 20 * minuteMs));
    const { plannedMs, maxMs } = (newest?.kind === 'seen' && newest.late) || {};
    assert.deepEqual([plannedMs, maxMs], [fromMs + 6 * hourMs, 12 * minuteMs]);
    assert.ok(others.every(past => past.kind === 'seen' && past.late === undefined));
  });

  it('are marked if they take three times as long as usual and two minutes more, ten times, or a third', () => {
    const usual = hourlyRuns(fromMs, 6);
    const lastMs = fromMs + 6 * hourMs;
    const paceAfter = (minutes: number) => {
      const source = watched([...usual, [lastMs, 100 * hourMs, '']], lastMs + minutes * minuteMs, '');
      return newestRun(source.history, 7)?.pace;
    };
    assert.deepEqual([11, 13, 39, 41].map(paceAfter), ['usual', 'long', 'long', 'stuck']);
    const ended = (lengthMs: number) =>
      newestRun(watched([...usual, [lastMs, lengthMs, 'finished']], lastMs + hourMs / 2).history, 7)?.pace;
    assert.deepEqual([minuteMs, 2 * minuteMs, 20 * minuteMs].map(ended), ['short', 'usual', 'long']);
    const quick = usual.map(([startMs, , word]): RealRun => [startMs, 30_000, word]);
    const longer = watched([...quick, [lastMs, hourMs, '']], lastMs + 2 * minuteMs);
    assert.equal(newestRun(longer.history, 7)?.pace, 'usual', 'not two minutes more');
  });

  it('have no pace while fewer than five are known well', () => {
    const source = watched(
      [...hourlyRuns(fromMs, 4), [fromMs + 5 * hourMs, 9 * hourMs, '']],
      fromMs + 12 * hourMs,
    );
    const { pace, typicalMs } = newestRun(source.history, 7) ?? {};
    assert.deepEqual([pace, typicalMs], ['usual', undefined]);
  });
});

describe('the last planned run of a job', () => {
  const daily = job(7, { params: 'DTSTART:20260101T084400Z\nRRULE:FREQ=DAILY' });
  const plannedMs = Date.UTC(2026, 10, 20, 8, 44);
  const at = (minutes: number) => plannedMs + minutes * minuteMs;
  /** What is known an hour and a half after it, when the job was read at `readMs`. */
  const lastOf = (history: History, readMs: number, read = daily) => {
    history.read(read, readMs);
    const last = lastPlanned(read, { history, outlook, nowMs: at(90) });
    return last && [last.atMs, last.verdict.kind, last.hasFailed];
  };
  const unknown = () => new History({ extraWords: () => new Map() });

  it('is one that nobody watched on the first day, though nobody had read its schedule then', () => {
    assert.deepEqual(lastOf(unknown(), at(75)), [plannedMs, 'notWatched', false]);
    assert.equal(lastPlanned(daily, { history: unknown(), outlook, nowMs: at(90) })?.atMs, plannedMs);
  });

  it('is one during which the server did not respond', () => {
    const history = unknown();
    history.failed(undefined, at(5));
    assert.deepEqual(lastOf(history, at(-60)), [plannedMs, 'notWatched', true]);
  });

  it('is the one before, while the last one may still begin', () => {
    const history = unknown();
    history.read(daily, at(-60));
    const last = (nowMs: number) => lastPlanned(daily, { history, outlook, nowMs })?.atMs;
    assert.deepEqual([last(at(5)), last(at(11))], [at(-24 * 60), plannedMs]);
    const often = job(8, { params: 'DTSTART:20260101T000000Z\nRRULE:FREQ=SECONDLY' });
    assert.equal(lastPlanned(often, { history, outlook, nowMs: at(5) }), undefined);
  });

  it('is none if it was seen, or if it is not known whether and when it was planned', () => {
    const history = unknown();
    watchRuns(history, 7, { runs: [[plannedMs, minuteMs, 'ok']], fromMs: at(-2), toMs: at(2) });
    assert.equal(lastOf(history, at(-60)), undefined);
    assert.equal(lastOf(unknown(), at(-60), { ...daily, enabled: false }), undefined);
    assert.equal(lastOf(unknown(), at(-60), { ...daily, params: '' }), undefined);
    const watchedBefore = unknown();
    watchRuns(watchedBefore, 7, { runs: [], fromMs: at(-2), toMs: at(20) });
    assert.equal(lastOf(watchedBefore, at(75)), undefined);
  });
});

describe('a condition about past runs', () => {
  const runs: readonly RealRun[] = [...hourlyRuns(fromMs, 6), [fromMs + 6 * hourMs, minuteMs, 'failed']];
  const source = watched(runs, fromMs + 8 * hourMs - minuteMs);
  const since = (hours: number) => ({ atMs: fromMs + hours * hourMs });

  it('is met by a run that ended like this since then', () => {
    assert.equal(hasRun(7, { term: 'failed', since: since(6) }, source), true);
    assert.equal(hasRun(7, { term: 'failed', since: since(7) }, source), false);
    assert.equal(hasRun(7, { term: 'succeeded', since: since(5) }, source), true);
    assert.equal(hasRun(7, { term: 'stopped', since: since(0) }, source), false);
  });

  it('is met by planned runs that were not seen: the newest one, or any since a time', () => {
    const missed = watched(runs.slice(0, 6), fromMs + 6 * hourMs + 30 * minuteMs);
    assert.equal(hasRun(7, { term: 'notseen' }, watched(runs, fromMs + 6.9 * hourMs)), false);
    assert.equal(hasRun(7, { term: 'notseen' }, missed), true);
    const later = watched([...runs.slice(0, 5), ...runs.slice(6)], fromMs + 6 * hourMs + 30 * minuteMs);
    assert.equal(hasRun(7, { term: 'notseen' }, later), false);
    assert.equal(hasRun(7, { term: 'notseen', since: since(4) }, later), true);
  });

  it('is decided again when more is known of the job, for another time, and by another schedule', () => {
    const { history } = watched(runs.slice(0, 6), fromMs + 6 * hourMs + 5 * minuteMs);
    const notSeen = (hours: number, sinceHours: number, by = outlook) =>
      hasRun(
        7,
        { term: 'notseen', since: since(sinceHours) },
        { history, outlook: by, nowMs: fromMs + hours * hourMs },
      );
    assert.equal(notSeen(6.1, 5), false);
    watchRuns(history, 7, {
      runs: runs.slice(0, 6),
      fromMs: fromMs + 6.1 * hourMs,
      toMs: fromMs + 6.5 * hourMs,
    });
    assert.deepEqual([notSeen(6.5, 5), notSeen(6.5, 6.1), notSeen(6.5, 1)], [true, false, true]);
    const elsewhere = new ScheduleOutlook({
      serverZone: undefined,
      readerZone: 'UTC',
      localizer: englishLocalizer,
    });
    history.read(job(7, { params: hourly.replace('Z', '') }), fromMs - minuteMs);
    assert.deepEqual([notSeen(6.5, 5), notSeen(6.5, 5, elsewhere)], [true, false]);
  });

  it('is met by a job that was watched and never seen to run', () => {
    const idle = watched([], fromMs + hourMs, '');
    assert.equal(hasRun(7, { term: 'never' }, idle), true);
    assert.equal(hasRun(8, { term: 'never' }, idle), false, 'nobody looked');
    assert.equal(hasRun(7, { term: 'never' }, source), false);
  });

  it('is met by a run that takes long now, or took long since a time', () => {
    const long = watched(
      [...runs.slice(0, 6), [fromMs + 6 * hourMs, 30 * minuteMs, 'failed']],
      fromMs + 6.9 * hourMs,
    );
    assert.equal(hasRun(7, { term: 'long' }, long), false);
    assert.equal(hasRun(7, { term: 'long', since: since(6) }, long), true);
    assert.equal(hasRun(7, { term: 'long', since: since(0) }, source), false);
  });
});
