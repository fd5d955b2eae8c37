import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';
import '../support/vscode/vscodeInNode.ts';
import { withApp } from './support/appInNode.ts';

const { user } = await import('../support/vscode/vscodeFake.ts');

describe('the time zone of this computer', () => {
  it('is not looked up before the first rows, since that takes as long as to read a page of jobs', () =>
    withScript(server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const { prototype } = Intl.DateTimeFormat;
      const { resolvedOptions } = prototype;
      let lookups = 0;
      return withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        prototype.resolvedOptions = function resolve() {
          lookups += 1;
          return resolvedOptions.call(this);
        };
        const rows = await app.trees.jobs.getChildren();
        assert.deepEqual([rows.length, lookups], [1, 0]);
      }).finally(() => {
        prototype.resolvedOptions = resolvedOptions;
      });
    }));
});

describe('the settings', () => {
  it('are read only twice before the first rows, since each read takes VS Code milliseconds', () =>
    withScript(server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const inspected: string[] = [];
      user.inspected = name => inspected.push(name);
      return withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        const rows = await app.trees.jobs.getChildren();
        for (const row of rows) app.trees.jobs.getTreeItem(row);
        assert.equal(rows.length, 1);
        // Read for the servers, the request rate and the network.
        assert.deepEqual(inspected, ['deviceAutomation', 'http']);
      }).finally(() => {
        user.inspected = () => undefined;
      });
    }));
});

describe('everything that VS Code would draw before the first rows', () => {
  it('comes after them: toolbars and the rows of other views', () =>
    withScript(server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      mock.timers.enable({ apis: ['setTimeout'] });
      const drawn: string[] = [];
      return withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        user.ran = id => void drawn.push(id);
        void app.firstRows.then(() => drawn.push('other views'));
        assert.equal((await app.trees.jobs.getChildren()).length, 1);
        app.trees.jobs.setFilter('@failed');
        assert.equal(drawn.length, 0);
        mock.timers.tick(50);
        await app.firstRows;
        assert.ok(drawn.includes('setContext') && drawn.includes('other views'));
      }).finally(() => {
        user.ran = () => undefined;
        mock.timers.reset();
      });
    }));
});
