import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type FactsPeriod, factsOf } from '../../../src/contrib/history/common/jobFacts.ts';
import type { Look } from '../../../src/contrib/history/common/look.ts';
import { durationOf, runsOf } from '../../../src/contrib/history/common/seenRuns.ts';
import {
  judge,
  plannedRuns,
  sightPieces,
  usualGraceMs,
  type Verdict,
} from '../../../src/contrib/history/common/verdicts.ts';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { job } from '../../store/support/fakes.ts';
import { kindOf, pacedLooks, spansOf, watchedRuns } from './support/trueRuns.ts';

const dayMs = 86_400_000;
const planMs = Date.UTC(2026, 10, 2, 3);
const daily = 'DTSTART:20261001T030000Z\nRRULE:FREQ=DAILY';

const facts = (readMs: number, values: Parameters<typeof job>[1] = {}): FactsPeriod => ({
  facts: factsOf(job(1, { params: daily, ...values })),
  readMs,
  confirmedMs: readMs,
});

/** Looks at a word, in minutes after the planned time. */
const looks = (word: string, ...minutes: readonly number[]): Look[] =>
  minutes.map(minute => {
    const atMs = planMs + minute * 60_000;
    return { word, earliestMs: atMs, latestMs: atMs };
  });

/** Six days before the planned time, the job ran for five minutes each, watched closely. */
const earlierRuns = [6, 5, 4, 3, 2, 1].flatMap(days => {
  const minute = -days * 1_440;
  return [
    ...looks('succeeded', minute),
    ...looks('running', ...Array.from({ length: 11 }, (_, step) => minute + 1 + step / 2)),
    ...looks('succeeded', minute + 7),
  ];
});

function verdictOf(
  seen: readonly Look[],
  periods: readonly FactsPeriod[] = [facts(planMs - 10 * dayMs)],
  isZoneKnown = true,
): Verdict {
  const past = { spans: spansOf(seen), facts: periods, stopsMs: [] };
  const planned = { atMs: planMs, nextMs: planMs + dayMs, open: 'zone' } as const;
  return judge(planned, past, { kindOf, nowMs: planMs + dayMs / 2, isZoneKnown });
}

