import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseSpan, spanParts } from '../../../src/model/spanText.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('a span of time as it is typed', () => {
  for (const [text, span] of [
    ['2h', 2 * hourMs],
    [' +2 H ', 2 * hourMs],
    ['-30 min', -30 * minuteMs],
    ['−30m', -30 * minuteMs],
    ['–1d', -dayMs],
    ['1d 2h', dayMs + 2 * hourMs],
    ['1d2h30m', dayMs + 2.5 * hourMs],
    ['+1:30', 1.5 * hourMs],
    ['-01:05', -65 * minuteMs],
    ['2 hours earlier', -2 * hourMs],
    ['1 day  later', dayMs],
    ['1:30 earlier', -1.5 * hourMs],
    ['2 часа раньше', -2 * hourMs],
    ['5 минут позже', 5 * minuteMs],
    ['366 дней', 366 * dayMs],
  ] as const)
    it(`${JSON.stringify(text)} is ${span / minuteMs} minutes`, () => assert.equal(parseSpan(text), span));

  for (const text of [
    '',
    ' ',
    '2',
    'h',
    '2x',
    '2h x',
    'x 2h',
    '0h',
    '0:00',
    '1:60',
    '1:5',
    '1234:00',
    '367d',
    '-2h earlier',
    '+2h earlier',
    'earlier',
    '2h earlier later',
    '--2h',
    '2.5h',
    '123456m',
    'ah 2h',
  ])
    it(`${JSON.stringify(text)} is not one`, () => assert.equal(parseSpan(text), undefined));

  for (const [unit, ms] of [
    ['d day days д дн дней день дня сут', dayMs],
    ['h hour hours hr hrs ч час часа часов', hourMs],
    ['m min mins minute minutes м мин минут минуты минута', minuteMs],
  ] as const)
    it(`has the units ${unit}`, () => {
      for (const word of unit.split(' ')) assert.equal(parseSpan(`3 ${word}`), 3 * ms, word);
    });

  it('is the sum of its parts', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 366 * 1_440 }), fc.boolean(), (minutes, isEarlier) => {
        const parts = spanParts((isEarlier ? -1 : 1) * minutes * minuteMs);
        const { days, hours, minutes: rest } = parts;
        assert.ok(hours < 24 && rest < 60);
        const text = `${isEarlier ? '-' : ''}${days}d ${hours}h ${rest}m`;
        assert.equal(parseSpan(text), (isEarlier ? -1 : 1) * minutes * minuteMs);
      }),
    );
  });
});
