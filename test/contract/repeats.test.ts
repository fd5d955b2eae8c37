import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConnectionError, HttpStatusError, OutcomeError } from '../../src/api/errors/apiError.ts';
import {
  everyRead,
  everyWrite,
  rejection,
  rejectionOf,
  startMs,
  withClient,
  withServer,
} from '../support/http/clients.ts';
import {
  bare,
  body,
  drip,
  hangUp,
  html,
  json,
  raw,
  reset,
  silence,
  stallInBody,
  truncated,
} from '../support/http/responders.ts';
import { type Responder, withScript } from '../support/http/scriptedServer.ts';
import { jobWire } from '../support/http/wire.ts';

const good = json(jobWire(1));
const whole = JSON.stringify(jobWire(1));

const passing: Readonly<Record<string, Responder>> = {
  'a reset': reset,
  'a close without a response': hangUp,
  'a truncated body': truncated(whole, 20),
  'truncated JSON of the right length': body(whole.slice(0, -5)),
  'bytes that are no HTTP': raw('SSH-2.0-OpenSSH_9.6\r\n'),
  'a response without a status': raw('HTTP/1.1\r\n\r\n'),
  '429': bare(429),
  '502': html('<html>Bad Gateway</html>', 502),
  '503': bare(503),
  '504': bare(504),
};

const lasting: Readonly<Record<string, Responder>> = {
  '400': bare(400),
  '401': bare(401),
  '403': bare(403),
  '404': bare(404),
  '408': bare(408),
  '409': bare(409),
  '500': bare(500),
  '501': bare(501),
  '505': bare(505),
  'JSON that is none': body('nonsense'),
  'an HTML page': html('<html></html>'),
  'an empty body': body(''),
  'another shape': json([]),
};

describe('reads are repeated (decision 21)', () => {
  for (const [kind, fault] of Object.entries(passing)) {
    it(`after ${kind}: at most 3 attempts, with jitter between`, () =>
      withServer(async (server, client) => {
        server.queue(fault, fault, good);
        assert.equal((await client.jobs.get(1)).id, 1);
        assert.equal(server.received.length, 3);
        assert.deepEqual(client.waits, [125, 250]);
        assert.deepEqual(
          client.exchanges.map(exchange => exchange.attempt),
          [1, 2, 3],
        );

        server.otherwise(fault);
        await rejection(client.jobs.get(1));
        assert.equal(server.received.length, 6);
      }));
  }

  for (const [kind, fault] of Object.entries(lasting)) {
    it(`not after ${kind}`, () =>
      withServer(async (server, client) => {
        server.otherwise(fault);
        await rejection(client.jobs.get(1));
        assert.equal(server.received.length, 1);
      }));
  }

  it('every read of the client is repeated', () =>
    withServer(async (server, client) => {
      for (const [index, read] of Object.values(everyRead).entries()) {
        server.queue(reset, bare(503), json([]));
        await read(client).catch(() => undefined);
        assert.equal(server.received.length, (index + 1) * 3);
      }
    }));

  it('a refused connection is tried 3 times', async () => {
    const port = await closedPort();
    await withClient({ baseUrl: `http://127.0.0.1:${port}` }, async client => {
      const error = await rejectionOf(ConnectionError, client.jobs.get(1));
      assert.deepEqual([error.reason, error.code, error.mayHaveSent], ['refused', 'ECONNREFUSED', false]);
      assert.equal(client.exchanges.length, 3);
    });
  });

  it('all reads draw on one budget, which successes refill slowly', () =>
    withServer(async (server, client) => {
      const requestsOf = async (responder: typeof good, read: () => Promise<unknown>) => {
        const before = server.received.length;
        server.otherwise(responder);
        await read();
        return server.received.length - before;
      };
      const counts: number[] = [];
      for (let round = 0; round < 8; round++) {
        counts.push(await requestsOf(bare(503), () => rejection(client.jobs.get(1))));
        await requestsOf(good, () => client.jobs.get(1));
      }
      // Two repeats cost twenty successes, and only ten repeats are available initially.
      assert.deepEqual(counts, [3, 3, 3, 3, 3, 1, 1, 1]);
    }));

  it('a server that is down gets one request from each read, until it responds again', () =>
    withServer(async (server, client) => {
      server.otherwise(bare(503));
      for (let read = 0; read < 10; read++) await rejection(client.jobs.get(1));
      assert.equal(server.received.length, 3 + 9);
      server.otherwise(good);
      await client.jobs.get(1);
      server.queue(bare(503));
      await client.jobs.get(1);
      assert.equal(server.received.length, 12 + 1 + 2, 'repeats are back');
    }));

  it('a steady 5 % of faults costs at most 10 % more requests, and no read fails', () =>
    withServer(async (server, client) => {
      server.otherwise(exchange => (server.received.length % 20 === 0 ? bare(502) : good)(exchange));
      const reads = 400;
      for (let read = 0; read < reads; read++) await client.jobs.get(1);
      assert.ok(server.received.length <= reads * 1.1, String(server.received.length));
    }));

  it('two servers have separate budgets', () =>
    withScript(server =>
      withClient({ baseUrl: server.url }, first =>
        withClient({ baseUrl: server.url }, async second => {
          server.otherwise(bare(503));
          for (let read = 0; read < 20; read++) await rejection(first.jobs.get(1));
          const before = server.received.length;
          await rejection(second.jobs.get(1));
          assert.equal(server.received.length - before, 3);
        }),
      ),
    ));
});

