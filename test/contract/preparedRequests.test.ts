import assert from 'node:assert/strict';
import { Agent, type Dispatcher } from 'undici';
import { createUndiciTransport } from '../../src/api/transport/undiciTransport.ts';
import { testClient } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { jobWire } from '../support/http/wire.ts';

describe('a client that is prepared', () => {
  function prepared(baseUrl: string, create: (attempt: number) => Promise<Dispatcher>) {
    let attempts = 0;
    const transport = createUndiciTransport(() => {
      attempts += 1;
      return create(attempts);
    });
    const client = testClient({ baseUrl, transport });
    return { client, attempts: () => attempts };
  }

  it('opens its connections before the first request, which uses them', () =>
    withScript(
      async server => {
        const { client, attempts } = prepared(server.url, async () => new Agent());
        client.prepare();
        client.prepare();
        assert.equal(attempts(), 1);
        assert.equal(server.received.length, 0);
        assert.equal((await client.jobs.get(1)).id, 1);
        assert.equal(attempts(), 1);
        await client.close();
      },
      json(jobWire(1)),
    ));

  it('leaves a failed connection to the request, which retries', () =>
    withScript(
      async server => {
        const { client, attempts } = prepared(server.url, async attempt => {
          if (attempt === 1) throw new Error('the CA file cannot be read');
          return new Agent();
        });
        client.prepare();
        assert.equal((await client.jobs.get(1)).id, 1);
        assert.equal(attempts(), 2);
        await client.close();
      },
      json(jobWire(1)),
    ));

  it('opens nothing once it is closed', async () => {
    const { client, attempts } = prepared('http://127.0.0.1:9', async () => new Agent());
    await client.close();
    client.prepare();
    assert.equal(attempts(), 0);
  });
});
