import assert from 'node:assert/strict';
import { long, parsed, pieceBytes, rejection } from './support/parsedPieces.ts';

const truncated = ['JsonPieceError', 'truncated'];
const wrong = ['SyntaxError', undefined];

describe('JSON that is parsed in pieces', () => {
  it('may be any value with space around it', async () => {
    for (const text of ['1', '-1.5e3', 'true', 'null', '""', '"a\\n"', '[]', '{}', '[ ]', '{\n}', '[[],{}]'])
      for (const padded of [text, ` \t\r\n${text} \t\r\n`])
        assert.deepEqual((await parsed(padded)).value, JSON.parse(text), padded);
    const space = ' \n'.repeat(pieceBytes);
    const padded = `${space}[${space}"${long}"${space},${space}{"a"${space}:${space}1}${space}]${space}`;
    assert.deepEqual((await parsed(padded)).value, [long, { a: 1 }]);
  });

  it('may begin with a byte order mark, but only a whole one', async () => {
    const text = new TextEncoder().encode('[1]');
    assert.deepEqual((await parsed(new Uint8Array([0xef, 0xbb, 0xbf, ...text]))).value, [1]);
    for (const start of [
      [0xef, 0xbb],
      [0xef, 0xbb, 0xbe],
      [0xef, 0xba, 0xbf],
      [0xee, 0xbb, 0xbf],
    ])
      await assert.rejects(parsed(new Uint8Array([...start, ...text])), SyntaxError);
  });

  it('is the same wherever a piece ends: in an escape, at a quote, a comma, a colon or a bracket', async () => {
    const rest = '\\"\\\\,]}","\\\\":[1,{"a":"]}"}],"b":[],"":"\\\\","c":{"d":[[],{}]},"e":-1}';
    for (let length = pieceBytes - rest.length - 4; length <= pieceBytes + 2; length++) {
      const text = `{"a":"${'x'.repeat(length)}${rest}`;
      const expected: unknown = JSON.parse(text);
      assert.deepEqual((await parsed(`[1,${text},2]`)).value, [1, expected, 2], `${length}`);
    }
  });

  it('may have a name longer than a piece', async () => {
    const value = { [`${long}\\":,`]: 1, [`${long}}`]: [long], b: 2 };
    assert.deepEqual((await parsed(JSON.stringify(value))).value, value);
    for (const name of [long, '1'.repeat(pieceBytes), `{"${long}":1}`]) {
      assert.deepEqual(await rejection(`{${name}:1}`), wrong);
      assert.deepEqual(await rejection(`{"a":1,${name}:1}`), wrong);
    }
    assert.deepEqual(await rejection(`{"${long}",1}`), wrong);
    assert.deepEqual(await rejection(`{"${long}"}`), wrong);
    assert.deepEqual(await rejection(`{"${long}"`), wrong);
  });

  for (const [text, expected] of [
    [`["${long}"`, truncated],
    [`["${long}`, truncated],
    [`["${long}",`, truncated],
    [`["${long}",1`, truncated],
    [`{"a":"${long}"`, truncated],
    [`{"a":"${long}",`, truncated],
    [`{"a":["${long}"`, truncated],
    [`[["${long}"]`, truncated],
    [`["${long}"}`, wrong],
    [`{"a":"${long}"]`, wrong],
    [`["${long}":1]`, wrong],
    [`["${long}" 1]`, wrong],
    [`["${long}",]`, wrong],
    [`["${long}",,1]`, wrong],
    [`[,"${long}"]`, wrong],
    [`{"a":"${long}",}`, wrong],
    [`{,"a":"${long}"}`, wrong],
    [`{"a":"${long}",,"b":1}`, wrong],
    [`["${long}"] 1`, wrong],
    [`"${long}" 1`, wrong],
    [`[1${long}]`, wrong],
    ['[1,2', truncated],
    ['[1]]', wrong],
    ['}', wrong],
  ] as const)
    it(`is rejected as ${expected[1] ?? 'wrong'}: ${text.replace(long, '…')}`, async () => {
      assert.deepEqual(await rejection(text), expected);
    });

  it('lets other work run in between, once for some pieces of 32 KiB', async () => {
    const rows = Array.from({ length: 20 }, () => `"${'y'.repeat(10_000)}"`);
    const { rests } = await parsed(`[${rows.join()}]`);
    assert.ok(rests >= 6 && rests <= 30, `${rests}`);
    const one = await parsed(`[["${'y'.repeat(300_000)}"]]`);
    assert.ok(one.rests >= 18 && one.rests <= 60, `${one.rests}`);
    assert.ok((await parsed(`${' '.repeat(10 * pieceBytes)}1`)).rests >= 10);
    assert.ok((await parsed('[1,2]')).rests <= 2);
  });
});