describe('Retry-After on reads (decision 20)', () => {
  const asks = (value: string, status = 429) => bare(status, { 'retry-after': value });

  for (const [kind, value, least] of [
    ['seconds', '3', 3_000],
    ['a date', new Date(startMs + 4_000).toUTCString(), 4_000],
    ['a negative number', '-3', 1_000],
    ['nought', '0', 1_000],
  ] as const) {
    it(`${kind}: obeyed, and exceeded by at most 20 %`, () =>
      withServer(
        async (server, client) => {
          server.queue(asks(value), asks(value, 503), good);
          await client.jobs.get(1);
          assert.equal(client.waits.length, 2);
          for (const wait of client.waits) assert.ok(wait >= least && wait <= least * 1.2, String(wait));
        },
        { now: () => startMs },
      ));
  }

  it('longer than the maximum wait: rejects at once with the requested wait', () =>
    withServer(
      async (server, client) => {
        server.otherwise(asks('1000000000'));
        const error = await rejectionOf(HttpStatusError, client.jobs.get(1));
        assert.deepEqual([error.status, error.retryAfterMs], [429, 300_000]);
        assert.deepEqual([server.received.length, client.waits], [1, []]);
      },
      { retry: { maxWaitMs: 10_000 } },
    ));
});

describe('writes are never repeated (decision 21)', () => {
  const faults = { ...passing, ...lasting, 'a redirect on the same origin': bare(307, { location: '/x/' }) };
  for (const [name, write] of Object.entries(everyWrite)) {
    it(`${name}: one write reaches the server, whatever it responds`, () =>
      withServer(async (server, client) => {
        for (const [kind, fault] of Object.entries(faults)) {
          const before = server.received.length;
          server.otherwise(exchange => (exchange.received.method === 'GET' ? json([]) : fault)(exchange));
          if (name.endsWith('replace')) server.queue(json(jobWire(1, { server_set: [] })));
          await write(client).catch(() => undefined);
          const sent = server.received.slice(before).filter(request => request.method !== 'GET');
          assert.equal(sent.length, 1, kind);
        }
      }));
  }

  for (const [name, write] of Object.entries(everyWrite)) {
    it(`${name}: a connection that was never established is reported as such, not as unknown`, async () => {
      const port = await closedPort();
      await withClient({ baseUrl: `http://127.0.0.1:${port}` }, async client => {
        const error = await rejectionOf(ConnectionError, write(client));
        assert.deepEqual([error.reason, error.mayHaveSent], ['refused', false]);
        const attempts = client.exchanges.filter(exchange => exchange.method !== 'GET');
        // A replace reads first, so it stops there.
        assert.equal(attempts.length, name.endsWith('replace') ? 0 : 1);
      });
    });
  }

  it('a 429 on a write is reported with its Retry-After, and nothing is checked on the server', () =>
    withServer(async (server, client) => {
      server.otherwise(bare(429, { 'retry-after': '7' }));
      const error = await rejectionOf(HttpStatusError, client.jobs.update(1, { name: 'A' }));
      assert.deepEqual([error.retryAfterMs, server.received.length], [7_000, 1]);
    }));
});

