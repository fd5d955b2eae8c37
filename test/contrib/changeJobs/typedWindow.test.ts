import assert from 'node:assert/strict';
import { parseMoment, parseWindow } from '../../../src/contrib/changeJobs/common/typedWindow.ts';
import { findTimeZone, utc } from '../../../src/recurrence/text/timeZone.ts';

/** A Sunday. */
const nowMs = Date.parse('2026-11-29T10:20:30Z');
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 16);
const windowOf = (text: string, zone = utc) => {
  const window = parseWindow(text, nowMs, zone);
  return (
    window && [
      window.fromMs === nowMs ? 'now' : iso(window.fromMs),
      iso(window.untilMs),
      ...(window.reason === '' ? [] : [window.reason]),
    ]
  );
};

describe('a typed window', () => {
  const windows: Readonly<Record<string, readonly string[]>> = {
    'until Jan 9': ['now', '2027-01-09T00:00'],
    'until 9 January 2028 18:00': ['now', '2028-01-09T18:00'],
    '2027-01-09': ['now', '2027-01-09T00:00'],
    'до 9 января: инвентаризация': ['now', '2027-01-09T00:00', 'инвентаризация'],
    'until tomorrow 08:00': ['now', '2026-11-30T08:00'],
    'until Monday': ['now', '2026-11-30T00:00'],
    'до вс': ['now', '2026-12-06T00:00'],
    '18:00': ['now', '2026-11-29T18:00'],
    'until 09:00': ['now', '2026-11-30T09:00'],
    'for 2h': ['now', '2026-11-29T12:21'],
    'на 2 часа': ['now', '2026-11-29T12:21'],
    '7d': ['now', '2026-12-06T10:21'],
    '30.12-9.1: stocktaking': ['2026-12-30T00:00', '2027-01-10T00:00', 'stocktaking'],
    '30 Dec – 9 Jan': ['2026-12-30T00:00', '2027-01-10T00:00'],
    'from Dec 30 to Jan 9': ['2026-12-30T00:00', '2027-01-10T00:00'],
    'from 2026-12-30 until 2027-01-09': ['2026-12-30T00:00', '2027-01-09T00:00'],
    'с 30 декабря по 9 января': ['2026-12-30T00:00', '2027-01-10T00:00'],
    'с 30.12 18:00 до 9.01 08:00': ['2026-12-30T18:00', '2027-01-09T08:00'],
    'по 9 января': ['now', '2027-01-10T00:00'],
    '2026-12-30..2027-01-09': ['2026-12-30T00:00', '2027-01-10T00:00'],
    '2026-12-30T18:00 - 2026-12-30T20:00': ['2026-12-30T18:00', '2026-12-30T20:00'],
    'today - 30.11': ['now', '2026-12-01T00:00'],
    'until Feb 29': ['now', '2028-02-29T00:00'],
  };
  for (const [text, window] of Object.entries(windows))
    it(`may be “${text}”`, () => assert.deepEqual(windowOf(text), window));

  it('is on the clock of its zone', () => {
    const zone = findTimeZone('Europe/Moscow') ?? utc;
    assert.deepEqual(windowOf('30.12-9.1', zone), ['2026-12-29T21:00', '2027-01-09T21:00']);
  });

  for (const text of [
    '',
    'soon',
    'until',
    'until yesterday',
    '2020-01-01',
    '31.2',
    '30.13-1.1',
    '25:00',
    'from 30.12',
    '9.1.2027-30.12.2026',
    'until Jan 9 xx',
    '-2h',
    'Jan 9 - ',
    '1/9',
  ])
    it(`is not “${text}”`, () => assert.equal(windowOf(text), undefined));
});

describe('a typed time', () => {
  const times: Readonly<Record<string, string>> = {
    '13:00': '2026-11-29T13:00',
    'at 09:00': '2026-11-30T09:00',
    'в 01:00': '2026-11-30T01:00',
    'tomorrow 13:00': '2026-11-30T13:00',
    'Jan 9, 18:30': '2027-01-09T18:30',
    '2027-01-09T18:30': '2027-01-09T18:30',
    'in 10m': '2026-11-29T10:31',
    'через 10 мин': '2026-11-29T10:31',
  };
  for (const [text, time] of Object.entries(times))
    it(`may be “${text}”`, () => assert.equal(iso(parseMoment(text, nowMs, utc) ?? 0), time));

  for (const text of ['', 'Jan 9', '2020-01-01 10:00', '24:00', 'now'])
    it(`is not “${text}”`, () => assert.equal(parseMoment(text, nowMs, utc), undefined));
});
