import assert from 'node:assert/strict';
import { clockTime, dateAndTimeWithUtc, hours24, hoursAndMinutes } from '../../src/base/clockFormat.ts';
import { typeScriptFiles } from '../support/projectFiles.ts';

const evening = Date.UTC(2026, 10, 22, 20, 33);

describe('times of day', () => {
  for (const language of ['en', 'en-US', 'ru', 'de'])
    it(`are on the 24-hour clock in ${language}`, () => {
      const format = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(evening);
      assert.equal(format(hoursAndMinutes), '20:33');
      assert.match(format({ dateStyle: 'full', timeStyle: 'short', ...hours24 }), /20:33/);
      assert.match(format({ dateStyle: 'medium', timeStyle: 'medium', ...hours24 }), /20:33:00/);
    });

  for (const language of ['en', 'ru', 'de', 'ja', 'zh-cn'])
    it(`are the same in ${language} with and without Intl`, () => {
      const format = new Intl.DateTimeFormat(language, hoursAndMinutes);
      for (let timeMs = evening; timeMs < evening + 86_400_000; timeMs += 3_540_000)
        assert.equal(clockTime(timeMs), format.format(timeMs));
    });

  it('in a report are followed by the same time in UTC', () => {
    assert.match(dateAndTimeWithUtc(evening, 'en'), /2026, \d\d:\d\d:00 \(20:33 UTC\)$/);
  });

  it('are formatted with this clock everywhere in the code', () => {
    const formats = typeScriptFiles('src').filter(
      ({ path, text }) =>
        !path.startsWith('src/recurrence/text/') &&
        path !== 'src/base/clockFormat.ts' &&
        /hour: '(2-digit|numeric)'|toLocale(Time)?String\(|timeStyle: /.test(text) &&
        !(text.includes('hours24') && !text.includes('toLocale')),
    );
    assert.deepEqual(
      formats.map(({ path }) => path),
      [],
    );
  });
});
