import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ContractError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import { readJsonResponse, readLongJsonResponse } from '../../../src/api/transport/jsonResponse.ts';
import { BodyCollector } from '../../../src/api/transport/transport.ts';

const info: RequestInfo = { operation: 'getJob', method: 'GET', origin: 'https://a.example', path: '/' };
const redact = (text: string) => text.replaceAll('secret', '***');
const problemOf = (error: unknown) => (error instanceof ContractError ? error.problem : error);

/** The problem with a text that is not JSON, read at once and incrementally. */
async function problems(text: string): Promise<unknown[]> {
  const long = new TextEncoder().encode(text);
  const both = [
    async () => readJsonResponse(text, info, redact),
    () => readLongJsonResponse(long, info, redact),
  ];
  return Promise.all(both.map(read => read().then(() => 'read', problemOf)));
}

describe('a response that is not JSON', () => {
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
    const collector = new BodyCollector(
      { info, maxResponseBytes: maxBytes },
      { status, contentType: undefined },
    );
    const wanted = chunks.map(chunk => collector.add(chunk));
    return { body: collector.body, wanted };
  };
  const bytes = (text: string) => new TextEncoder().encode(text);

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
