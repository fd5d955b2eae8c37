import assert from 'node:assert/strict';
import { createClient } from '../../src/api/client.ts';
import { ownTransport, scriptToken } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';

describe('many reads with one signal', () => {
  it('print no warning about too many listeners', () =>
    withScript(async server => {
      server.otherwise(json({ id: 1, name: 'Nightly' }));
      const client = createClient({
        baseUrl: server.url,
        getToken: () => scriptToken,
        transport: ownTransport(),
      });
      const warnings: Error[] = [];
      const note = (warning: Error) => void warnings.push(warning);
      process.on('warning', note);
      try {
        const { signal } = new AbortController();
        await Promise.all(Array.from({ length: 20 }, () => client.jobs.get(1, { signal })));
        await new Promise(resolve => setImmediate(resolve));
        assert.deepEqual(warnings, []);
      } finally {
        process.off('warning', note);
        await client.close();
      }
    }));
});
