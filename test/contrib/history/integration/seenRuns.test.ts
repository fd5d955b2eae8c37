import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { withApp } from '../../../app/support/appInNode.ts';
import { json } from '../../../support/http/responders.ts';
import { withScript } from '../../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../../support/http/wire.ts';

const { documentEvents } = await import('../../../support/vscode/vscodeFake.ts');

const { History } = await import('../../../../src/contrib/history/common/history.ts');
const { fingerprintOf } = await import('../../../../src/api/model/serverFingerprint.ts');
const { HistoryFiles } = await import('../../../../src/contrib/history/common/historyFiles.ts');
const { stateFolder } = await import('../../../../src/base/privateFiles.ts');
const { systemClock } = await import('../../../../src/base/clock.ts');

function openHistory(folder: string) {
  const history = new History({ extraWords: () => new Map() });
  const files = new HistoryFiles(history, {
    folder,
    clock: systemClock,
    limits: () => ({ days: 90, bytes: 1e6 }),
    onFailure: error => assert.fail(String(error)),
    onNewer: () => assert.fail('no version is newer'),
  });
  return { history, files };
}

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
        const { history, files } = openHistory(folder);
        await history.load();
        await files.close();
        return history.runs(1).at(-1);
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

  it('appears in a window that gets the focus after another program has stored it', () =>
    withScript(async server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const folder = join(stateFolder(process.env), 'history', fingerprintOf(server.url));
      const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
      const other = openHistory(folder);
      const lookAt = async (minutes: number, word: string) => {
        const atMs = Date.now() - 600_000 + minutes * 60_000;
        other.history.look(1, { word, earliestMs: atMs, latestMs: atMs });
        await other.files.flush();
      };
      for (const [minutes, word] of ['finished', 'running', 'finished'].entries())
        await lookAt(minutes, word);
      await withApp({ servers }, async ({ app }) => {
        const { jobs } = app.trees;
        const runCount = async () => {
          const [row] = await jobs.getChildren();
          const parts = row === undefined ? [] : await jobs.getChildren(row);
          const runs = parts.find(part => part.kind === 'jobPart' && part.part === 'runs');
          return runs === undefined ? 0 : (await jobs.getChildren(runs)).length;
        };
        const seen = (count: number) =>
          new Promise<void>(resolve => {
            const check = async () => {
              if ((await runCount()) !== count) return;
              subscription.dispose();
              resolve();
            };
            const subscription = jobs.onDidChangeTreeData(() => void check());
            void check();
          });
        await seen(1);
        await lookAt(4, 'running');
        documentEvents.windowState.fire({ focused: true });
        await seen(2);
      });
      await other.files.close();
      await rm(folder, { recursive: true, force: true });
    }));
});
