import assert from 'node:assert/strict';
import { readSinceTime, sinceTimeMs, sinceWords } from '../../../src/store/filter/sinceTime.ts';

const words = new Map(sinceWords.map(word => [word, word] as const));
const nowMs = new Date(2026, 10, 25, 8, 30).getTime();
const at = (text: string) => {
  const time = readSinceTime(text, words);
  return time && sinceTimeMs(time, nowMs);
};
const local = (...parts: readonly [number, number?, number?]) =>
  new Date(2026, 10, parts[0], parts[1] ?? 0, parts[2] ?? 0).getTime();

describe('a time in a filter', () => {
  it('is a word, a time ago, a time of day or a date on the clock of the computer', () => {
    const times: readonly (readonly [string, number])[] = [
      ['today', local(25)],
      ['yesterday', local(24)],
      ['last night', local(24, 18)],
      ['90min', local(25, 7)],
      ['12h', local(24, 20, 30)],
      ['12ч', local(24, 20, 30)],
      ['3d', local(22, 8, 30)],
      ['1w', local(18, 8, 30)],
      ['8:00', local(25, 8)],
      ['22:00', local(24, 22)],
      ['2026-11-20', local(20)],
      ['2026-11-20 22:15', local(20, 22, 15)],
      ['20.11.2026', local(20)],
    ];
    for (const [text, expected] of times) assert.equal(at(text), expected, text);
  });

  it('is none if there is no such time', () => {
    for (const text of ['', 'tomorrow', '12x', '24:00', '12:60', '2026-02-31', '31.11.2026', '12', '-'])
      assert.equal(at(text), undefined, text);
  });
});
