import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { ByteSegments } from '../../../src/util/byteSegments.ts';
import { parseJsonPieces } from '../../../src/util/jsonPieces.ts';
import { Slices } from '../../../src/util/slices.ts';

/** Yields after each step. */
const slices = () => new Slices({ sliceMs: 0, steadyMs: () => 0, yieldToHost: () => Promise.resolve() });
const parse = (text: string) => {
  const bytes = new ByteSegments();
  bytes.add(new TextEncoder().encode(text));
  return parseJsonPieces(bytes, slices());
};
/** `assert.deepEqual` takes minutes to show how long texts differ. */
function assertSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    assert.fail(`parsed as ${JSON.stringify(actual)?.slice(0, 200)}…`);
}
const filler = 'x'.repeat(40_000);

describe('long JSON parsed in pieces', () => {
  it('returns what JSON.parse returns, or fails as it does', () =>
    fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 6, noUnicodeString: false }),
        fc.integer({ min: 0, max: 3 }),
        fc.option(fc.tuple(fc.nat(), fc.constantFrom('', ',', ']', '}', '"', '\\', ' ', '[', '0'))),
        async (value, indent, change) => {
          const whole = { before: filler, list: [value, filler, value, [filler, value]], value, filler };
          const text = JSON.stringify(whole, undefined, indent);
          const at = change === null ? 0 : change[0] % text.length;
          const changed = change === null ? text : text.slice(0, at) + change[1] + text.slice(at + 1);
          // half of a surrogate pair cannot be encoded in UTF-8
          const given = new TextDecoder().decode(new TextEncoder().encode(changed));
          let expected: unknown;
          try {
            expected = JSON.parse(given);
          } catch {
            await assert.rejects(parse(given), SyntaxError);
            return;
          }
          assertSame(await parse(given), expected);
        },
      ),
      // Shrinking such long texts takes minutes.
      { numRuns: 100, endOnFailure: true },
    ));

  for (const text of ['', ' ', '[', '{', '{"a"', '{"a":', '[1,', `["${filler}`, `{"a":["${filler}"`])
    it(`detects that ${text.slice(0, 12)}… ends too early`, () =>
      assert.rejects(parse(text), { name: 'JsonPieceError', code: 'truncated' }));

  for (const text of ['[1,]', '[,1]', '[,]', '{"a":1,}', '{,}', '[1}', '{"a":1]', '[1] 2', '{a:1}'])
    it(`rejects ${text}, even behind a long element`, async () => {
      await assert.rejects(parse(text), SyntaxError);
      const behind = text.startsWith('[')
        ? `["${filler}",${text.slice(1)}`
        : `{"f":"${filler}",${text.slice(1)}`;
      await assert.rejects(parse(behind), SyntaxError);
    });

  it('keeps a key that JSON.parse keeps, and no prototype is changed', async () => {
    const value = await parse(`{"__proto__":{"a":"${filler}"},"b":1}`);
    assert.deepEqual(Object.keys(Object(value)), ['__proto__', 'b']);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });

  it('reads across segment boundaries, even in the middle of a character', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => ({
      id: index,
      name: `Задание ${index} “\\"” 🖥`,
    }));
    assertSame(await parse(JSON.stringify(rows)), rows);
  });
});
