import assert from 'node:assert/strict';
import type { Job } from '../../../src/api/model/job.ts';
import { planRunOnce, takeRunAway } from '../../../src/contrib/runOnce/common/runOncePlan.ts';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { findTimeZone, utc } from '../../../src/recurrence/text/timeZone.ts';
import { jobOf } from '../changeJobs/support/jobs.ts';

const atMs = Date.parse('2026-11-29T13:00:00Z');
const facts = {
  reading: { dialect: 'django', zone: utc },
  isZoneKnown: true,
  copySuffix: ' – once',
} as const;
const daily = 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY';

describe('one more run of a job', () => {
  it('is a date of its schedule, and goes again', () => {
    const outcome = planRunOnce(jobOf({ params: daily }), atMs, facts);
    assert.ok(outcome.kind === 'edit');
    assert.deepEqual(outcome.edit, {
      before: { params: daily },
      after: { params: `${daily}\nRDATE:20261129T130000Z` },
    });
    const stored = jobOf({ params: `${daily}\r\nRDATE:20261129T130000Z\r\n` });
    assert.deepEqual(takeRunAway(stored, outcome.added, facts.reading)?.after, {
      params: `${daily}\r\n`.replace('\n', '\n'),
    });
    assert.equal(takeRunAway(jobOf({ params: daily }), outcome.added, facts.reading), undefined);
  });

  it('is the whole schedule of a job without one', () => {
    const outcome = planRunOnce(jobOf({}), atMs, facts);
    assert.deepEqual(outcome.kind === 'edit' && outcome.edit.after, { params: 'RDATE:20261129T130000Z' });
  });

  it('needs no change if the job runs then', () => {
    const params = 'DTSTART:20261101T130000Z\nRRULE:FREQ=DAILY';
    assert.equal(planRunOnce(jobOf({ params }), atMs, facts).kind, 'unchanged');
  });

  it('is on the clock of the server, as the rest of the schedule', () => {
    const reading = { ...facts.reading, zone: findTimeZone('Europe/Moscow') ?? utc };
    const outcome = planRunOnce(jobOf({ params: daily.replace('Z', '') }), atMs, { ...facts, reading });
    assert.ok(outcome.kind === 'edit');
    assert.match(String(outcome.edit.after['params']), /RDATE:20261129T160000$/);
  });

  const blocked: Readonly<Record<string, readonly [Partial<Job>, string, Partial<typeof facts>?]>> = {
    'is disabled': [{ params: daily, enabled: false }, 'disabled'],
    'cannot be read': [{ params: 'RRULE:FREQ=SOMETIMES' }, 'unreadable'],
    'has no start': [{ params: 'RRULE:FREQ=DAILY' }, 'open'],
    'has dates without times': [{ params: 'DTSTART;VALUE=DATE:20260105\nRRULE:FREQ=DAILY' }, 'dates'],
    'is paused': [{ params: `${daily}\nEXRULE:FREQ=HOURLY;UNTIL=20270101T000000Z` }, 'excluded'],
  };
  for (const [what, [fields, obstacle]] of Object.entries(blocked))
    it(`is that of a copy if the job ${what}`, () => {
      const outcome = planRunOnce(jobOf({ ...fields, groups: [3] }), atMs, facts);
      assert.ok(outcome.kind === 'blocked');
      assert.equal(outcome.obstacle, obstacle);
      const { name, groups, enabled, run_on_start: onStart, params = '' } = outcome.copy;
      assert.deepEqual([name, groups, enabled, onStart], ['Backup – once', [3], true, false]);
      const { occurrences } = createPredictor({ dialect: 'django', zone: 'UTC' }).predict(params, {
        fromMs: 0,
      });
      assert.deepEqual(
        occurrences.map(({ instantMs }) => instantMs),
        [atMs],
      );
    });

  it('is that of a copy if its times are in a zone that is not known', () => {
    const params = daily.replace('Z', '');
    const outcome = planRunOnce(jobOf({ params }), atMs, { ...facts, isZoneKnown: false });
    assert.equal(outcome.kind === 'blocked' && outcome.obstacle, 'zone');
  });
});
