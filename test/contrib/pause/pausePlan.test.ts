import assert from 'node:assert/strict';
import type { Job } from '../../../src/api/model/job.ts';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import type { Pause } from '../../../src/contrib/pause/common/pauseFile.ts';
import {
  activePause,
  overdueJobs,
  planPause,
  planResume,
} from '../../../src/contrib/pause/common/pausePlan.ts';
import {
  pausedText,
  pauseOutcomeText,
  resumeOutcomeText,
} from '../../../src/contrib/pause/common/pauseTexts.ts';
import { moveBySpan } from '../../../src/recurrence/move/movedSet.ts';
import { utc } from '../../../src/recurrence/text/timeZone.ts';
import { jobOf } from '../changeJobs/support/jobs.ts';

const reading = { dialect: 'django', zone: utc } as const;
const nowMs = Date.parse('2026-11-29T10:00:00Z');
const at = (text: string) => Date.parse(`${text}Z`);
const daily = 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY';
const holidays = { fromMs: at('2026-12-30T00:00'), untilMs: at('2027-01-10T00:00'), reason: 'stocktaking' };
const untilJan9 = { fromMs: nowMs, untilMs: at('2027-01-09T00:00'), reason: '' };
const words = { localizer: englishLocalizer, zone: utc, nowMs };

const facts = (...pauses: readonly Pause[]) => ({
  reading,
  nowMs,
  pauses: new Map(pauses.map(pause => [pause.job, pause])),
});

/** The job and the record after a pause that must succeed. */
function paused(job: Job, asked: typeof holidays, ...earlier: readonly Pause[]) {
  const outcome = planPause(job, asked, facts(...earlier));
  assert.ok(outcome.kind === 'edit', pauseOutcomeText(outcome, englishLocalizer));
  return { outcome, pause: outcome.pause, after: { ...job, ...outcome.edit.after } };
}

