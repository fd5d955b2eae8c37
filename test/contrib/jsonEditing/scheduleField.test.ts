import * as assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { scheduleField } from '../../../src/contrib/jsonEditing/vscode/scheduleField.ts';
import { parseRecurrenceSet } from '../../../src/recurrence/text/recurrenceSet.ts';

/** The part of the document between two offsets of the schedule. */
function marked(json: string, start: number, end: number): string {
  const field = scheduleField(json);
  return json.slice(field?.offsetOf(start), field?.offsetOf(end));
}

describe('the schedule in the text of a job document', () => {
  it('is found, with its position', () => {
    const json = '{\n  "name": "a",\n  "params": "RRULE:FREQ=DAILY"\n}';
    const field = scheduleField(json);
    assert.equal(field?.params, 'RRULE:FREQ=DAILY');
    assert.equal(json.slice(field?.start, field?.end), '"RRULE:FREQ=DAILY"');
  });

  it('has its problems marked at the characters at fault, after escapes of any kind', () => {
    const literals = [
      String.raw`DTSTART:20270101T000000Z\nRRULE:FREQ=OFTEN`,
      String.raw`DTSTART:20270101T000000Z\r\nRRULE:FREQ=OFTEN`,
      String.raw`DTSTART:20270101T000000Z\u000d\u000ARRULE:FREQ=OFTEN`,
    ];
    for (const literal of literals) {
      const json = `{ "params": "${literal}" }`;
      const [problem] = parseRecurrenceSet(scheduleField(json)?.params ?? '').problems;
      assert.equal(marked(json, problem?.start ?? 0, problem?.end ?? 0), 'OFTEN', literal);
    }
  });

  it('has every character at its position, however it is escaped', () => {
    const unit = fc.tuple(fc.integer({ min: 0, max: 0xffff }), fc.boolean());
    fc.assert(
      fc.property(fc.array(unit), units => {
        const parts = units.map(([code, isEscaped]) =>
          isEscaped
            ? `\\u${code.toString(16).padStart(4, '0')}`
            : JSON.stringify(String.fromCharCode(code)).slice(1, -1),
        );
        const json = `{"params": "${parts.join('')}"}`;
        parts.forEach((part, index) => {
          assert.equal(marked(json, index, index + 1), part);
        });
      }),
    );
  });
});
