import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseSpan, spanParts } from '../../../src/contrib/changeJobs/common/spanText.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describe('a span of time as it is typed', () => {
  for (const [text, span] of [
    ['2h', 2 * hourMs],
    ['-30 min', -30 * minuteMs],
    ['−30m', -30 * minuteMs],
    ['–1d', -dayMs],
    ['1d 2h', dayMs + 2 * hourMs],
    ['+1:30', 1.5 * hourMs],
    ['2 hours earlier', -2 * hourMs],
    ['2 часа раньше', -2 * hourMs],
    ['5 минут позже', 5 * minuteMs],
  ] as const)
    it(`${JSON.stringify(text)} is ${span / minuteMs} minutes`, () => assert.equal(parseSpan(text), span));

  for (const text of [
    '',
    '2',
    'h',
    '2h x',
    'x 2h',
    '0h',
    '1:60',
    '1:5',
    '367d',
    '-2h earlier',
    '--2h',
    '2.5h',
  ])
    it(`${JSON.stringify(text)} is not one`, () => assert.equal(parseSpan(text), undefined));

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