describe('the verdict on a planned run', () => {
  const minutely = Array.from({ length: 14 }, (_, index) => index - 1);
  const verdicts: readonly (readonly [string, readonly Look[], string])[] = [
    ['seen, if it executed', [...looks('succeeded', -1), ...looks('running', 2, 4)], 'seen'],
    ['seen, if it was already executing at the first look', looks('running', 1), 'seen'],
    [
      'ended unseen, if only its result changed',
      [...looks('succeeded', -1), ...looks('failed', 3)],
      'endedUnseen',
    ],
    ['late, if it began after its time', [...looks('succeeded', -1, 11), ...looks('running', 12)], 'late'],
    ['late, if only its result came then', [...looks('succeeded', 11), ...looks('failed', 90)], 'late'],
    [
      'late, if it was queued after its time, however long it then waited',
      [...looks('succeeded', -1, 11), ...looks('queued', 12, 800), ...looks('running', 801)],
      'late',
    ],
    [
      'waiting, if it was queued after its time and still is',
      [...earlierRuns, ...looks('succeeded', ...minutely), ...looks('queued', 13.5, 60)],
      'waiting',
    ],
    [
      'open, if nobody knows to which of two planned runs one that began is nearer',
      [...earlierRuns, ...looks('succeeded', ...minutely, 719), ...looks('running', 722)],
      'cannotTell',
    ],
    [
      'not late, if it began nearer to the next planned run',
      [...looks('succeeded', -1, 720), ...looks('running', 722)],
      'notWatched',
    ],
    ['did not run, if the job has never run later', looks('never run', 60), 'didNotRun'],
    [
      'open, if the job was seen to end before it “never” ran',
      [...looks('ok', -99), ...looks('never', 60)],
      'notWatched',
    ],
    [
      'open, if the job was seen to end after it “never” ran, and never again',
      [...looks('never', -99), ...looks('failed', -60), ...looks('never', 60)],
      'notWatched',
    ],
    ...['idle', 'inactive', 'none', 'new', 'not started', 'неактивна'].map(
      word => [`open, if it is “${word}” afterwards`, looks(word, -1, 9, 60), 'cannotTell'] as const,
    ),
    [
      'waiting, if it is queued at each look',
      [...looks('succeeded', -5), ...looks('queued', 1, 30)],
      'waiting',
    ],
    [
      'not seen, if each earlier run would have shown',
      [...earlierRuns, ...looks('succeeded', ...minutely)],
      'notSeen',
    ],
    ['open, if fewer than five runs say how short one can be', looks('succeeded', ...minutely), 'cannotTell'],
    [
      'not seen, also if nobody knows how long another run took',
      [...looks('running', -8_640), ...earlierRuns, ...looks('failed', -60), ...looks('failed', ...minutely)],
      'notSeen',
    ],
    [
      'open, if another run was shorter for certain',
      [...earlierRuns, ...looks('succeeded', -62), ...looks('failed', -60), ...looks('failed', ...minutely)],
      'cannotTell',
    ],
    [
      'open, if nobody looked for longer than a run takes',
      [...earlierRuns, ...looks('succeeded', -1, 8, 12)],
      'cannotTell',
    ],
    [
      'open, if an earlier run was still executing',
      [...earlierRuns, ...looks('running', -9, -1, 1), ...looks('succeeded', 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)],
      'cannotTell',
    ],
    ['not watched, if nobody looked', [...looks('succeeded', -60), ...looks('succeeded', 60)], 'notWatched'],
  ];
  for (const [title, seen, kind] of verdicts) {
    it(`is ${title}`, () => assert.equal(verdictOf(seen).kind, kind));
  }

  const unjudged: readonly (readonly [string, readonly FactsPeriod[], boolean, string])[] = [
    ['the time zone of the server is unknown', [facts(0)], false, 'zone'],
    ['the job was disabled', [facts(0, { enabled: false })], true, 'disabled'],
    ['the job was not read before', [facts(planMs + 1)], true, 'unread'],
    [
      'the schedule changed at an unknown time',
      [facts(0), facts(planMs + 5, { params: '' })],
      true,
      'changed',
    ],
  ];
  for (const [title, periods, isZoneKnown, reason] of unjudged) {
    it(`is left open if ${title}`, () => {
      const verdict = verdictOf(looks('never run', 60), periods, isZoneKnown);
      assert.deepEqual([verdict.kind, verdict.kind === 'notJudged' && verdict.reason], ['notJudged', reason]);
    });
  }

  it('is given if the schedule changed, but was read unchanged after the planned time', () => {
    const before = { ...facts(0), confirmedMs: planMs + 3_600_000 };
    assert.equal(
      verdictOf(looks('never run', 60), [before, facts(planMs + dayMs, { params: '' })]).kind,
      'didNotRun',
    );
  });

  it('never overlooks a run that was longer than the longest time without a look', () => {
    const cases = watchedRuns({ mostPauseMs: 400_000, leastPauseMs: 1_000_000 }).chain(
      ({ runs, looks: seen }) =>
        fc.record({
          runs: fc.constant(runs),
          seen: fc.constant(seen),
          // Mostly right before a run.
          atMs: fc.oneof(
            fc.integer({ min: 1_000_000, max: 20_000_000 }),
            ...runs.map(({ startMs }) => fc.integer({ min: startMs - usualGraceMs, max: startMs })),
          ),
        }),
    );
    fc.assert(
      fc.property(cases, ({ runs, seen, atMs }) => {
        const past = { spans: seen.flatMap(spansOf), facts: [facts(0)], stopsMs: [] };
        const verdict = judge({ atMs, open: 'none' }, past, { kindOf, nowMs: 1e12, isZoneKnown: true });
        if (verdict.kind !== 'notSeen' && verdict.kind !== 'cannotTell') return;
        const { largestGapMs } = verdict.sighting;
        const missed = runs.filter(
          ({ startMs, endMs }) =>
            startMs >= atMs && startMs <= atMs + usualGraceMs && endMs - startMs > largestGapMs,
        );
        if (verdict.earlier === undefined) assert.deepEqual(missed, []);
        else assert.equal(verdict.kind, 'cannotTell');
      }),
      { numRuns: 1_000 },
    );
  });

  it('is never “not seen” for a run that took as long as one whose duration is known', () => {
    const verdicts = new Set<string>();
    fc.assert(
      fc.property(pacedLooks(), ({ runs, looks: seen }) => {
        const past = { spans: spansOf(seen), facts: [facts(0)], stopsMs: [] };
        const known = runsOf(past.spans, kindOf).filter(run => {
          const { minMs, maxMs = Number.POSITIVE_INFINITY } = durationOf(run);
          return maxMs <= 2 * minMs;
        });
        const lengths = runs
          .filter(({ startMs, endMs }) =>
            known.some(run => startMs <= run.start.byMs && endMs >= run.end.afterMs),
          )
          .map(({ startMs, endMs }) => endMs - startMs);
        for (const [index, { startMs: atMs, endMs }] of runs.entries()) {
          const planned = { atMs, nextMs: runs[index + 1]?.startMs ?? atMs + 900_000, open: 'none' } as const;
          const { kind } = judge(planned, past, { kindOf, nowMs: 1e12, isZoneKnown: true });
          verdicts.add(kind);
          if (kind === 'notSeen') assert.ok(endMs - atMs < Math.min(...lengths));
        }
      }),
      { numRuns: 200 },
    );
    assert.ok(verdicts.has('notSeen') && verdicts.has('cannotTell'), [...verdicts].join());
  });
});

