import assert from 'node:assert/strict';
import fc from 'fast-check';
import { typedTime } from '../../../../src/webview/schedule/momentInputs.ts';

const twoDigits = (number: number) => String(number).padStart(2, '0');

describe('a typed time of day', () => {
  for (const [typed, expected] of [
    ['03:30', '03:30'],
    ['3:30', '03:30'],
    [' 3.30 ', '03:30'],
    ['0330', '03:30'],
    ['23:59:59', '23:59:59'],
    ['3 pm', '15:00'],
    ['3:30 PM', '15:30'],
    ['12:05 a.m.', '00:05'],
    ['12 pm', '12:00'],
    ['1 am', '01:00'],
    ['24:00', undefined],
    ['3:30:60', undefined],
    ['0 am', undefined],
    ['at 0330', undefined],
    ['03301', undefined],
    ['3:60', undefined],
    ['13 pm', undefined],
    ['', undefined],
    ['3:3', undefined],
    ['noon', undefined],
  ] as const)
    it(`“${typed}” is ${expected ?? 'not a time'}`, () => assert.equal(typedTime(typed, true), expected));

  it('is incomplete while only its hour is typed', () => {
    assert.equal(typedTime('1', false), undefined);
    assert.equal(typedTime('1', true), '01:00');
    assert.equal(typedTime('14:30', false), '14:30');
    assert.equal(typedTime('2 pm', false), '14:00');
  });

  it('stays unchanged when it is complete', () =>
    fc.assert(
      fc.property(
        fc.nat(23),
        fc.nat(59),
        fc.option(fc.nat(59), { nil: undefined }),
        (hour, minute, second) => {
          const parts = [hour, minute, ...(second === undefined ? [] : [second])];
          const time = parts.map(twoDigits).join(':');
          assert.equal(typedTime(time, false), time);
        },
      ),
    ));
});
