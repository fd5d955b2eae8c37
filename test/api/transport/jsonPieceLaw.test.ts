import assert from 'node:assert/strict';
import fc from 'fast-check';
import { long, parsed, rejection } from './support/parsedPieces.ts';

const unlimited = { elements: 10_000, keys: 10_000, depth: 100, valueBytes: 1_000_000 };

describe('JSON that is parsed in pieces of any size', () => {
  it('is what JSON.parse returns, or is rejected as there', () =>
    fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 6, noUnicodeString: false }),
        fc.integer({ min: 1, max: 100 }),
        fc.integer({ min: 0, max: 3 }),
        fc.option(fc.tuple(fc.nat(), fc.constantFrom('', ',', ']', '}', '"', '\\', ' ', '[', '0'))),
        async (value, pieceBytes, indent, change) => {
          const text = JSON.stringify({ value, list: [value, [value]] }, undefined, indent);
          const at = change === null ? 0 : change[0] % text.length;
          const changed = change === null ? text : text.slice(0, at) + change[1] + text.slice(at + 1);
          // Half of a surrogate pair cannot be encoded in UTF-8.
          const given = new TextDecoder().decode(new TextEncoder().encode(changed));
          let expected: unknown;
          try {
            expected = JSON.parse(given);
          } catch {
            await assert.rejects(parsed(given, { ...unlimited, pieceBytes }), SyntaxError);
            return;
          }
          assert.deepEqual((await parsed(given, { ...unlimited, pieceBytes })).value, expected);
        },
      ),
      { numRuns: 200 },
    ));

  for (const [text, ...error] of [
    [`["${long}"}`, 'SyntaxError', undefined],
    [`{"a":"${long}"]`, 'SyntaxError', undefined],
    [`{"${long}",1}`, 'SyntaxError', undefined],
    [`{"a":1,${long}:1}`, 'SyntaxError', undefined],
    [`["${long}" 1]`, 'SyntaxError', undefined],
    [`["${long}",]`, 'SyntaxError', undefined],
    [`["${long}"] 1`, 'SyntaxError', undefined],
    [`["${long}",1`, 'JsonPieceError', 'truncated'],
    [`{"a":["${long}"`, 'JsonPieceError', 'truncated'],
  ] as const)
    it(`is rejected behind a long text, too: ${text.replace(long, '…')}`, async () => {
      assert.deepEqual(await rejection(text), error);
    });
});