describe('timeouts', () => {
  it('headers that never arrive', () =>
    withServer(
      async (server, client) => {
        server.otherwise(silence);
        const error = await rejectionOf(ConnectionError, client.jobs.get(1));
        assert.deepEqual([error.reason, server.received.length], ['headersTimeout', 1]);
      },
      { timeoutMs: 50 },
    ));

  it('a body that stalls', () =>
    withServer(
      async (server, client) => {
        server.otherwise(stallInBody);
        const error = await rejectionOf(ConnectionError, client.jobs.get(1));
        assert.deepEqual([error.reason, server.received.length], ['bodyTimeout', 1]);
      },
      { timeoutMs: 50 },
    ));

  for (const [kind, responder] of Object.entries({
    'headers that come byte by byte': drip('HTTP/1.1 200 OK\r\nx-slow: ', 'x'),
    'a body that comes byte by byte': drip('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n', ' '),
  })) {
    it(`${kind}: all attempts together have a limit`, () =>
      withServer(
        async (server, client) => {
          server.otherwise(responder);
          const error = await rejectionOf(ConnectionError, client.jobs.get(1));
          assert.deepEqual([error.reason, error.mayHaveSent, server.received.length], ['tooSlow', true, 1]);
          const lost = await rejectionOf(OutcomeError, client.jobs.stop([1]));
          assert.ok(lost.cause instanceof ConnectionError && lost.cause.reason === 'tooSlow');
        },
        { timeoutMs: 30_000, deadlineMs: 300 },
      ));
  }

  it('a write whose response does not arrive in time is checked on the server', () =>
    withServer(
      async (server, client) => {
        server.queue(silence, json(jobWire(1, { name: 'New' })));
        assert.equal((await client.jobs.update(1, { name: 'New' })).name, 'New');
        server.queue(silence, json(jobWire(1)), json(jobWire(1)), json(jobWire(1)));
        const error = await rejectionOf(OutcomeError, client.jobs.update(1, { name: 'New' }));
        assert.equal(error.outcome, 'notDone');
        assert.ok(error.cause instanceof ConnectionError);
      },
      { timeoutMs: 50 },
    ));
});

describe('connections', () => {
  it('at most 8 requests are in flight, and connections are reused', () =>
    withServer(async (server, client) => {
      let inFlight = 0;
      let most = 0;
      server.otherwise(exchange => {
        inFlight += 1;
        most = Math.max(most, inFlight);
        setImmediate(() => {
          inFlight -= 1;
          const id = Number(/job\/(\d+)/.exec(exchange.received.path)?.[1]);
          void json(jobWire(id))(exchange);
        });
      });
      const ids = Array.from({ length: 100 }, (_, index) => index + 1);
      await Promise.all(ids.map(id => client.jobs.get(id)));
      assert.ok(most <= 8, String(most));
      assert.ok(server.connections <= 8, String(server.connections));
    }));

  it('a closed client sends nothing more, and rejects without a retry', () =>
    withServer(async (server, client) => {
      server.otherwise(good);
      await client.jobs.get(1);
      await client.close();
      for (const act of [() => client.jobs.get(1), () => client.jobs.update(1, { name: 'A' })]) {
        const error = await rejectionOf(ConnectionError, act());
        assert.deepEqual([error.code, error.mayHaveSent], ['UND_ERR_CLOSED', false]);
      }
      assert.equal(server.received.length, 1);
    }));

  it('closing cuts off what is in flight', () =>
    withServer(async (server, client) => {
      server.otherwise(silence);
      const reading = rejectionOf(ConnectionError, client.jobs.get(1));
      const writing = rejectionOf(OutcomeError, client.jobs.update(1, { name: 'A' }));
      await server.requests(2);
      await client.close();
      assert.equal((await reading).mayHaveSent, true);
      assert.equal((await writing).outcome, 'unknown');
    }));
});

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  server.close();
  await once(server, 'close');
  return port;
}