describe('a pause', () => {
  it('that begins now ends a copy of the rule with itself, and the job resumes by itself', () => {
    const { outcome, after } = paused(jobOf({ params: daily }), untilJan9);
    assert.equal(after.params, `${daily}\nEXRULE:FREQ=DAILY;UNTIL=20270108T235959Z`);
    assert.deepEqual(
      [outcome.runs, outcome.lastMs, outcome.firstMs],
      [40, at('2026-11-29T03:00'), at('2027-01-09T03:00')],
    );
  });

  it('that begins later excludes each of its runs', () => {
    const { outcome, after } = paused(jobOf({ params: daily }), holidays);
    assert.equal(after.params.split('\n').length, 2 + 11);
    assert.match(after.params, /\nEXDATE:20261230T030000Z\n.*EXDATE:20270109T030000Z$/s);
    assert.deepEqual([outcome.lastMs, outcome.firstMs], [at('2026-12-29T03:00'), at('2027-01-10T03:00')]);
  });

  it('is taken back byte for byte, and only what it added', () => {
    const own = `${daily}\r\nEXDATE:20261231T030000Z\r\n`;
    const { after, pause } = paused(jobOf({ params: own }), holidays);
    const resumed = planResume(after, facts(pause));
    assert.ok(resumed.kind === 'edit');
    assert.deepEqual([resumed.edit.after, resumed.missing], [{ params: own }, 0]);
  });

  it('is taken back after others have edited the schedule', () => {
    const { after, pause } = paused(jobOf({ params: daily }), holidays);
    const edited = after.params
      .replace('FREQ=DAILY', 'FREQ=DAILY;BYHOUR=3,15')
      .replace('EXDATE:20270105T030000Z\n', '');
    const resumed = planResume({ ...after, params: edited }, facts(pause));
    assert.ok(resumed.kind === 'edit');
    assert.deepEqual(resumed.edit.after, { params: `${daily};BYHOUR=3,15` });
    assert.equal(resumed.missing, 1);
  });

  it('is recognized without its record, also once it was moved, if it is a rule', () => {
    const { after } = paused(jobOf({ params: daily }), untilJan9);
    const moved = moveBySpan(after.params, 7_200_000, reading);
    assert.ok(moved.kind === 'moved');
    const active = activePause({ ...after, params: moved.text }, facts());
    assert.equal(active && pausedText(active, words), 'paused until Jan 9, 2027, 02:00');
    const resumed = planResume({ ...after, params: moved.text }, facts());
    assert.ok(resumed.kind === 'edit');
    assert.equal(resumed.edit.after['params'], daily.replace('T03', 'T05'));
  });

  it('is taken back, and shown, also once its dates were moved with the schedule', () => {
    const own = `${daily}\nEXDATE:20270102T030000Z`;
    const { after, pause } = paused(jobOf({ params: own }), holidays);
    const moved = moveBySpan(after.params, -7_200_000, reading);
    assert.ok(moved.kind === 'moved');
    assert.ok(activePause({ ...after, params: moved.text }, facts(pause)));
    const resumed = planResume({ ...after, params: moved.text }, facts(pause));
    assert.ok(resumed.kind === 'edit');
    assert.deepEqual([resumed.edit.after, resumed.missing], [{ params: own.replaceAll('T03', 'T01') }, 0]);
  });

  it('leaves an exception that was there before, though the pause’s own is gone', () => {
    const own = `${daily}\nEXDATE:20261231T030000Z`;
    const oneDay = { fromMs: at('2026-12-30T00:00'), untilMs: at('2026-12-31T00:00'), reason: '' };
    const { pause } = paused(jobOf({ params: own }), oneDay);
    assert.equal(planResume(jobOf({ params: own }), facts(pause)).kind, 'unchanged');
  });

  it('takes the place of an earlier one', () => {
    const first = paused(jobOf({ params: daily }), holidays);
    const second = paused(first.after, untilJan9, first.pause);
    assert.equal(second.after.params, `${daily}\nEXRULE:FREQ=DAILY;UNTIL=20270108T235959Z`);
    const resumed = planResume(second.after, facts(second.pause));
    assert.ok(resumed.kind === 'edit');
    assert.deepEqual(resumed.edit.after, { params: daily });
  });

  it('leaves the last run of a count where it is, and says so', () => {
    const { outcome, after } = paused(jobOf({ params: `${daily};COUNT=331` }), untilJan9);
    assert.equal(after.params, `${daily};COUNT=331\nEXRULE:FREQ=DAILY;UNTIL=20270108T235959Z`);
    assert.equal(
      pauseOutcomeText(outcome, englishLocalizer),
      'Leaves out 2 runs. Its number of runs counts them, so its last run stays the same.',
    );
  });

  const unchanged: Readonly<Record<string, readonly [Partial<Job>, string]>> = {
    'is disabled': [{ params: daily, enabled: false }, 'It is disabled, so it does not run.'],
    'has no schedule': [{ params: '' }, 'It has no schedule.'],
    'has no run then': [{ params: 'RDATE:20280101T000000Z' }, 'It has no run in this time.'],
  };
  for (const [what, [fields, why]] of Object.entries(unchanged))
    it(`changes no job that ${what}`, () => {
      const outcome = planPause(jobOf(fields), holidays, facts());
      assert.equal(outcome.kind, 'unchanged');
      assert.equal(pauseOutcomeText(outcome, englishLocalizer), why);
    });

  const blocked: Readonly<Record<string, readonly [Partial<Job>, RegExp]>> = {
    'runs on switch-on': [{ params: daily, run_on_start: true }, /switched on/],
    'has no start': [{ params: 'RRULE:FREQ=DAILY' }, /no start/],
    'cannot be read': [{ params: 'RRULE:FREQ=SOMETIMES' }, /cannot be read/],
    'runs too often': [{ params: 'DTSTART:20260105T030000Z\nRRULE:FREQ=MINUTELY;INTERVAL=10' }, /1584 runs/],
    'ends by DTEND': [{ params: `${daily}\nDTEND:20270101T030000Z` }, /when its schedule ends/],
  };
  for (const [what, [fields, why]] of Object.entries(blocked))
    it(`can disable a job instead that ${what}, with a reminder to enable exactly this one`, () => {
      const job = jobOf(fields);
      const outcome = planPause(job, holidays, facts());
      assert.ok(outcome.kind === 'blocked');
      assert.match(pauseOutcomeText(outcome, englishLocalizer), why);
      const { edit, pause } = outcome.instead;
      assert.deepEqual(edit.after, { enabled: false });
      const disabled = { ...job, enabled: false };
      const later = { ...facts(pause), nowMs: holidays.untilMs };
      assert.deepEqual(overdueJobs([disabled], later), [disabled]);
      assert.deepEqual(
        overdueJobs(
          [
            { ...disabled, name: 'Another' },
            { ...disabled, enabled: true },
          ],
          later,
        ),
        [],
      );
      const resumed = planResume(disabled, facts(pause));
      assert.ok(resumed.kind === 'edit');
      assert.deepEqual(resumed.edit.after, { enabled: true });
    });

  it('is shown with its reason until it ends, or until somebody takes it back', () => {
    const { after, pause } = paused(jobOf({ params: daily }), holidays);
    const active = activePause(after, facts(pause));
    assert.equal(active && pausedText(active, words), 'paused Dec 30 until Jan 10, 2027: stocktaking');
    assert.equal(activePause(jobOf({ params: daily }), facts(pause)), undefined);
    assert.equal(activePause(after, { ...facts(pause), nowMs: holidays.untilMs }), undefined);
  });

  it('does not take a holiday that somebody has excluded for a pause', () => {
    const job = jobOf({ params: `${daily}\nEXDATE:20251225T030000Z,20261225T030000Z` });
    assert.equal(activePause(job, facts()), undefined);
    const outcome = planResume(job, facts());
    assert.ok(outcome.kind === 'unchanged');
    // Who knows better can bring it back.
    assert.deepEqual(outcome.excluded?.edit.after, { params: `${daily}\nEXDATE:20251225T030000Z` });
    assert.match(
      resumeOutcomeText(outcome, englishLocalizer),
      /^It is not paused\. Its schedule excludes 1 date that no pause/,
    );
  });
});
