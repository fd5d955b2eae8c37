import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { ConnectionError } from '../../../../src/api/errors/connectionError.ts';
import { ContractError } from '../../../../src/api/errors/contractError.ts';
import type { RequestInfo } from '../../../../src/api/errors/requestInfo.ts';
import { createFetchTransport, type Fetch } from '../../../../src/api/transport/fetchTransport.ts';
import type { TransportRequest } from '../../../../src/api/transport/transport.ts';

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

/** A body that delivers its parts when the test says so, and records whether it was canceled. */
function slowBody() {
  const body = { isCanceled: false, push: (_: string): void => undefined, end: (): void => undefined };
  const stream = new ReadableStream<Uint8Array>({
    start: controller => {
      body.push = text => controller.enqueue(Buffer.from(text));
      body.end = () => controller.close();
    },
    cancel: () => {
      body.isCanceled = true;
    },
  });
  return Object.assign(body, { stream });
}

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

  it('reads a response without a body', async () => {
    const { transport } = transportOf(() => new Response(null, { status: 204 }));
    const { status, body } = await transport.send(request());
    assert.deepEqual([status, body], [204, '']);
  });

  it('cancels a body that is too long, and reads only the beginning of a long error', async () => {
    const long = slowBody();
    const { transport } = transportOf(() => new Response(long.stream));
    const reading = failureOf(transport.send(request({ maxResponseBytes: 3 })));
    long.push('four');
    assert.ok((await reading) instanceof ContractError);
    const page = slowBody();
    const failing = transportOf(() => new Response(page.stream, { status: 500 }));
    const text = 'x'.repeat(256 * 1024);
    page.push(text);
    const { body } = await failing.transport.send(request({ maxResponseBytes: 1e6 }));
    assert.deepEqual([body === text, long.isCanceled, page.isCanceled], [true, true, true]);
  });

  it('reports that nothing was sent only when that is certain', async () => {
    const { transport, fetched } = transportOf(silence);
    const hanging = failureOf(transport.send(request()));
    await settled();
    await transport.close();
    assert.deepEqual(await hanging, ['closed', 'UND_ERR_CLOSED', true]);
    assert.deepEqual(await failureOf(transport.send(request())), ['closed', 'UND_ERR_CLOSED', false]);
    assert.equal(fetched.length, 1);
  });

  it('is canceled with the reason of its caller, before and after sending', async () => {
    const { transport, fetched } = transportOf(silence);
    const reason = new Error('enough');
    assert.equal(await failureOf(transport.send(request({ signal: AbortSignal.abort(reason) }))), reason);
    assert.equal(fetched.length, 0);
    const controller = new AbortController();
    const hanging = failureOf(transport.send(request({ signal: controller.signal })));
    await settled();
    controller.abort(reason);
    assert.equal(await hanging, reason);
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

  it('reports why there is no connection', async () => {
    const { transport } = transportOf(() => {
      const cause = Object.assign(new Error('no'), { code: 'ECONNREFUSED', syscall: 'connect' });
      throw new TypeError('fetch failed', { cause });
    });
    assert.deepEqual(await failureOf(transport.send(request())), ['refused', 'ECONNREFUSED', false]);
  });
});

describe('the timeout of a request on fetch', () => {
  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(() => mock.timers.reset());

  it('applies when no headers arrive in time', async () => {
    const { transport } = transportOf(silence);
    const hanging = failureOf(transport.send(request()));
    await settled();
    mock.timers.tick(1_000);
    assert.deepEqual(await hanging, ['headersTimeout', 'ETIMEDOUT', true]);
  });

  it('restarts with each part of the body', async () => {
    const body = slowBody();
    const { transport } = transportOf(() => new Response(body.stream));
    const reading = transport.send(request());
    for (const part of ['a', 'b', 'c']) {
      await settled();
      mock.timers.tick(900);
      body.push(part);
    }
    await settled();
    body.end();
    assert.equal((await reading).body, 'abc');
    const stalled = slowBody();
    const other = transportOf(() => new Response(stalled.stream));
    const hanging = failureOf(other.transport.send(request()));
    await settled();
    stalled.push('a');
    await settled();
    mock.timers.tick(1_000);
    assert.deepEqual(await hanging, ['bodyTimeout', 'ETIMEDOUT', true]);
  });

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

describe('the turns of requests on fetch', () => {
  it('are granted to eight requests at a time, in order, and passed on when a request ends, fails or is canceled', async () => {
    const open: (() => void)[] = [];
    const { transport, fetched } = transportOf(
      () => new Promise(resolve => open.push(() => resolve(new Response('')))),
    );
    const canceled = new AbortController();
    const paths = Array.from({ length: 11 }, (_, index) => `https://a.example/${index}`);
    const sending = paths.map((path, index) =>
      transport.send(request({ url: new URL(path), ...(index === 9 && { signal: canceled.signal }) })),
    );
    await settled();
    assert.equal(fetched.length, 8);
    canceled.abort(new Error('enough'));
    await assert.rejects(async () => sending[9], /enough/);
    for (let turn = 0; turn < 3; turn++) {
      open.shift()?.();
      await settled();
    }
    assert.deepEqual(
      fetched.slice(8).map(({ url }) => url),
      [paths[8], paths[10]],
    );
    for (const end of open) end();
    await Promise.allSettled(sending);
    const more = Array.from({ length: 9 }, () => transport.send(request()));
    await settled();
    assert.equal(fetched.length, 10 + 8);
    while (fetched.length < 10 + 9) {
      open.shift()?.();
      await settled();
    }
    for (const end of open) end();
    await Promise.all(more);
  });
});
