import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';

async function iconOf({ trees }: RunningApp['app']): Promise<unknown> {
  const [row] = trees.servers.getChildren();
  assert.ok(row);
  const { iconPath } = await trees.servers.getTreeItem(row);
  return typeof iconPath === 'object' && 'id' in iconPath ? iconPath.id : undefined;
}

describe('the row of the active server', () => {
  it('is not drawn as active after the user has signed out', () =>
    withScript(server => {
      server.otherwise(json([]));
      const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
      return withApp({ servers }, async ({ app }) => {
        assert.equal(await iconOf(app), 'vm-active');
        await app.runCommand('deviceAutomation.server.signOut', [{ server: 'plant' }]);
        assert.equal(await iconOf(app), 'lock');
      });
    }));
});
