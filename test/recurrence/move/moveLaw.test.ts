import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import { moveToDays } from '../../../src/recurrence/move/movedDays.ts';
import { moveBySpan, moveToTime, moveToZone } from '../../../src/recurrence/move/movedSet.ts';
import { findTimeZone, utc } from '../../../src/recurrence/text/timeZone.ts';
import { randomSet, textOf } from '../support/randomSets.ts';

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const startMs = Date.parse('2026-01-05T03:00:00Z');
const atMost = 60;

/** The occurrences from a time on; `undefined` if there are too many to search. */
function occurrences(text: string, fromMs: number, dialect: 'rfc' | 'django' = 'rfc', zone = 'UTC') {
  const { predict } = createPredictor({ dialect, zone });
  const found = predict(text, { fromMs, limit: atMost, toMs: fromMs + 3 * 366 * dayMs });
  if (found.kind === 'cannotPredict' || found.kind === 'tooMany') return undefined;
  return found.occurrences.map(({ instantMs }) => instantMs);
}

const spans = fc.oneof(
  fc.integer({ min: -30, max: 30 }).map(hours => hours * hourMs),
  fc.constantFrom(15, 30, 45, 90, -15, -45).map(minutes => minutes * 60_000),
  fc.integer({ min: -9, max: 9 }).map(days => days * dayMs),
);
/** A start at any time of any day in a year near a leap day. */
const starts = fc
  .record({ day: fc.integer({ min: 0, max: 800 }), minute: fc.integer({ min: 0, max: 95 }) })
  .map(({ day, minute }) => Date.parse('2026-01-01T00:00:00Z') + day * dayMs + minute * 15 * 60_000);
const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.000/g, '');

