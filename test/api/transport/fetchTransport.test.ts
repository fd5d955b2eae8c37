import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ConnectionError, type RequestInfo } from '../../../src/api/errors/apiError.ts';
import { createFetchTransport, type Fetch } from '../../../src/api/transport/fetchTransport.ts';
import type { TransportRequest } from '../../../src/api/transport/transport.ts';

const info: RequestInfo = {
  operation: 'updateJob',
  method: 'PATCH',
  origin: 'https://a.example',
  path: '/x',
};

function request(fields: Partial<TransportRequest> = {}): TransportRequest {
  const url = new URL('https://a.example/x');
  const limits = { idleTimeoutMs: 1_000, deadlineMs: 60_000, maxResponseBytes: 1_000 };
  return { info, url, headers: { accept: 'x' }, body: undefined, signal: undefined, ...limits, ...fields };
}

type Init = NonNullable<Parameters<Fetch>[1]>;

/** A transport whose fetch gets replies from the test, and what was fetched. */
function transportOf(reply: (init: Init) => Response | Promise<Response>) {
  const fetched: { readonly url: string; readonly init: Init }[] = [];
  const transport = createFetchTransport(async (url, init = {}) => {
    fetched.push({ url: String(url), init });
    return reply(init);
  });
  return { transport, fetched };
}

/** Never replies, like a silent server; ends when the request is aborted. */
const silence = ({ signal }: Init) =>
  new Promise<Response>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

const failureOf = async (sending: Promise<unknown>) => {
  const error = await sending.then(
    () => assert.fail('it is rejected'),
    (found: unknown) => found,
  );
  return error instanceof ConnectionError ? [error.reason, error.code, error.mayHaveSent] : error;
};

const settled = async () => {
  for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
};

describe('the transport on fetch', () => {
  it('sends the request unchanged, without cookies, caches and redirects', async () => {
    const { transport, fetched } = transportOf(() => new Response('{}', { headers: { date: 'now' } }));
    await transport.send(request({ body: '{"a":1}' }));
    const { status, body, header } = await transport.send(request());
    assert.deepEqual([status, body, header('date'), header('location')], [200, '{}', 'now', undefined]);
    const sent = fetched.map(({ url, init: { signal: _, ...init } }) => [url, init]);
    const plain = {
      method: 'PATCH',
      headers: { accept: 'x' },
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
    };
    assert.deepEqual(sent, [
      ['https://a.example/x', { ...plain, body: '{"a":1}' }],
      ['https://a.example/x', plain],
    ]);
  });

  it('shares the signal of its caller with any number of requests, without a warning of Node', async () => {
    const warnings: string[] = [];
    const note = ({ name }: Error) => void warnings.push(name);
    process.on('warning', note);
    try {
      const controller = new AbortController();
      const { transport } = transportOf(silence);
      const { signal } = controller;
      const sending = Array.from({ length: 40 }, () => assert.rejects(transport.send(request({ signal }))));
      await settled();
      controller.abort();
      await Promise.all(sending);
      await settled();
      assert.deepEqual(warnings, []);
    } finally {
      process.off('warning', note);
    }
  });
});

describe('the timeout of a request on fetch', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('limits the request as a whole, including the wait for its turn', async () => {
    const { transport, fetched } = transportOf(silence);
    const free = new AbortController();
    const hung = Array.from({ length: 8 }, () =>
      failureOf(transport.send(request({ signal: free.signal, idleTimeoutMs: 90_000 }))),
    );
    const late = failureOf(transport.send(request({ deadlineMs: 10 })));
    await settled();
    mock.timers.tick(10);
    free.abort();
    assert.deepEqual(await late, ['tooSlow', 'ETIMEDOUT', false]);
    await Promise.all(hung);
    assert.equal(fetched.length, 8);
    const slow = failureOf(transport.send(request({ deadlineMs: 500 })));
    await settled();
    mock.timers.tick(500);
    assert.deepEqual(await slow, ['tooSlow', 'ETIMEDOUT', true]);
  });
});
