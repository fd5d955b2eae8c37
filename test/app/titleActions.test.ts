import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { groupWire, jobWire } from '../support/http/wire.ts';
import { withApp } from './support/appInNode.ts';

const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

describe('actions in the title bar of an open document', () => {
  it('apply to its object, even while another server is active', () =>
    withScript(memoryServer =>
      withScript(office => {
        for (const server of [memoryServer, office])
          server.otherwise(exchange => {
            const isGroup = exchange.received.path.includes('/group/');
            return json(isGroup ? groupWire('Kiosks', { id: 7 }) : jobWire(7))(exchange);
          });
        const servers = [
          { id: 'plant', name: 'Plant', url: memoryServer.url },
          { id: 'office', name: 'Office', url: office.url },
        ];
        return withApp({ servers, answer: () => 'Delete' }, async ({ app }) => {
          const job = objectUri('office', 'job', 7, 'Nightly');
          await app.runCommand('deviceAutomation.job.disable', [job, { groupId: 0 }]);
          await app.runCommand('deviceAutomation.job.delete', [job, { groupId: 0 }]);
          const writes = (received: typeof office.received) =>
            received.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);
          assert.deepEqual(writes(office.received), [
            'PATCH /automation/api/job/7/',
            'DELETE /automation/api/job/7/',
          ]);
          assert.deepEqual(writes(memoryServer.received), []);
        });
      }),
    ));
});
