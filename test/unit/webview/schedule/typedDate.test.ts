import assert from 'node:assert/strict';
import fc from 'fast-check';
import { daysLater, typedDate } from '../../../../src/webview/schedule/momentInputs.ts';

describe('a typed date', () => {
  for (const [typed, expected] of [
    ['2027-01-04', '2027-01-04'],
    [' 2027-1-4 ', '2027-01-04'],
    ['2027/01/04', '2027-01-04'],
    ['20270104', '2027-01-04'],
    ['4.1.2027', '2027-01-04'],
    ['04.01.2027', '2027-01-04'],
    [' 14.10.2027 ', '2027-10-14'],
    ['2027.10.14', '2027-10-14'],
    ['2028-02-29', '2028-02-29'],
    ['2027-02-29', undefined],
    ['2027-13-01', undefined],
    ['01/04/2027', undefined],
    ['2027-01', undefined],
    ['on 4.1.2027', undefined],
    ['4.1.2027 at 3', undefined],
    ['4-1-2027', undefined],
    ['12027-01-04', undefined],
    ['2027-01-041', undefined],
    ['2027010', undefined],
    ['120270104', undefined],
    ['202701041', undefined],
    ['tomorrow', undefined],
    ['', undefined],
  ] as const)
    it(`“${typed}” is ${expected ?? 'not a date'}`, () => assert.equal(typedDate(typed, true), expected));

  it('is incomplete while its day may get a second digit', () => {
    assert.equal(typedDate('2027-01-1', false), undefined);
    assert.equal(typedDate('2027-1-14', false), undefined);
    assert.equal(typedDate('2027-01-1', true), '2027-01-01');
    assert.equal(typedDate('2027-01-14', false), '2027-01-14');
  });

  it('is complete with dots or without any signs between its digits', () => {
    assert.equal(typedDate('4.1.2027', false), '2027-01-04');
    assert.equal(typedDate('20270104', false), '2027-01-04');
  });

  it('is unchanged when complete, and the same after moving any number of days forward and back', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1971-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
        fc.integer({ min: -300, max: 300 }),
        (moment, days) => {
          const date = moment.toISOString().slice(0, 10);
          assert.equal(typedDate(date, false), date);
          assert.equal(daysLater(daysLater(date, days) ?? '', -days), date);
        },
      ),
    ));

  it('moves across the ends of months and years', () => {
    assert.equal(daysLater('2027-12-31', 1), '2028-01-01');
    assert.equal(daysLater('2028-03-01', -1), '2028-02-29');
    assert.equal(daysLater('not a date', 1), undefined);
  });
});
