import assert from 'node:assert/strict';
import { long, parsed, rejection, smallLimits } from './support/parsedPieces.ts';

const excessive = ['JsonPieceError', 'excessive'];
const { elements, keys, depth, valueBytes } = smallLimits;

describe('the limits of JSON that is parsed in pieces', () => {
  it('apply to the number of elements of a list', async () => {
    const most = `[${'0,'.repeat(elements - 1)}0`;
    assert.deepEqual(
      (await parsed(`${most}]`)).value,
      Array.from({ length: elements }, () => 0),
    );
    assert.deepEqual(await rejection(`${most},0]`), excessive);
    assert.deepEqual(await rejection(`${most},"${long}"]`), excessive);
    assert.deepEqual((await parsed(`[${most}],${most}]]`)).value, JSON.parse(`[${most}],${most}]]`));
  });

  it('apply to the number of keys of an object', async () => {
    const most = Array.from({ length: keys }, (_, index) => `"${index}":0`).join();
    assert.deepEqual((await parsed(`{${most}}`)).value, JSON.parse(`{${most}}`));
    assert.deepEqual(await rejection(`{${most},"a":0}`), excessive);
    assert.deepEqual(await rejection(`{${most},"a":"${long}"}`), excessive);
    assert.deepEqual(await rejection(`{"a":"${long}",${most}}`), excessive);
  });

  it('apply to long containers in one another, except that only the length of a row is shown', async () => {
    const nested = (levels: number) => `${'['.repeat(levels)}"${long}"${']'.repeat(levels)}`;
    assert.deepEqual((await parsed(nested(depth))).value, JSON.parse(nested(depth)));
    const inner = nested(depth - 1);
    assert.deepEqual((await parsed(`[[[${inner}],1]]`)).value, [[`(${inner.length + 2} bytes)`, 1]]);
    const named = (levels: number) => `${'{"a":'.repeat(levels)}"${long}"${'}'.repeat(levels)}`;
    assert.deepEqual((await parsed(named(depth))).value, JSON.parse(named(depth)));
    assert.deepEqual(await rejection(named(depth + 1)), excessive);
  });

  it('apply to the length of a text, of which a row of a list shows only the length', async () => {
    const most = `"${'x'.repeat(valueBytes - 2)}"`;
    const more = `"x${most.slice(1)}`;
    assert.deepEqual((await parsed(most)).value, JSON.parse(most));
    assert.deepEqual(await rejection(more), excessive);
    assert.deepEqual(await rejection(`{"a":${more}}`), excessive);
    assert.deepEqual((await parsed(`[${most}]`)).value, [JSON.parse(most)]);
    const rows = [`(${valueBytes + 1} bytes)`, 1];
    assert.deepEqual((await parsed(`[ ${more}, 1]`)).value, rows);
    assert.deepEqual((await parsed(`{"count":2,"results":[${more},1]}`)).value, { count: 2, results: rows });
    assert.deepEqual(await rejection(`{"a":{"b":[${more}]}}`), excessive);
    const space = ' '.repeat(valueBytes);
    assert.deepEqual((await parsed(`${space}${most}`)).value, JSON.parse(most));
  });

  it('do not apply to the length of a list or an object', async () => {
    const numbers = '1,'.repeat(keys);
    const row = `{"list":[${numbers}{"a":[[],{}]}],"others":[[[${numbers}2]],[${numbers}3]],"last":1}`;
    assert.ok(row.length > valueBytes);
    for (const each of [row, `[${row}]`])
      assert.deepEqual((await parsed(`[0,${each},1]`)).value, [0, JSON.parse(each), 1]);
  });
});
