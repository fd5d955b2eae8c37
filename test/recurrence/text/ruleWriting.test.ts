import assert from 'node:assert/strict';
import { emptyRule, formatRule } from '../../../src/recurrence/text/recurrenceRule.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';
import { dateutilRules, rfcExamples, vectors } from '../../support/recurrenceFixtures.ts';

describe('a rule written as text', () => {
  const rulesOf = (text: string) => {
    const { rules, exceptionRules } = parseRecurrenceSet(text);
    return [...rules, ...exceptionRules];
  };

  it('has the same meaning as before, for each rule of the vectors', () => {
    const texts = [
      ...[...vectors, ...rfcExamples].map(({ text }) => text),
      ...dateutilRules.map(({ rule }) => `RRULE:${rule}`),
    ];
    for (const rule of texts.flatMap(rulesOf))
      assert.deepEqual(rulesOf(`RRULE:${formatRule(rule)}`), [rule], formatRule(rule));
  });

  it('has its parts in the order of RFC 5545, without redundant ones', () => {
    const all =
      'FREQ=YEARLY;INTERVAL=2;UNTIL=20270131T093000Z;COUNT=3;BYMONTH=1,2;BYWEEKNO=3;BYYEARDAY=4;BYMONTHDAY=-1,5;' +
      'BYHOUR=6;BYMINUTE=7;BYSECOND=8;BYDAY=-1FR,MO;BYSETPOS=1;WKST=SU';
    const [rule] = rulesOf(`RRULE:${all.split(';').reverse().join(';')}`);
    assert.ok(rule !== undefined);
    assert.equal(formatRule(rule), all);
    assert.equal(formatRule(emptyRule), 'FREQ=DAILY');
  });

  it('keeps the form of UNTIL', () => {
    for (const until of ['20270131', '20270131T093000', '20270131T093059Z', '00010203T000000Z'])
      assert.equal(
        rulesOf(`RRULE:FREQ=DAILY;UNTIL=${until}`).map(formatRule).join(),
        `FREQ=DAILY;UNTIL=${until}`,
      );
  });
});
