import assert from 'node:assert/strict';
import { long, parsed, rejection } from './support/parsedPieces.ts';

const longestValue = 4 * 1024 * 1024;
const excessive = ['JsonPieceError', 'excessive'];

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
