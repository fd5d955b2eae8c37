import assert from 'node:assert/strict';
import { rejection, scriptToken } from '../support/http/clients.ts';
import { json, silence } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { withApp } from './support/appInNode.ts';

const { documentEvents, user } = await import('../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

describe('the token of a server whose URL was edited in the settings', () => {
  it('is sent to the old URL only, and the server is signed out at the new one', () =>
    withScript(former =>
      withScript(server => {
        for (const script of [former, server]) script.otherwise(json({ id: 7, name: 'Nightly' }));
        const config = { id: 'plant', name: 'Plant' };
        return withApp({ servers: [{ ...config, url: former.url }] }, async ({ app }) => {
          const read = (id: number) => app.fileSystem.readFile(objectUri('plant', 'job', id, 'Nightly'));
          await read(7);
          assert.equal(former.received[0]?.headers.authorization, `Token ${scriptToken}`);
          user.settings.values.set('deviceAutomation.servers', [{ ...config, url: server.url }]);
          documentEvents.configured.fire({ affectsConfiguration: section => section.includes('servers') });
          assert.match(String(await rejection(read(7))), /token/);
          assert.deepEqual([former.received.length, server.received], [1, []]);
        });
      }),
    ));
});

describe('a server setting that changes during a read', () => {
  const config = { id: 'plant', name: 'Plant' };
  const change = (servers: readonly object[]) => {
    user.settings.values.set('deviceAutomation.servers', servers);
    documentEvents.configured.fire({ affectsConfiguration: section => section.includes('servers') });
  };

  it('closes the connection, and the read is repeated on the new one', () =>
    withScript(server =>
      withApp({ servers: [{ ...config, url: server.url }] }, async ({ app }) => {
        server.queue(silence);
        server.otherwise(json({ id: 7, name: 'Nightly' }));
        const reading = app.fileSystem.readFile(objectUri('plant', 'job', 7, 'Nightly'));
        await server.requests(1);
        change([{ ...config, url: server.url, timeoutSeconds: 20 }]);
        assert.match(Buffer.from(await reading).toString(), /"Nightly"/);
        assert.deepEqual(
          server.received.map(({ path }) => path),
          ['/automation/api/job/7/', '/automation/api/job/7/'],
        );
      }),
    ));
});
