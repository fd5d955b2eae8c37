import assert from 'node:assert/strict';
import { createPredictor } from '../../../src/recurrence/expand/predictor.ts';
import {
  invalidTexts,
  isoInstant,
  rfcExamples,
  type Vector,
  vectors,
} from '../../support/recurrenceFixtures.ts';

function predictVector(vector: Vector) {
  const predictor = createPredictor({ dialect: vector.dialect, zone: vector.zone });
  return predictor.predict(vector.text, {
    fromMs: Date.parse(vector.from),
    toMs: Date.parse(vector.to),
    limit: vector.limit,
    ...(vector.anchor !== undefined && { anchorMs: Date.parse(vector.anchor) }),
  });
}

/**
 * If the oracle has two results (`rfcReason`), ours is `occurrences`, which is the result of python-dateutil, and thus
 * most likely of the server:
 * - A local time that daylight saving skips is read with the offset from before the change, and marked.
 * - A DTSTART that no rule produces does not count towards COUNT.
 */
const readLikeDateutil: ReadonlySet<string | undefined> = new Set([
  'nonexistent local time',
  'DTSTART is the first of COUNT',
]);

describe('occurrences of the vectors', () => {
  const certain = vectors.filter(vector => vector.doubtful === undefined);

  for (const category of new Set(certain.map(vector => vector.category))) {
    it(`agree with the oracle: ${category}`, () => {
      for (const vector of certain.filter(each => each.category === category)) {
        const prediction = predictVector(vector);
        const instants = prediction.occurrences.map(({ instantMs }) => isoInstant(instantMs));
        assert.deepEqual(instants, vector.occurrences, vector.id);
        assert.equal(prediction.kind, vector.complete ? 'complete' : 'limited', vector.id);
      }
    });
  }

  it('distinguish the dates of the rule from the start date', () => {
    for (const vector of certain) {
      const prediction = predictVector(vector);
      const fromRule = prediction.occurrences
        .filter(({ source }) => source === 'rule' || source === 'date')
        .map(({ instantMs }) => isoInstant(instantMs));
      assert.deepEqual(fromRule, vector.occurrencesRule.slice(0, fromRule.length), vector.id);
    }
  });

  it('differ from a strict reading of RFC 5545 only for the known reasons', () => {
    for (const vector of vectors.filter(each => each.rfcReason !== undefined)) {
      assert.ok(readLikeDateutil.has(vector.rfcReason), vector.id);
    }
  });

  it('mark the local times that a clock change skips', () => {
    const skipping = certain.filter(vector => vector.rfcReason === 'nonexistent local time');
    for (const vector of skipping) {
      const { occurrences } = predictVector(vector);
      assert.ok(
        occurrences.some(({ clockChange }) => clockChange === 'skipped'),
        vector.id,
      );
    }
  });

  it('step sub-daily rules in local time, as the oracle does where RFC 5545 is ambiguous', () => {
    for (const vector of vectors.filter(each => each.doubtful !== undefined)) {
      const instants = predictVector(vector).occurrences.map(({ instantMs }) => isoInstant(instantMs));
      assert.deepEqual(instants, vector.occurrences, vector.id);
    }
  });

  it('parse without errors', () => {
    for (const vector of vectors) {
      const { problems } = createPredictor({ dialect: vector.dialect, zone: vector.zone }).parse(vector.text);
      assert.deepEqual(
        problems.filter(problem => problem.severity === 'error'),
        [],
        vector.id,
      );
    }
  });
});

describe('examples of RFC 5545', () => {
  for (const example of rfcExamples) {
    it(`${example.title} (${example.id})`, () => {
      const predictor = createPredictor({ dialect: 'rfc', zone: example.zone });
      const limit = example.occurrences.length + (example.complete ? 1 : 0);
      const prediction = predictor.predict(example.text, { fromMs: 0, limit });
      assert.deepEqual(
        prediction.occurrences.map(({ instantMs }) => isoInstant(instantMs)),
        example.occurrences,
      );
      assert.equal(prediction.kind, example.complete ? 'complete' : 'limited');
    });
  }
});

describe('invalid texts', () => {
  for (const { id, text, error, value, strict } of invalidTexts) {
    it(`${id} points at ${error} ${JSON.stringify(value)}`, () => {
      const { problems } = createPredictor({ dialect: 'rfc', zone: 'UTC' }).parse(text);
      const found = problems.find(
        problem => problem.part === error && text.slice(problem.start, problem.end) === value,
      );
      assert.ok(found, JSON.stringify(problems));
      // What a lenient parser can still read is a warning.
      assert.equal(found.severity, strict ? 'warning' : 'error');
    });
  }
});
