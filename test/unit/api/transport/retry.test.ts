import assert from 'node:assert/strict';
import { ConnectionError } from '../../../../src/api/errors/connectionError.ts';
import { ContractError } from '../../../../src/api/errors/contractError.ts';
import type { RequestInfo } from '../../../../src/api/errors/requestInfo.ts';
import { retryPolicy } from '../../../../src/api/transport/retry.ts';
import { statusError } from '../../store/support/fakes.ts';

const info: RequestInfo = { operation: 'getJob', method: 'GET', origin: 'https://a.example', path: '/' };
const reset = new ConnectionError(info, 'reset', 'ECONNRESET', true);

/** A policy that does not actually wait, and the delays it would have had. */
function policyWith(random = 0) {
  const waits: number[] = [];
  const retry = retryPolicy({
    random: () => random,
    delay: async ms => void waits.push(ms),
    maxWaitMs: 10_000,
  });
  let attempts = 0;
  /** A read whose attempts fail like this and then succeed; resolves with the number of attempts. */
  const read = async (...failures: readonly unknown[]): Promise<number | [number, unknown]> => {
    attempts = 0;
    try {
      return await retry(async number => {
        attempts += 1;
        assert.equal(number, attempts);
        if (attempts <= failures.length) throw failures[attempts - 1];
        return attempts;
      });
    } catch (error) {
      return [attempts, error];
    }
  };
  return { retry, waits, read };
}

describe('a read that fails', () => {
  it('is retried at most twice, after growing random delays', async () => {
    const { read, waits } = policyWith(0.5);
    assert.equal(await read(reset, reset), 3);
    assert.deepEqual(waits, [125, 250]);
    assert.deepEqual(await policyWith().read(reset, reset, reset), [3, reset]);
  });

  it('is retried only when that may help', async () => {
    const truncated = new ContractError(info, { code: 'truncated' });
    const connection = (reason: ConstructorParameters<typeof ConnectionError>[1], code = 'X') =>
      new ConnectionError(info, reason, code, true);
    const transient = [
      ...[429, 502, 503, 504].map(status => statusError(status)),
      ...(['refused', 'unreachable', 'reset', 'other'] as const).map(reason => connection(reason)),
      connection('dns', 'EAI_AGAIN'),
      truncated,
    ];
    for (const error of transient) assert.equal(await policyWith().read(error), 2, String(error));
    const final = [
      ...[400, 401, 403, 404, 500].map(status => statusError(status)),
      connection('headersTimeout'),
      connection('dns'),
      new ContractError(info, { code: 'notJson' }),
      new Error('other'),
    ];
    for (const error of final) assert.deepEqual(await policyWith().read(error), [1, error], String(error));
  });

  it('waits as long as the server requests, within limits', async () => {
    const { read, waits } = policyWith(0.5);
    assert.equal(await read(statusError(429, 10_000)), 2);
    assert.deepEqual(waits, [10_025]);
    const long = statusError(503, 10_001);
    assert.deepEqual(await read(long), [1, long]);
  });

  it('is not retried while the server is down, until one succeeds', async () => {
    const { read } = policyWith();
    assert.deepEqual(await read(reset, reset, reset), [3, reset]);
    assert.deepEqual(await read(reset), [1, reset]);
    assert.equal(await read(), 1);
    assert.equal(await read(reset), 2);
    const rejected = statusError(403);
    assert.deepEqual(await read(rejected), [1, rejected]);
    assert.equal(await read(reset), 2, 'the server is there');
  });

  it('is not retried after too many retries, until enough reads have succeeded', async () => {
    const { read } = policyWith();
    let repeats = 0;
    for (let count = 0; count < 100; count++) repeats += (await read(reset)) === 2 ? 1 : 0;
    assert.ok(repeats < 15, String(repeats));
    for (let count = 0; count < 10; count++) await read();
    assert.equal(await read(reset), 2);
    assert.deepEqual(await read(reset), [1, reset]);
    for (let count = 0; count < 1_000; count++) await read();
    repeats = 0;
    for (let count = 0; count < 100; count++) repeats += (await read(reset)) === 2 ? 1 : 0;
    assert.ok(repeats < 15, 'it cannot be saved up');
  });

  it('is not retried after it was canceled', async () => {
    const { retry, waits } = policyWith();
    const controller = new AbortController();
    const read = retry(async () => {
      controller.abort();
      throw reset;
    }, controller.signal);
    await assert.rejects(read, { name: 'AbortError' });
    assert.deepEqual(waits, []);
  });
});