describe('a moved schedule', function () {
  this.timeout(120_000);

  it('has each occurrence moved by the span, and no other', () => {
    let moved = 0;
    fc.assert(
      fc.property(
        randomSet,
        spans,
        starts,
        fc.constantFrom('rfc', 'django'),
        (set, spanMs, beginMs, dialect) => {
          const text = textOf(set, `DTSTART:${stamp(beginMs)}`);
          const result = moveBySpan(text, spanMs, { dialect, zone: utc });
          const fromMs = Math.min(beginMs, startMs);
          if (result.kind === 'unmoved') return;
          const before = occurrences(text, fromMs, dialect);
          const after = occurrences(result.text, fromMs + spanMs, dialect);
          if (before === undefined || after === undefined) return;
          moved += 1;
          assert.deepEqual(
            after.map(stamp),
            before.map(instantMs => stamp(instantMs + spanMs)),
            `${text}\n→\n${result.text}`,
          );
        },
      ),
      { numRuns: 2000 },
    );
    assert.ok(moved > 500, String(moved));
  });

  it('is unchanged when moved back', () => {
    fc.assert(
      fc.property(randomSet, spans, starts, (set, spanMs, beginMs) => {
        const text = textOf(set, `DTSTART:${stamp(beginMs)}`);
        const there = moveBySpan(text, spanMs, { dialect: 'rfc', zone: utc });
        const back =
          there.kind === 'moved' ? moveBySpan(there.text, -spanMs, { dialect: 'rfc', zone: utc }) : there;
        if (back.kind === 'unmoved') return;
        const before = occurrences(text, startMs - 9 * dayMs);
        const after = occurrences(back.text, startMs - 9 * dayMs);
        if (before !== undefined && after !== undefined)
          assert.deepEqual(after, before, `${text}\n→\n${back.text}`);
      }),
      { numRuns: 500 },
    );
  });

  it('moves in local time of its zone, across clock changes', () => {
    const zone = findTimeZone('Europe/Berlin');
    assert.ok(zone);
    const rules = fc.record({
      freq: fc.constantFrom('DAILY', 'WEEKLY', 'MONTHLY'),
      interval: fc.constantFrom(1, 2),
      hours: fc.uniqueArray(fc.integer({ min: 0, max: 23 }), { minLength: 1, maxLength: 3 }),
    });
    const days = fc.constantFrom('20260328', '20260329', '20261024', '20261025', '20261201');
    fc.assert(
      fc.property(rules, days, spans, ({ freq, interval, hours }, day, spanMs) => {
        const rule = `RRULE:FREQ=${freq};INTERVAL=${interval};BYHOUR=${hours.join(',')}`;
        const until = ';UNTIL=20270515T103000Z';
        const inZone = `DTSTART;TZID=Europe/Berlin:${day}T013000\n${rule}${until}`;
        const result = moveBySpan(inZone, spanMs, { dialect: 'rfc', zone: utc });
        if (result.kind === 'unmoved') return;
        // The same schedule in UTC has the expected local times.
        const wallText = `DTSTART:${day}T013000Z\n${rule};UNTIL=20270515T123000Z`;
        const wall = occurrences(wallText, Date.parse('2026-01-01T00:00:00Z'));
        const expected = wall?.map(wallMs => zone.toInstant(wallMs + spanMs).instantMs);
        const after = occurrences(result.text, Date.parse('2025-12-01T00:00:00Z'));
        // Of two instants with the same local time, only one is an occurrence.
        const distinct = [...new Set(expected)].sort((a, b) => a - b).map(stamp);
        assert.ok(distinct.length > 0);
        assert.deepEqual(after?.slice(0, distinct.length).map(stamp), distinct, result.text);
      }),
      { numRuns: 600 },
    );
  });

  it('runs on the same days when only its time of day moves', () => {
    let moved = 0;
    fc.assert(
      fc.property(randomSet, starts, fc.integer({ min: 0, max: 95 }), (set, beginMs, quarter) => {
        const text = textOf(set, `DTSTART:${stamp(beginMs)}`);
        const timeMs = quarter * 15 * 60_000;
        const result = moveToTime(text, timeMs, { dialect: 'rfc', zone: utc });
        if (result.kind === 'unmoved') return;
        const fromMs = Date.parse('2025-12-31T00:00:00Z');
        const before = occurrences(text, fromMs);
        const after = occurrences(result.text, fromMs);
        if (before === undefined || after === undefined) return;
        moved += 1;
        const days = new Set(before.map(instantMs => Math.floor(instantMs / dayMs)));
        const shown = Math.min(days.size, after.length, atMost - 1);
        assert.deepEqual(
          after.slice(0, shown).map(stamp),
          [...days].slice(0, shown).map(day => stamp(day * dayMs + timeMs)),
          `${text}\n→\n${result.text}`,
        );
        assert.ok(before.length === atMost || after.length === days.size, `${text}\n→\n${result.text}`);
      }),
      { numRuns: 2000 },
    );
    assert.ok(moved > 150, String(moved));
  });

  it('keeps its local times in another zone', () => {
    const zone = findTimeZone('Asia/Tokyo');
    assert.ok(zone);
    fc.assert(
      fc.property(randomSet, starts, (set, beginMs) => {
        const text = textOf(set, `DTSTART:${stamp(beginMs)}`);
        const result = moveToZone(text, { kind: 'named', tzid: 'Asia/Tokyo' }, { dialect: 'rfc', zone: utc });
        assert.equal(result.kind, 'moved');
        if (result.kind !== 'moved') return;
        const fromMs = Date.parse('2025-12-31T00:00:00Z');
        const before = occurrences(text, fromMs);
        const after = occurrences(result.text, zone.toInstant(fromMs).instantMs);
        if (before === undefined || after === undefined) return;
        assert.deepEqual(
          after.map(ms => stamp(zone.toWall(ms))),
          before.map(stamp),
          result.text,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('runs at its previous times on exactly the days that it is moved to', () => {
    const weekdays = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 });
    const rules = fc.record({
      freq: fc.constantFrom('DAILY', 'WEEKLY'),
      interval: fc.constantFrom('', '', ';INTERVAL=2', ';INTERVAL=3'),
      byDay: fc.constantFrom('', ';BYDAY=MO', ';BYDAY=TU,SA', ';BYDAY=MO,TU,WE,TH,FR'),
      times: fc.constantFrom('', ';BYHOUR=3,15;BYMINUTE=30'),
      limits: fc.constantFrom('', '', ';BYMONTH=1,6,12', ';UNTIL=20280115T000000Z', ';WKST=SU'),
      dates: fc.constantFrom('', '', '\nEXDATE:20270106T033000Z', '\nRDATE:20270109T120000Z'),
    });
    let moved = 0;
    fc.assert(
      fc.property(
        rules,
        weekdays,
        starts,
        fc.constantFrom('rfc', 'django'),
        ({ freq, interval, byDay, times, limits, dates }, days, anyMs, dialect) => {
          // DTSTART is an occurrence of the rule, so that only the rule determines the runs.
          const beginMs = times === '' ? anyMs : anyMs - (anyMs % dayMs) + 3.5 * hourMs;
          const begin = `DTSTART:${stamp(beginMs)}\n`;
          const rule = (part: string) => `RRULE:FREQ=${freq}${interval}${part}${times}${limits}`;
          const text = `${begin}${rule(byDay)}${dates}`;
          const result = moveToDays(text, new Set(days), { dialect, zone: utc });
          if (result.kind === 'unmoved') {
            assert.ok(interval !== '' || dates.includes('RDATE') || limits.includes('UNTIL'), text);
            return;
          }
          const isAsked = (ms: number) => days.includes((new Date(ms).getUTCDay() + 6) % 7);
          const all = `${begin}${rule(';BYDAY=MO,TU,WE,TH,FR,SA,SU')}${dates}`;
          const expected = occurrences(all, beginMs - dayMs, dialect)?.filter(isAsked) ?? [];
          const after = occurrences(result.text, beginMs - dayMs, dialect) ?? [];
          moved += 1;
          assert.deepEqual(
            after.slice(0, expected.length).map(stamp),
            expected.map(stamp),
            `${text}\n→\n${result.text}`,
          );
          assert.ok(after.every(isAsked), result.text);
        },
      ),
      { numRuns: 500 },
    );
    assert.ok(moved > 200, String(moved));
  });

  it('runs only on the chosen days, for any set that can be moved', () => {
    let moved = 0;
    fc.assert(
      fc.property(randomSet, starts, (set, beginMs) => {
        const text = textOf(set, `DTSTART:${stamp(beginMs)}`);
        const result = moveToDays(text, new Set([0, 1, 2, 3, 4]), { dialect: 'rfc', zone: utc });
        if (result.kind === 'unmoved') return;
        moved += 1;
        const after = occurrences(result.text, Date.parse('2025-12-31T00:00:00Z')) ?? [];
        const weekend = after.filter(ms => [0, 6].includes(new Date(ms).getUTCDay()));
        assert.deepEqual(weekend.map(stamp), [], `${text}\n→\n${result.text}`);
      }),
      { numRuns: 1500 },
    );
    assert.ok(moved > 25, String(moved));
  });
});
