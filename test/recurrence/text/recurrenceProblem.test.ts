import assert from 'node:assert/strict';
import { englishLocalizer } from '../../../src/base/localizer.ts';
import { problemText } from '../../../src/recurrence/text/recurrenceProblem.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { invalidTexts } from '../../support/recurrenceFixtures.ts';

describe('the description of a problem', () => {
  it('names the part and the value', () => {
    const [hour] = parseRecurrenceSet('RRULE:FREQ=DAILY;BYHOUR=24').problems;
    const [zone] = parseRecurrenceSet('DTSTART;TZID=Mars/Olympus:20260105T090000').problems;
    assert.ok(hour && zone);
    assert.equal(problemText(hour, englishLocalizer), 'BYHOUR accepts hours from 0 to 23.');
    assert.equal(problemText(zone, englishLocalizer), 'Unknown time zone "Mars/Olympus".');
  });

  it('reports a time zone with a date in both dialects', () => {
    for (const dialect of ['rfc', 'django'] as const) {
      const [problem] = parseRecurrenceSet(
        'DTSTART;VALUE=DATE;TZID=Europe/Moscow:20260105',
        dialect,
      ).problems;
      assert.equal(problem?.severity, 'error');
      assert.equal(problem?.part, 'TZID');
      assert.equal(problemText(problem, englishLocalizer), 'A date (VALUE=DATE) cannot have a time zone.');
    }
  });

  it('replaces all placeholders', () => {
    for (const { text } of invalidTexts) {
      for (const problem of parseRecurrenceSet(text).problems) {
        assert.doesNotMatch(problemText({ ...problem, value: 'x' }, englishLocalizer), /\{\w+\}/);
      }
    }
  });
});