describe('the pace of looks', () => {
  it('is infinite before the first look and after the last one, and never less than what was', () => {
    fc.assert(
      fc.property(watchedRuns(), ({ looks: seen }) => {
        const all = seen.flat().toSorted((a, b) => a.atMs - b.atMs);
        const pieces = sightPieces(seen.flatMap(spansOf), 0, 1e9);
        for (const [index, { atMs }] of all.entries()) {
          const next = all[index + 1];
          if (next === undefined) continue;
          const middle = (atMs + next.atMs) / 2;
          const piece = pieces.find(({ fromMs, toMs }) => fromMs <= middle && middle <= toMs);
          assert.ok((piece?.gapMs ?? 0) >= next.atMs - atMs - 4_000);
        }
        assert.equal(pieces[0]?.gapMs, Number.POSITIVE_INFINITY);
        assert.equal(pieces.at(-1)?.gapMs, Number.POSITIVE_INFINITY);
      }),
    );
  });
});

describe('planned runs', () => {
  it('are not judged when the clock skips or repeats their time, unless they are seen', () => {
    const predictor = createPredictor({ dialect: 'rfc', zone: 'Europe/Berlin' });
    const halfPastTwo = 'DTSTART:20260101T023000\nRRULE:FREQ=DAILY';
    const verdictsOf = (fromMs: number, seen: readonly Look[] = []) => {
      const period = facts(fromMs - dayMs, { params: halfPastTwo });
      const past = { spans: spansOf(seen), facts: [period], stopsMs: [] };
      const options = { kindOf, nowMs: fromMs + 3 * dayMs, isZoneKnown: true };
      return plannedRuns([period], { predictor, fromMs, toMs: fromMs + 3 * dayMs }).map(planned => {
        const verdict = judge(planned, past, options);
        return verdict.kind === 'notJudged' ? verdict.reason : verdict.kind;
      });
    };
    for (const midnightMs of [Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 24)])
      assert.deepEqual(verdictsOf(midnightMs), ['notWatched', 'clockChange', 'notWatched']);
    const atMs = Date.UTC(2026, 2, 29, 1, 31);
    const seen = verdictsOf(Date.UTC(2026, 2, 28), [{ word: 'running', earliestMs: atMs, latestMs: atMs }]);
    assert.equal(seen[1], 'seen');
  });

  it('follow the schedule that the job had at their time', () => {
    const predictor = createPredictor({ dialect: 'rfc', zone: 'UTC' });
    const periods = [
      facts(planMs - 2 * dayMs - 1),
      facts(planMs - 1, { params: 'DTSTART:20261001T120000Z\nRRULE:FREQ=DAILY' }),
    ];
    const planned = plannedRuns(periods, { predictor, fromMs: 0, toMs: planMs + dayMs });
    const noonMs = planMs + dayMs / 2 - 3 * 3_600_000;
    assert.deepEqual(
      planned.map(({ atMs }) => atMs),
      [planMs - 2 * dayMs, planMs - dayMs, noonMs],
    );
    assert.deepEqual(
      planned.map(({ nextMs }) => nextMs),
      [planMs - dayMs, planMs, noonMs + dayMs],
    );
  });
});
