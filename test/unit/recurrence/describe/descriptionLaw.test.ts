import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeRecurrenceSet } from '../../../../src/recurrence/describe/description.ts';
import type { DescribeOptions } from '../../../../src/recurrence/describe/descriptionInput.ts';
import { predictSet } from '../../../../src/recurrence/expand/predictor.ts';
import { parseRecurrenceSet } from '../../../../src/recurrence/text/recurrenceSet.ts';
import { createLocalizer } from '../../../../src/util/localizer.ts';
import { neighbours, randomSet, textOf } from '../support/randomSets.ts';

/** Of each kind; the environment can ask for more. */
const setsAtLeast = Number(process.env['DESCRIBED_SETS'] ?? 800);
const startMs = Date.UTC(2024, 0, 1);

describe('one sentence stands for one schedule', () => {
  for (const [language, dialect, start] of [
    ['en', 'rfc', 'DTSTART:20260105T030000Z'],
    ['ru', 'rfc', 'DTSTART:20260105T030000Z'],
    ['en', 'django', 'DTSTART:20260105T030000Z'],
    ['ru', 'rfc', 'DTSTART;TZID=America/New_York:20260105T030000'],
    ['en', 'rfc', 'DTSTART;VALUE=DATE:20260105'],
    ['ru', 'rfc', 'DTSTART:20240229T093015Z'],
  ] as const) {
    it(`in ${language}, ${dialect}, from ${start}`, function () {
      this.timeout(120_000);
      const options: DescribeOptions = { dialect, zone: 'Europe/Berlin' };
      const localizer = createLocalizer(language, message => message);
      const textOfSentence = new Map<string, string>();
      let described = 0;
      const check = (text: string) => {
        described++;
        const sentence = describeRecurrenceSet(parseRecurrenceSet(text, dialect), localizer, options);
        const known = textOfSentence.get(sentence);
        if (known === undefined) textOfSentence.set(sentence, text);
        else if (known !== text) assertSameRuns(known, text, { options, sentence });
      };
      for (let seed = 1; described < setsAtLeast; seed++)
        for (const set of fc.sample(randomSet, { seed, numRuns: 50 }))
          for (const each of [set, ...neighbours(set)]) check(textOf(each, start));
      assert.ok(textOfSentence.size > setsAtLeast / 5);
    });
  }
});

/** As far as both are known. */
function assertSameRuns(
  a: string,
  b: string,
  { options, sentence }: { options: DescribeOptions; sentence: string },
): void {
  const [left, right] = [runsOf(a, options), runsOf(b, options)];
  const length = Math.min(left.instants.length, right.instants.length);
  const isSame =
    left.instants.slice(0, length).join() === right.instants.slice(0, length).join() &&
    (!left.isWhole || left.instants.length >= right.instants.length) &&
    (!right.isWhole || right.instants.length >= left.instants.length);
  assert.ok(isSame, `“${sentence}” stands for both\n${a}\nand\n${b}`);
}

function runsOf(text: string, options: DescribeOptions) {
  const set = parseRecurrenceSet(text, options.dialect);
  const prediction = predictSet(set, { fromMs: startMs, limit: 100 }, { ...options, budgetSteps: 100_000 });
  return {
    instants: prediction.occurrences.map(({ instantMs }) => instantMs),
    isWhole: prediction.kind === 'complete',
  };
}
