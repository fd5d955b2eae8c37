import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ContractError } from '../../../../src/api/errors/contractError.ts';
import type { RequestInfo } from '../../../../src/api/errors/requestInfo.ts';
import { readJsonResponse, readLongJsonResponse } from '../../../../src/api/transport/jsonResponse.ts';
import { BodyCollector, longestText } from '../../../../src/api/transport/responseBody.ts';
import { ByteSegments } from '../../../../src/util/byteSegments.ts';

const info: RequestInfo = { operation: 'getJob', method: 'GET', origin: 'https://a.example', path: '/' };
const redact = (text: string) => text.replaceAll('secret', '***');
const problemOf = (error: unknown) => (error instanceof ContractError ? error.problem : error);

/** The problem with a text that is not JSON, read at once and incrementally. */
async function problems(text: string): Promise<unknown[]> {
  const long = new ByteSegments();
  long.add(new TextEncoder().encode(text));
  const both = [
    async () => readJsonResponse(text, info, redact),
    () => readLongJsonResponse(long, info, redact),
  ];
  return Promise.all(both.map(read => read().then(() => 'read', problemOf)));
}

describe('a response that is not JSON', () => {
  it('is described by what it is instead', async () => {
    const page = '<!DOCTYPE html><html><head><title>Sign in, secret</title></head></html>';
    const html = { code: 'html', title: 'Sign in, ***' };
    assert.deepEqual(await problems(page), [html, html]);
    for (const text of ['{"a":1', '[1,2', '{"a":"b', '{"a":"\\"', '["]"', '  {"a":[1]', '{"a":"}"'])
      assert.deepEqual((await problems(text))[0], { code: 'truncated' }, text);
    for (const text of ['OK', '{"a":1}}', '[1]]', '{a:1}', 'tru', '"a', '{"a" 1}'])
      assert.deepEqual((await problems(text))[0], { code: 'notJson' }, text);
    for (const text of ['', ' \n']) assert.deepEqual((await problems(text))[0], { code: 'empty' });
  });

  it('is detected whether it is parsed at once or in steps', () =>
    fc.assert(
      fc.asyncProperty(
        fc.json(),
        fc.nat(),
        fc.constantFrom('', '}', ']', '"', '\\', ','),
        async (json, at, typed) => {
          const place = at % (json.length + 1);
          const text = json.slice(0, place) + typed + json.slice(place);
          const [once, steps] = await problems(text);
          assert.equal(once === 'read', steps === 'read', text);
        },
      ),
      { numRuns: 300 },
    ));

  it('is redacted and cut even when it is long', async () => {
    const [, steps] = await problems(`<html><title>secret</title>${'x'.repeat(50_000)}`);
    assert.deepEqual(steps, { code: 'html', title: '***' });
    assert.deepEqual((await problems(`x${'y'.repeat(50_000)}`))[1], { code: 'notJson' });
  });
});

describe('a body as it arrives', () => {
  const collect = (chunks: readonly Uint8Array[], { maxBytes = 1e9, status = 200 } = {}) => {
    const collector = new BodyCollector({ info, maxBytes, status });
    const wanted = chunks.map(chunk => collector.add(chunk));
    return { body: collector.body, wanted };
  };
  const bytes = (text: string) => new TextEncoder().encode(text);

  it('is text when it is short, even when a character arrived in two parts', () => {
    const whole = bytes('{"a":"ü"}');
    const { body, wanted } = collect([whole.slice(0, 7), whole.slice(7)]);
    assert.deepEqual([body, wanted], [{ body: '{"a":"ü"}' }, [true, true]]);
  });

  it('is bytes when it is long, unless it is mostly text', () => {
    const objects = bytes(`[${'{"a":[]},'.repeat(40_000)}{}]`);
    const dense = collect([objects]).body;
    assert.deepEqual([dense.body, dense.long?.length], ['', objects.length]);
    const text = `"${'x'.repeat(500_000)}"`;
    assert.equal(collect([bytes(text)]).body.body, text);
    const huge = collect([bytes(`"${'x'.repeat(1_100_000)}"`)]).body;
    assert.deepEqual([huge.body, huge.long !== undefined], ['', true]);
    assert.equal(collect([bytes('['.repeat(longestText))]).body.body.length, longestText);
  });

  it('is rejected one byte above its limit, and not before', () => {
    assert.equal(collect([bytes('12'), bytes('34')], { maxBytes: 4 }).body.body, '1234');
    assert.throws(
      () => collect([bytes('12'), bytes('345')], { maxBytes: 4 }),
      error => {
        assert.deepEqual(problemOf(error), { code: 'tooLarge', limitBytes: 4 });
        return true;
      },
    );
  });

  it('is read only partly when it explains an error', () => {
    const part = bytes('['.repeat(200 * 1024));
    const failed = collect([part, part], { status: 500 });
    assert.deepEqual(
      [failed.wanted, failed.body.body.length, failed.body.long],
      [[true, false], 256 * 1024, undefined],
    );
    assert.deepEqual(collect([part, part], { status: 299 }).wanted, [true, true]);
    assert.equal(collect([part, part], { status: 300 }).wanted[1], false);
  });
});
