import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Additions, withdrawLines } from '../../../src/recurrence/amend/additions.ts';
import { excludeRuns, mostExceptionDates, type Window } from '../../../src/recurrence/amend/exclusion.ts';
import { addRun } from '../../../src/recurrence/amend/singleRun.ts';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import type { ZoneReading } from '../../../src/recurrence/expand/resolvedSet.ts';
import { findTimeZone, utc } from '../../../src/recurrence/text/timeZone.ts';
import { vectors } from '../../support/recurrenceFixtures.ts';
import { randomSet, textOf } from '../support/randomSets.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;
const atMost = 400;

/** The runs from a time on; `undefined` if there are too many to search. */
function runs(text: string, fromMs: number, { dialect, zone }: ZoneReading, toMs = fromMs + 900 * dayMs) {
  const found = createPredictor({ dialect, zone: zone.id, budgetSteps: 2_000_000 }).predict(text, {
    fromMs,
    toMs,
    limit: atMost,
  });
  if (found.kind === 'cannotPredict' || found.kind === 'tooMany') return undefined;
  return found.occurrences.map(({ instantMs }) => new Date(instantMs).toISOString());
}

const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe'];
const starts = [
  'DTSTART:20260105T030000Z',
  'DTSTART:20260105T023000',
  ...zones.map(zone => `DTSTART;TZID=${zone}:20260105T013000`),
];
const starting = fc.constantFrom(...starts);
const reading: fc.Arbitrary<ZoneReading> = fc.record({
  dialect: fc.constantFrom('rfc', 'django'),
  zone: fc.constantFrom(utc, ...zones.flatMap(zone => findTimeZone(zone) ?? [])),
});
/** Around the changes of the clock of 2026, and any other day. */
const instant = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01'),
      fc
        .integer({ min: 0, max: 400 })
        .map(day => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10)),
    ),
    fc.integer({ min: -48, max: 48 }),
  )
  .map(([day, quarters]) => Date.parse(day) + quarters * 15 * minuteMs);
const window: fc.Arbitrary<Window> = fc
  .tuple(instant, fc.oneof(fc.integer({ min: 1, max: 96 }), fc.integer({ min: 1, max: 3000 })))
  .map(([fromMs, quarters]) => ({ fromMs, untilMs: fromMs + quarters * 15 * minuteMs }));
const separators = fc.constantFrom('\n', '\r\n', ' \n');
const endings = fc.constantFrom('', '\n', '\r\n\r\n', '  ');

const text = fc
  .record({ set: randomSet, start: starting, separator: separators, end: endings })
  .map(({ set, start, separator, end }) => textOf(set, start).split('\n').join(separator) + end);

