import assert from 'node:assert/strict';
import { ByteSegments } from '../../../src/util/byteSegments.ts';
import { parseJsonPieces } from '../../../src/util/jsonPieces.ts';
import { Slices } from '../../../src/util/slices.ts';

const pieceBytes = 32 * 1024;
const longestValue = 4 * 1024 * 1024;
const long = 'x'.repeat(pieceBytes);

/** What a text is parsed as, and how often other work could run meanwhile. */
async function parsed(text: string | Uint8Array) {
  const bytes = new ByteSegments();
  bytes.add(typeof text === 'string' ? new TextEncoder().encode(text) : text);
  let rests = 0;
  const yieldToHost = async () => {
    rests += 1;
    if (rests > 10_000) throw new Error('it makes no progress');
  };
  const value = await parseJsonPieces(bytes, new Slices({ sliceMs: 0, steadyMs: () => 0, yieldToHost }));
  return { value, rests };
}

const rejection = (text: string) =>
  parsed(text).then(
    () => assert.fail(`parsed: ${text.slice(0, 40)}`),
    (error: unknown) => {
      assert.ok(error instanceof SyntaxError, String(error));
      return [error.name, 'code' in error ? error.code : undefined];
    },
  );

const truncated = ['JsonPieceError', 'truncated'];
const excessive = ['JsonPieceError', 'excessive'];
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
      assert.deepEqual((await parsed(text)).value, expected, `${length}`);
      assert.deepEqual((await parsed(`[1,${text},2]`)).value, [1, expected, 2], `${length} in a list`);
      assert.deepEqual((await parsed(`{"f":${text}}`)).value, { f: expected }, `${length} in an object`);
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

describe('the limits of JSON that is parsed in pieces', () => {
  it('are 600,000 elements of a list', async () => {
    const most = `[${'0,'.repeat(599_999)}0`;
    const { value } = await parsed(`${most}]`);
    assert.ok(Array.isArray(value) && value.length === 600_000);
    assert.deepEqual(await rejection(`${most},0]`), excessive);
  });

  it('are 100,000 keys of an object', async () => {
    const most = Array.from({ length: 100_000 }, (_, index) => `"${index}":0`).join();
    assert.equal(Object.keys(Object((await parsed(`{${most}}`)).value)).length, 100_000);
    assert.deepEqual(await rejection(`{${most},"a":0}`), excessive);
    assert.deepEqual(await rejection(`{${most},"a":"${long}"}`), excessive);
  });

  it('are twenty long containers in one another', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"${long}"${']'.repeat(depth)}`;
    const { value } = await parsed(nested(20));
    assert.equal(JSON.stringify(value), nested(20));
    assert.deepEqual(await rejection(nested(21)), excessive);
    const named = (depth: number) => `${'{"a":'.repeat(depth)}"${long}"${'}'.repeat(depth)}`;
    assert.equal(JSON.stringify((await parsed(named(20))).value), named(20));
    assert.deepEqual(await rejection(named(21)), excessive);
    assert.deepEqual(await rejection(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`), excessive);
  });

  it('are 4 MiB of a text, of which a row of a list shows the length', async () => {
    const most = `"${'x'.repeat(longestValue - 2)}"`;
    const more = `"x${most.slice(1)}`;
    assert.equal(String((await parsed(most)).value).length, longestValue - 2);
    assert.deepEqual(await rejection(more), excessive);
    const rows = [`(${longestValue + 1} bytes)`, 1];
    assert.deepEqual((await parsed(`[${more}, 1]`)).value, rows);
    assert.deepEqual((await parsed(`{"count":2,"results":[${more},1]}`)).value, { count: 2, results: rows });
    assert.deepEqual(await rejection(`{"a":{"b":[${more}]}}`), excessive);
  });
});
