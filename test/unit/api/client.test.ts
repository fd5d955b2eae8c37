import assert from 'node:assert/strict';
import { type ClientOptions, createClient } from '../../../src/api/client.ts';
import type { TransportRequest } from '../../../src/api/transport/transport.ts';

/** A client whose transport records its requests. */
function noted(options: Partial<ClientOptions> = {}) {
  const sent: TransportRequest[] = [];
  const done: string[] = [];
  const client = createClient({
    baseUrl: 'https://plant.example',
    getToken: () => 'abc',
    ...options,
    transport: {
      send: async request => {
        sent.push(request);
        const body = request.info.operation === 'listJobs' ? [] : { id: 1, name: 'Backup' };
        return { status: 200, body: JSON.stringify(body), header: () => undefined };
      },
      close: async () => void done.push('close'),
    },
  });
  return { client, sent, done };
}

describe('a client', () => {
  it('times out after half a minute, reads at most 64 MiB, and limits a request to ten timeouts in all', async () => {
    const limitsOf = async (options: Partial<ClientOptions>) => {
      const { client, sent } = noted(options);
      await client.jobs.list().next();
      const [request = assert.fail('it is sent')] = sent;
      const { idleTimeoutMs, deadlineMs, maxResponseBytes } = request;
      return [idleTimeoutMs, deadlineMs, maxResponseBytes];
    };
    const mebibytes = 64 * 1024 ** 2;
    assert.deepEqual(await limitsOf({}), [30_000, 300_000, mebibytes]);
    assert.deepEqual(await limitsOf({ timeoutMs: 500 }), [500, 10_000, mebibytes]);
    assert.deepEqual(await limitsOf({ timeoutMs: 2_000, deadlineMs: 7, maxResponseBytes: 9 }), [2_000, 7, 9]);
  });

  it('sends to the path below its base URL, with or without a trailing slash', async () => {
    for (const [baseUrl, url] of [
      ['https://plant.example', 'https://plant.example/automation/api/job/1/'],
      ['https://plant.example/', 'https://plant.example/automation/api/job/1/'],
      ['https://plant.example:8443/a/b/', 'https://plant.example:8443/a/b/automation/api/job/1/'],
    ] as const) {
      const { client, sent } = noted({ baseUrl });
      await client.jobs.get(1);
      assert.equal(sent[0]?.url.href, url);
    }
  });

  it('is not created for an invalid server URL', () => {
    for (const baseUrl of ['', 'plant', 'ftp://plant.example'])
      assert.throws(() => noted({ baseUrl }), TypeError, baseUrl);
  });

  it('closes its transport', async () => {
    const { client, done } = noted();
    await client.close();
    assert.deepEqual(done, ['close']);
  });
});