describe('runs that are excluded', function () {
  this.timeout(120_000);

  function check(before: string, span: Window, isNow: boolean, how: ZoneReading): Additions | undefined {
    const nowMs = isNow ? span.fromMs : span.fromMs - 30 * dayMs;
    const result = excludeRuns(before, span, nowMs, how);
    const inside = runs(before, span.fromMs, how, span.untilMs);
    const hint = JSON.stringify({ before, span, isNow, dialect: how.dialect, zone: how.zone.id });
    if (result.kind === 'unchanged') assert.deepEqual(inside ?? [], [], hint);
    if (result.kind !== 'excluded') return undefined;
    const words = `${hint}\n${result.text}`;
    assert.deepEqual(runs(result.text, span.fromMs, how, span.untilMs), [], words);
    assert.equal(result.runs, (inside ?? []).length === atMost ? result.runs : inside?.length, words);
    assert.deepEqual(runs(result.text, span.untilMs, how), runs(before, span.untilMs, how), words);
    if (!isNow) {
      const earlierMs = span.fromMs - 40 * dayMs;
      assert.deepEqual(
        runs(result.text, earlierMs, how, span.fromMs),
        runs(before, earlierMs, how, span.fromMs),
        words,
      );
    }
    assert.deepEqual(withdrawLines(result.text, result.added, how).text, before, words);
    return result.added;
  }

  it('are exactly those of the window, and come back byte for byte', () => {
    let [ruled, dated] = [0, 0];
    fc.assert(
      fc.property(text, window, fc.boolean(), reading, (before, span, isNow, how) => {
        const added = check(before, span, isNow, how);
        if (added === undefined) return;
        if (added.exceptionRules.length > 0) ruled += 1;
        if (added.exceptionDates.length > 0) dated += 1;
        assert.ok(added.exceptionDates.length <= mostExceptionDates);
        if (!isNow) assert.deepEqual(added.exceptionRules, []);
      }),
      { numRuns: 800 },
    );
    assert.ok(ruled > 30 && dated > 30, `${ruled} ${dated}`);
  });

  it('are so for the vectors of the oracle', () => {
    let excluded = 0;
    for (const vector of vectors) {
      const how = { dialect: vector.dialect, zone: findTimeZone(vector.zone) ?? utc };
      const [first, second] = vector.occurrences.slice(1);
      if (first === undefined) continue;
      const fromMs = Date.parse(first);
      const untilMs = Date.parse(second ?? first) + minuteMs;
      for (const isNow of [true, false])
        if (check(vector.text, { fromMs, untilMs }, isNow, how) !== undefined) excluded += 1;
    }
    assert.ok(excluded > 300, String(excluded));
  });

  it('come back when a server stores every line in another form', () => {
    const how: ZoneReading = { dialect: 'django', zone: findTimeZone('Europe/Berlin') ?? utc };
    const before = 'DTSTART:20260105T030000\nRRULE:FREQ=DAILY';
    const span = { fromMs: Date.parse('2026-02-01'), untilMs: Date.parse('2026-02-04') };
    for (const nowMs of [span.fromMs, span.fromMs - dayMs]) {
      const result = excludeRuns(before, span, nowMs, how);
      assert.ok(result.kind === 'excluded');
      const dates = result.added.exceptionDates.map(ms =>
        new Date(ms).toISOString().replace(/[-:]|\.000/g, ''),
      );
      const rules = result.added.exceptionRules.map(
        ({ rule, untilMs }) =>
          `EXRULE:UNTIL=${new Date(untilMs).toISOString().replace(/[-:]|\.000/g, '')};INTERVAL=1;${rule}\r\n`,
      );
      const stored = `${rules.join('')}${before}\nEXDATE:${[...dates, '20260301T020000Z'].join(',')}\n`;
      const { text: left, missing } = withdrawLines(stored, result.added, how);
      assert.equal(left, `${before}\nEXDATE:20260301T020000Z\n`);
      assert.deepEqual(missing, { exceptionRules: [], exceptionDates: [], dates: [] });
    }
  });
});

describe('a run that is added', function () {
  this.timeout(120_000);

  it('is one more and changes no other, and goes byte for byte', () => {
    let added = 0;
    fc.assert(
      fc.property(text, instant, reading, (before, atMs, how) => {
        const result = addRun(before, atMs, how);
        const at = new Date(atMs).toISOString();
        if (result.kind === 'unchanged') assert.deepEqual(runs(before, atMs, how, atMs + 1), [at], before);
        if (result.kind !== 'added') return;
        const had = runs(before, atMs - 20 * dayMs, how);
        added += 1;
        const has = runs(result.text, atMs - 20 * dayMs, how);
        const words = `${result.text} ${at}`;
        if (had !== undefined && had.length < atMost && has !== undefined)
          assert.deepEqual(has, [...had, at].toSorted(), words);
        assert.equal(withdrawLines(result.text, result.added, how).text, before, words);
      }),
      { numRuns: 600 },
    );
    assert.ok(added > 300, String(added));
  });

  it('is the only run of an empty schedule', () => {
    for (const before of ['', '\n\n']) {
      const result = addRun(before, Date.parse('2026-05-01T10:00:00Z'), { dialect: 'rfc', zone: utc });
      assert.ok(result.kind === 'added');
      assert.equal(result.text.trim(), 'RDATE:20260501T100000Z');
      assert.equal(withdrawLines(result.text, result.added, { dialect: 'rfc', zone: utc }).text, before);
    }
  });

  it('stays on the line of a text that has all properties on one line', () => {
    const before = 'DTSTART:20260105T030000Z RRULE:FREQ=DAILY';
    const result = addRun(before, Date.parse('2026-05-01T10:00:00Z'), { dialect: 'rfc', zone: utc });
    assert.ok(result.kind === 'added');
    assert.equal(result.text, `${before} RDATE:20260501T100000Z`);
    assert.equal(withdrawLines(result.text, result.added, { dialect: 'rfc', zone: utc }).text, before);
  });
});
