import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { parseJsonPieces } from '../../../src/api/transport/jsonPieces.ts';
import { Slices } from '../../../src/base/slices.ts';

/** Yields after each step. */
const slices = () => new Slices({ sliceMs: 0, steadyMs: () => 0, yieldToHost: () => Promise.resolve() });
const parse = (text: string) => parseJsonPieces(new TextEncoder().encode(text), slices());
/** `assert.deepEqual` takes minutes to show how long texts differ. */
function assertSame(actual: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(actual, expected))
    assert.fail(`parsed as ${JSON.stringify(actual)?.slice(0, 200)}…`);
}
const filler = 'x'.repeat(40_000);

describe('long JSON parsed in pieces', () => {
  const piece = 32 * 1024;
  for (const before of [piece - 4, piece - 3, piece - 2, piece - 1, piece, 2 * piece - 2, 2 * piece - 1])
    it(`reads escapes after ${before} bytes, wherever a piece ends`, async () => {
      const long = 'x'.repeat(before);
      for (const text of [`["${long}\\"]",1]`, `["${long}\\\\",1]`, `{"${long}\\"}":["${long}\\\\"]}`])
        assertSame(await parse(text), JSON.parse(text));
    });

  for (const text of ['[', '{"a":', '[1,', `["${filler}`])
    it(`detects that ${text.slice(0, 12)}… ends too early`, () =>
      assert.rejects(parse(text), { name: 'JsonPieceError', code: 'truncated' }));

  it('may begin with a byte order mark, but only a whole one', async () => {
    assert.deepEqual(await parse('\uFEFF[1]'), [1]);
    await assert.rejects(parse('\u00ef\u00bb[1]'), SyntaxError);
  });

  it('keeps a key that JSON.parse keeps, and changes no prototype', async () => {
    const value = await parse(`{"__proto__":{"a":"${filler}"},"b":1}`);
    assert.deepEqual(Object.keys(Object(value)), ['__proto__', 'b']);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
  });

  const longest = 4 * 1024 * 1024;
  const text = (bytes: number) => `"${'x'.repeat(bytes - 2)}"`;
  const numbers = (count: number) => `1,`.repeat(count - 1).concat('1');
  const members = (count: number) => Array.from({ length: count }, (_, index) => `"${index}":1`).join();

  for (const [what, accepted, rejected] of [
    ['a text of 4 MiB', text(longest), text(longest + 1)],
    ['it in a list in objects', `{"a":{"b":[${text(longest)}]}}`, `{"a":{"b":[${text(longest + 1)}]}}`],
    ['600,000 elements', `[${numbers(600_000)}]`, `[${numbers(600_001)}]`],
    ['100,000 members', `{${members(100_000)}}`, `{${members(100_001)}}`],
    [
      '20 containers',
      `${'{"a":'.repeat(20)}"${filler}"${'}'.repeat(20)}`,
      `${'{"a":'.repeat(21)}"${filler}"${'}'.repeat(21)}`,
    ],
  ] as const)
    it(`accepts ${what}, but no more`, async () => {
      assertSame(await parse(accepted), JSON.parse(accepted));
      await assert.rejects(parse(rejected), { name: 'JsonPieceError', code: 'excessive' });
    });

  it('yields to other work after each piece', async () => {
    let turns = 0;
    const yieldToHost = async () => {
      turns += 1;
    };
    const bytes = new TextEncoder().encode(`[${numbers(10 * piece)},${text(10 * piece)}]`);
    await parseJsonPieces(bytes, new Slices({ sliceMs: 0, steadyMs: () => 0, yieldToHost }));
    assert.ok(turns >= 30 && turns < 60, `${turns} turns`);
  });

  it('reads characters of several bytes, wherever a piece ends', async () => {
    const rows = Array.from({ length: 60_000 }, (_, index) => ({
      id: index,
      name: `Задание ${index} “\\"” 🖥`,
    }));
    assertSame(await parse(JSON.stringify(rows)), rows);
  });
});
