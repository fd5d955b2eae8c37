import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';
import '../support/vscode/vscodeInNode.ts';
import { withApp } from './support/appInNode.ts';

const { user } = await import('../support/vscode/vscodeFake.ts');

describe('the settings', () => {
  it('are read only three times before the first rows, since each read takes VS Code milliseconds', () =>
    withScript(server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const inspected: string[] = [];
      user.inspected = name => inspected.push(name);
      return withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        const rows = await app.trees.jobs.getChildren();
        for (const row of rows) app.trees.jobs.getTreeItem(row);
        assert.equal(rows.length, 1);
        // Read for the servers, the request rate and the network.
        assert.deepEqual(inspected, ['deviceAutomation', 'deviceAutomation', 'http']);
      }).finally(() => {
        user.inspected = () => undefined;
      });
    }));
});
