import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  localDate,
  localDateTime,
  localTime,
  wallOf,
  wallOfDateTime,
} from '../../../src/recurrence/text/dateTimeValue.ts';

describe('a date and time as in HTML inputs', () => {
  it('has seconds only if they are not zero', () => {
    const wallMs = Date.UTC(2027, 0, 31, 3, 0, 15);
    assert.equal(localDateTime(wallMs), '2027-01-31T03:00:15');
    assert.equal(localDateTime(wallMs - 15_000), '2027-01-31T03:00');
    assert.equal(localDate(wallMs), '2027-01-31');
    assert.equal(localTime(wallMs), '03:00:15');
  });

  it('reads back as the same local time', () =>
    fc.assert(
      fc.property(fc.integer({ min: -62_000_000_000, max: 253_000_000_000 }), seconds => {
        assert.equal(wallOfDateTime(localDateTime(seconds * 1000)), seconds * 1000);
      }),
    ));

  it('is undefined if the date or the time is incomplete or invalid', () => {
    assert.equal(wallOf('2027-01-31', '03:00'), Date.UTC(2027, 0, 31, 3));
    for (const date of ['', '2027-1-31', '12027-01-31', '2027-02-29', '2027-01-xx'])
      assert.equal(wallOf(date, '03:00'), undefined, date);
    for (const time of ['', '3:00', '03:00:1', '24:00', '03:60', '03:00x'])
      assert.equal(wallOf('2027-01-31', time), undefined, time);
    for (const text of ['', '2027-01-31', 'T03:00', '2027-01-31 03:00', '2027-01-31T'])
      assert.equal(wallOfDateTime(text), undefined, text);
  });
});
