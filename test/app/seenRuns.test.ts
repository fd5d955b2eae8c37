import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';
import { withApp } from './support/appInNode.ts';

const { History } = await import('../../src/history/history.ts');
const { fingerprintOf } = await import('../../src/model/serverFingerprint.ts');
const { HistoryFiles } = await import('../../src/history/historyFiles.ts');
const { stateFolder } = await import('../../src/util/privateFiles.ts');
const { systemClock } = await import('../../src/util/clock.ts');

describe('what a window sees of runs', () => {
  it('is stored when it closes, for other windows and the command line, until it is cleared', () =>
    withScript(async server => {
      let status = 'running';
      server.otherwise(exchange => {
        const { path, method } = exchange.received;
        if (path.includes('/stop_job/')) status = 'stopped';
        if (path.includes('/status/')) return json({ id: 1, name: 'Nightly', status })(exchange);
        if (method === 'POST') return json({ message: 'ok' })(exchange);
        return json(path.includes('/job/1/') ? jobWire(1) : pageWire([jobWire(1)]))(exchange);
      });
      const folder = join(stateFolder(process.env), 'history', fingerprintOf(server.url));
      const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
      await withApp({ servers, answer: ({ actions }) => actions[0] }, async ({ app }) => {
        await app.runCommand('deviceAutomation.job.stop', [{ ids: [1], server: 'plant' }]);
      });
      const stored = async () => {
        const history = new History({ extraWords: () => new Map() });
        const onFailure = (error: unknown) => assert.fail(String(error));
        const limits = () => ({ days: 90, bytes: 1e6 });
        const files = new HistoryFiles(history, {
          folder,
          clock: systemClock,
          limits,
          onFailure,
          onNewer: () => assert.fail('no version is newer'),
        });
        await history.load();
        await files.close();
        return history.lastRun(1);
      };
      const run = await stored();
      assert.deepEqual([run?.state, run?.word, run?.isStoppedByUs], ['ended', 'stopped', true]);
      assert.equal(run?.start.afterMs, undefined);
      await withApp({ servers, answer: ({ actions }) => actions[0] }, ({ app }) =>
        app.runCommand('deviceAutomation.history.clear', [{ server: 'plant' }]),
      );
      assert.equal(await stored(), undefined);
      await rm(folder, { recursive: true, force: true });
    }));
});
