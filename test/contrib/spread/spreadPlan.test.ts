import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Job } from '../../../src/api/model/job.ts';
import { responseSlices } from '../../../src/base/slices.ts';
import {
  planSpread,
  type SpreadFacts,
  type Spreading,
} from '../../../src/contrib/spread/common/spreadPlan.ts';
import { parseSteps } from '../../../src/contrib/spread/common/spreadWords.ts';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { findTimeZone, utc } from '../../../src/recurrence/text/timeZone.ts';
import { jobOf } from '../changeJobs/support/jobs.ts';

const minuteMs = 60_000;
const nowMs = Date.parse('2026-11-29T10:00:00Z');
const facts: SpreadFacts = {
  reading: { dialect: 'django', zone: utc },
  zone: utc,
  nowMs,
  devicesOf: ({ groups }: Job) => [Int32Array.from(groups)],
  durationOf: () => 10 * minuteMs,
};
const dailyAt = (time: string) => `DTSTART:20260105T${time}00Z\nRRULE:FREQ=DAILY`;
/** A job on devices. */
const job = (id: number, params: string, ...groups: readonly number[]) =>
  jobOf({ id, name: `Job ${id}`, params, groups });
const runsOf = (params: string) =>
  createPredictor({ dialect: 'django', zone: 'UTC' })
    .predict(params, { fromMs: Date.parse('2026-12-01'), limit: 30 })
    .occurrences.map(({ instantMs }) => instantMs);
const timesOf = (params: unknown) => new Date(runsOf(String(params))[0] ?? 0).toISOString().slice(11, 16);

function spread(jobs: readonly Job[], how: Spreading, others: readonly Job[] = [], own = facts) {
  return planSpread({ jobs, others, how }, own, responseSlices());
}
type Plan = Awaited<ReturnType<typeof spread>>;
const shown = ({ outcomes }: Plan) =>
  outcomes.map(outcome =>
    outcome.kind === 'edit'
      ? timesOf(outcome.edit.after['params'])
      : outcome.kind === 'blocked'
        ? outcome.obstacle
        : 'stays',
  );

describe('spreading jobs', () => {
  const nine = Array.from({ length: 9 }, (_, index) => job(index, dailyAt('0200'), 7));

  it('from a time on in steps, in the order of their next runs', async () => {
    const jobs = [job(1, dailyAt('0500'), 7), job(2, dailyAt('0300'), 7), job(3, dailyAt('2300'), 7)];
    const plan = await spread(jobs, { kind: 'steps', firstMs: 2 * 60 * minuteMs, stepMs: 10 * minuteMs });
    assert.deepEqual(shown(plan), ['02:20', '02:10', '02:00']);
  });

  it('means the clock of the reader', async () => {
    const zone = findTimeZone('Europe/Moscow') ?? utc;
    const how = { kind: 'steps', firstMs: 2 * 60 * minuteMs, stepMs: minuteMs } as const;
    assert.deepEqual(shown(await spread([job(1, dailyAt('0500'), 7)], how, [], { ...facts, zone })), [
      '23:00',
    ]);
  });

  it('by durations moves as little as possible until none meets', async () => {
    const plan = await spread(nine, { kind: 'apart' });
    assert.deepEqual([plan.clashesBefore, plan.clashesAfter], [9, 0]);
    assert.deepEqual(shown(plan).slice(0, 5), ['stays', '02:10', '01:50', '02:20', '01:40']);
  });

  it('by hours leaves no two in the hour of a clock', async () => {
    const plan = await spread(nine, { kind: 'hours' });
    assert.deepEqual([plan.clashesBefore, plan.clashesAfter], [9, 0]);
    assert.deepEqual(shown(plan).slice(0, 4), ['stays', '01:55', '03:00', '00:55']);
  });

  it('moves nothing that meets nobody, and nothing onto jobs that stay', async () => {
    const jobs = [job(1, dailyAt('0200'), 7), job(2, dailyAt('0200'), 8), job(3, dailyAt('0205'), 7)];
    const others = [job(9, dailyAt('0210'), 7), job(10, dailyAt('0155'), 6)];
    const plan = await spread(jobs, { kind: 'apart' }, others);
    assert.deepEqual(shown(plan), ['stays', 'stays', '02:20']);
  });

  it('counts an hour for a run of unknown duration, and says of how many', async () => {
    const plan = await spread(nine.slice(0, 3), { kind: 'apart' }, [], {
      ...facts,
      durationOf: () => undefined,
    });
    assert.deepEqual([shown(plan), plan.unknown], [['stays', '03:00', '01:00'], 3]);
  });

  it('names what cannot be moved, and what has no room', async () => {
    const jobs = [
      { ...job(1, dailyAt('0200'), 7), enabled: false },
      job(2, '', 7),
      job(3, 'RRULE:FREQ=SOMETIMES', 7),
      job(4, 'RRULE:FREQ=DAILY', 7),
      job(5, 'DTSTART:20260105T020000Z\nRRULE:FREQ=HOURLY', 7),
    ];
    const always = job(9, 'DTSTART:20260105T020000Z\nRRULE:FREQ=MINUTELY;INTERVAL=10', 7);
    const plan = await spread(jobs, { kind: 'apart' }, [always]);
    assert.deepEqual(shown(plan), ['disabled', 'none', 'unreadable', 'open', 'noRoom']);
  });

  it('changes no gap between the runs of a job', async () => {
    const rules = [
      'FREQ=DAILY',
      'FREQ=WEEKLY;BYDAY=MO,TH',
      'FREQ=DAILY;BYHOUR=2,14',
      'FREQ=WEEKLY;INTERVAL=2',
    ];
    const anyJob = fc.record({
      rule: fc.constantFrom(...rules),
      hour: fc.integer({ min: 0, max: 23 }),
      device: fc.integer({ min: 1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyJob, { minLength: 2, maxLength: 8 }),
        fc.constantFrom('apart', 'hours'),
        async (made, kind) => {
          const jobs = made.map(({ rule, hour, device }, id) => {
            const time = String(hour).padStart(2, '0');
            return job(id, `DTSTART:20260105T${time}0000Z\nRRULE:${rule}`, device);
          });
          const plan = await spread(jobs, { kind });
          assert.equal(plan.clashesAfter, 0);
          for (const outcome of plan.outcomes) {
            if (outcome.kind !== 'edit') continue;
            const gaps = (runs: readonly number[]) =>
              runs.slice(1).map((ms, index) => ms - (runs[index] ?? 0));
            const before = runsOf(outcome.job.params).map(ms => ms + outcome.spanMs);
            const after = runsOf(String(outcome.edit.after['params']));
            const [first = 0] = after;
            assert.deepEqual(
              gaps(after).slice(0, 20),
              gaps(before.slice(before.indexOf(first))).slice(0, 20),
            );
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('typed steps', () => {
  const steps: Readonly<Record<string, readonly [minutes: number, step: number]>> = {
    '02:00, then every 10 min': [120, 10],
    '2:00 + 10m': [120, 10],
    '02:00 10': [120, 10],
    'с 23:30 каждые 10 мин': [1410, 10],
    '00:00, 1h 30m': [0, 90],
  };
  for (const [text, [first, step]] of Object.entries(steps))
    it(`may be “${text}”`, () =>
      assert.deepEqual(parseSteps(text), {
        kind: 'steps',
        firstMs: first * minuteMs,
        stepMs: step * minuteMs,
      }));
  for (const text of ['', '02:00', '25:00 10', '02:00 -10m', '10m', '02:00 often'])
    it(`are not “${text}”`, () => assert.equal(parseSteps(text), undefined));
});
