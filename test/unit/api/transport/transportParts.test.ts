import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ConnectionError } from '../../../../src/api/errors/connectionError.ts';
import type { RequestInfo } from '../../../../src/api/errors/requestInfo.ts';
import { mayResend } from '../../../../src/api/transport/connection.ts';
import { exchangeFailure } from '../../../../src/api/transport/exchange.ts';
import { RequestLimit } from '../../../../src/api/transport/requestLimit.ts';
import { responseSlices } from '../../../../src/api/transport/responseSlices.ts';
import { observed, type SeenResponse } from '../../../../src/api/transport/seenResponse.ts';
import type { TransportRequest } from '../../../../src/api/transport/transport.ts';

const info: RequestInfo = { operation: 'getJob', method: 'GET', origin: 'https://a.example', path: '/x' };

function request(fields: Partial<TransportRequest> = {}): TransportRequest {
  const url = new URL('https://a.example/x');
  const limits = { idleTimeoutMs: 1_000, deadlineMs: 1e6, maxResponseBytes: 1e6 };
  return { info, url, headers: {}, body: undefined, signal: undefined, ...limits, ...fields };
}

describe('a request whose connection we closed', () => {
  it('may be sent over another one when it cannot take effect twice', () => {
    const closed = (mayHaveSent: boolean) => new ConnectionError(info, 'closed', 'X', mayHaveSent);
    assert.deepEqual(
      [
        mayResend(closed(true), 'GET'),
        mayResend(closed(false), 'POST'),
        mayResend(closed(true), 'POST'),
        mayResend(new ConnectionError(info, 'reset', 'X', false), 'GET'),
        mayResend(new Error('closed'), 'GET'),
      ],
      [true, true, false, false, false],
    );
  });
});

describe('the log of a request', () => {
  it('names the cause of a failure without the request, unless that may contain secrets', () => {
    assert.equal(exchangeFailure(new DOMException('x', 'AbortError')), 'canceled');
    assert.equal(
      exchangeFailure(new ConnectionError(info, 'refused', 'ECONNREFUSED', false)),
      'refused (ECONNREFUSED)',
    );
    assert.equal(exchangeFailure(new Error('a secret')), 'failed');
  });
});

describe('a monitored transport', () => {
  it('reports each response with its times, and otherwise behaves as before', async () => {
    const seen: SeenResponse[] = [];
    const done: string[] = [];
    let nowMs = 100;
    let date: string | undefined = 'Wed, 04 Mar 2026 12:00:00 GMT';
    const transport = observed(
      {
        send: async () => {
          nowMs += 50;
          return { status: 200, body: 'x', header: name => (name === 'date' ? date : undefined) };
        },
        close: async () => void done.push('close'),
      },
      response => seen.push(response),
      () => nowMs,
    );
    await transport.send(request());
    date = undefined;
    assert.equal((await transport.send(request())).body, 'x');
    await transport.close();
    const first = {
      path: '/x',
      status: 200,
      body: 'x',
      serverTimeMs: Date.UTC(2026, 2, 4, 12),
      sentAtMs: 100,
    };
    assert.deepEqual(seen[0], { ...first, receivedAtMs: 150 });
    assert.deepEqual([seen[1]?.serverTimeMs, done], [undefined, ['close']]);
  });
});

describe('the limit of a request', () => {
  it('cancels it once, with the reason of its caller', () => {
    const controller = new AbortController();
    const limit = new RequestLimit(request({ signal: controller.signal }));
    let ends = 0;
    limit.on('abort', () => {
      ends += 1;
    });
    assert.deepEqual([limit.aborted, limit.reason], [false, undefined]);
    controller.abort(new Error('enough'));
    assert.deepEqual([limit.aborted, String(limit.reason), ends], [true, 'Error: enough', 1]);
    limit.stop();
  });

  it('is aborted from the start if its caller canceled before, and has no effect after its end', () => {
    const early = new RequestLimit(request({ signal: AbortSignal.abort() }));
    assert.ok(early.aborted);
    early.stop();
    const controller = new AbortController();
    const done = new RequestLimit(request({ signal: controller.signal }));
    done.stop();
    controller.abort();
    assert.equal(done.aborted, false);
  });

  it('cancels one that takes too long as a whole', async () => {
    const controller = new AbortController();
    const limit = new RequestLimit(request({ deadlineMs: 0, signal: controller.signal }));
    await new Promise(resolve => limit.on('abort', resolve));
    controller.abort();
    const { reason } = limit;
    assert.ok(reason instanceof ConnectionError);
    assert.deepEqual([reason.reason, reason.code, reason.mayHaveSent], ['tooSlow', 'ETIMEDOUT', true]);
    limit.stop();
  });
});

describe('work on a response', () => {
  it('yields to other work after some milliseconds, or stops there when it was canceled', async () => {
    let nowMs = 100;
    const clock = mock.method(performance, 'now', () => nowMs);
    try {
      const controller = new AbortController();
      const slices = responseSlices(controller.signal);
      nowMs += 7;
      assert.equal(slices.isOver, false);
      nowMs += 1;
      assert.equal(slices.isOver, true);
      let others = 0;
      setImmediate(() => {
        others += 1;
      });
      await slices.rest();
      assert.deepEqual([slices.isOver, others], [false, 1]);
      controller.abort(new Error('canceled'));
      await assert.rejects(slices.rest(), /canceled/);
    } finally {
      clock.mock.restore();
    }
  });
});
