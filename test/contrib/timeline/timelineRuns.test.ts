import * as assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type HourlyRuns,
  placeOfCell,
  RunsMemory,
} from '../../../src/contrib/timeline/common/timelineRuns.ts';
import { cellOf, dayAt, timelineSpan } from '../../../src/contrib/timeline/common/timelineSpan.ts';
import { createPredictor, type Predictor } from '../../../src/recurrence/expand/predictor.ts';
import { findTimeZone, utc } from '../../../src/recurrence/text/timeZone.ts';

const nowMs = Date.UTC(2026, 10, 20, 12, 20);
/** The day of an instant on a zone's clock. */
function dayOf(atMs = nowMs, zone = utc, kind: 'day' | 'week' = 'day') {
  return timelineSpan(kind, dayAt(atMs, zone), zone, 0);
}

const daily = 'DTSTART:20260101T030000Z\nRRULE:FREQ=DAILY';

/** A predictor that counts its calls. */
function counting(zone = 'UTC'): { readonly predictor: Predictor; readonly asked: string[] } {
  const predictor = createPredictor({ dialect: 'rfc', zone });
  const asked: string[] = [];
  const predict: Predictor['predict'] = (text, window) => {
    asked.push(text);
    return predictor.predict(text, window);
  };
  return { predictor: { ...predictor, predict }, asked };
}

function runsOf(text: string, zoneId = 'UTC', atMs = nowMs): HourlyRuns {
  const span = dayOf(atMs, findTimeZone(zoneId) ?? utc);
  const runs = new RunsMemory().of(text, span, createPredictor({ dialect: 'rfc', zone: zoneId }));
  assert.ok(runs.kind === 'runs');
  return runs;
}

describe('the runs of a schedule by the hour', () => {
  it('are the predicted ones, each in its hour, across any clock change', () => {
    const zones = ['UTC', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Antarctica/Troll'];
    const starts = [nowMs, Date.UTC(2026, 9, 25, 12), Date.UTC(2026, 2, 29, 12), Date.UTC(2026, 3, 4, 20)];
    const minutes = fc.integer({ min: 5, max: 200 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.constantFrom(...starts), minutes, (zone, atMs, interval) => {
        const text = `DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=${interval}`;
        const span = dayOf(atMs, findTimeZone(zone) ?? utc);
        const { fromMs, toMs } = span;
        const { occurrences } = createPredictor({ dialect: 'rfc', zone }).predict(text, { fromMs, toMs });
        const expected = new Map<number, number[]>();
        for (const { instantMs } of occurrences) {
          const cell = cellOf(instantMs, span);
          expected.set(cell, [...(expected.get(cell) ?? []), instantMs]);
        }
        const runs = runsOf(text, zone, atMs);
        const cells = [...expected.keys()].toSorted((one, other) => one - other);
        assert.deepEqual([...runs.cells], cells);
        assert.deepEqual(
          [...runs.counts],
          cells.map(cell => expected.get(cell)?.length),
        );
        assert.deepEqual(
          [...runs.firstMs],
          cells.map(cell => expected.get(cell)?.[0]),
        );
      }),
    );
  });

  it('count towards the first of two hours when the clock goes back by an hour', () => {
    const runs = runsOf(
      'DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=30',
      'Europe/Berlin',
      Date.UTC(2026, 9, 25, 12),
    );
    const place = placeOfCell(runs, 2);
    assert.equal(runs.counts[place], 4);
    assert.equal(runs.firstMs[place], Date.UTC(2026, 9, 25, 0));
  });

  it('are in ascending order when the clock goes back by two hours', () => {
    const text = 'DTSTART:20261025T001000Z\nRDATE:20261025T011000Z,20261025T021000Z';
    const runs = runsOf(text, 'Antarctica/Troll', Date.UTC(2026, 9, 25, 12));
    assert.deepEqual([...runs.cells], [1, 2]);
    assert.deepEqual([...runs.counts], [1, 2]);
    assert.deepEqual([...runs.firstMs], [Date.UTC(2026, 9, 25, 1, 10), Date.UTC(2026, 9, 25, 0, 10)]);
  });

  it('are empty for a text that cannot be read', () => {
    const span = dayOf();
    const { predictor } = counting();
    assert.deepEqual(new RunsMemory().of('every Tuesday', span, predictor), { kind: 'unreadable' });
  });

  it('are undefined when the search would take too long', () => {
    const span = dayOf();
    const predictor = createPredictor({ dialect: 'rfc', zone: 'UTC', budgetSteps: 1 });
    const rare = 'DTSTART:19700101T000000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYDAY=MO';
    assert.deepEqual(new RunsMemory().of(rare, span, predictor), { kind: 'unpredictable' });
  });
});

describe('the cache of runs', () => {
  it('expands each schedule once', () => {
    const memory = new RunsMemory();
    const { predictor, asked } = counting();
    const span = dayOf();
    const first = memory.of(daily, span, predictor);
    assert.equal(memory.of(daily, dayOf(nowMs + 60_000), predictor), first);
    assert.deepEqual(asked, [daily]);
  });

  for (const [what, change] of [
    ['another day', { atMs: nowMs + 86_400_000 }],
    ['another length of time', { kind: 'week' as const }],
    ["another zone of the reader's clock", { readerZone: 'Asia/Kolkata' }],
    ['another zone for times that name none', { zone: 'America/New_York' }],
  ] as const) {
    it(`is cleared by ${what}`, () => {
      const memory = new RunsMemory();
      const { predictor, asked } = counting();
      const span = dayOf();
      memory.of(daily, span, predictor);
      const all = { kind: 'day' as const, atMs: nowMs, readerZone: 'UTC', zone: 'UTC', ...change };
      const other = dayOf(all.atMs, findTimeZone(all.readerZone) ?? utc, all.kind);
      const later = counting(all.zone);
      memory.of(daily, other, later.predictor);
      assert.equal(later.asked.length, 1);
      memory.of(daily, span, predictor);
      assert.equal(asked.length, 2);
    });
  }

  it('does not grow without limit', () => {
    const memory = new RunsMemory();
    const span = dayOf();
    const { predictor, asked } = counting();
    memory.of(daily, span, predictor);
    for (let count = 0; count <= 20_000; count += 1) memory.of(`wrong ${count}`, span, predictor);
    memory.of(daily, span, predictor);
    assert.equal(asked.filter(text => text === daily).length, 2);
  });
});
