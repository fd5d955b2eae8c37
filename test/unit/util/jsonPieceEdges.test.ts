import assert from 'node:assert/strict';
import { long, parsed, rejection, smallLimits } from './support/parsedPieces.ts';

const { pieceBytes } = smallLimits;
const truncated = ['JsonPieceError', 'truncated'];
const wrong = ['SyntaxError', undefined];

describe('JSON that is parsed in pieces', () => {
  it('may be any value with space around it', async () => {
    for (const text of ['1', '-1.5e3', 'true', 'null', '""', '"a\\n"', '[]', '{}', '[ ]', '{\n}', '[[],{}]'])
      for (const padded of [text, ` \t\r\n${text} \t\r\n`])
        assert.deepEqual((await parsed(padded)).value, JSON.parse(text), padded);
    for (const space of ' \t\r\n')
      assert.deepEqual((await parsed(`[["${long}"]${space},1]`)).value, [[long], 1]);
    const space = ' \n'.repeat(pieceBytes);
    const padded = `${space}[${space}"${long}"${space},${space}{"a"${space}:${space}1}${space}]${space}`;
    assert.deepEqual((await parsed(padded)).value, [long, { a: 1 }]);
  });

  it('may begin with a byte order mark, but only a whole one, once', async () => {
    const text = new TextEncoder().encode('[1]');
    assert.deepEqual((await parsed(new Uint8Array([0xef, 0xbb, 0xbf, ...text]))).value, [1]);
    for (const start of [
      [0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf],
      [0xef, 0xbb],
      [0xef, 0xbb, 0xbe],
      [0xef, 0xba, 0xbf],
      [0xee, 0xbb, 0xbf],
    ])
      await assert.rejects(parsed(new Uint8Array([...start, ...text])), SyntaxError);
  });

  it('is the same wherever a piece ends: in an escape, at a quote, a comma, a colon or a bracket', async () => {
    const text =
      '{"a":"x\\"\\\\,]}","\\\\":[1,{"a":"]}"}],"b":[],"":"\\\\","c":{"d":[[],{}]},"e":-1, "é":"🖥"}';
    const expected: unknown = JSON.parse(text);
    for (let size = 1; size <= text.length + 9; size++)
      for (const given of [text, `[1,${text} , 2]`])
        assert.deepEqual(
          (await parsed(given, { pieceBytes: size })).value,
          given === text ? expected : [1, expected, 2],
          `pieces of ${size} bytes`,
        );
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

  it('may have a key that sets the prototype of an object when it is assigned', async () => {
    const { value } = await parsed(`{"__proto__":{"a":"${long}"},"b":1}`);
    assert.deepEqual(Object.keys(Object(value)), ['__proto__', 'b']);
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.deepEqual(Object.getOwnPropertyDescriptor(value, '__proto__'), {
      value: { a: long },
      configurable: true,
      enumerable: true,
      writable: true,
    });
  });

  for (const [text, expected] of [
    ['', truncated],
    [' ', truncated],
    [`{"${long}":`, truncated],
    ['[1,tru', truncated],
    ['{"a":tru', truncated],
    [`[["${long}" 1`, truncated],
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
    ['[1x,2', wrong],
    ['[,1', wrong],
    ['[1}', wrong],
    ['{"a":1]', wrong],
    [`["${long}",\uFEFF1]`, wrong],
    ['[1]]', wrong],
    ['}', wrong],
  ] as const)
    it(`is rejected as ${expected[1] ?? 'wrong'}: ${text.replace(long, '…')}`, async () => {
      assert.deepEqual(await rejection(text), expected);
    });

  it('lets other work run after each piece', async () => {
    const rows = Array.from({ length: 20 }, () => '"yyyyy"');
    assert.equal((await parsed(`[${rows.join()}]`)).rests, 10);
    const space = ' '.repeat(10 * pieceBytes);
    assert.equal((await parsed(`${space}[]`)).rests, 11);
    const { rests } = await parsed(`["${'y'.repeat(10 * pieceBytes)}"]`);
    assert.ok(rests >= 10, `${rests}`);
  });
});
