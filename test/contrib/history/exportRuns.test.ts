import assert from 'node:assert/strict';
import * as z from 'zod';
import { historyOf } from '../../../src/contrib/history/common/sessionHistory.ts';
import { withParts } from '../../support/vscode/withParts.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { hourlyRuns, hourMs, minuteMs, watchRuns } from './support/watchedRuns.ts';

const vscode = await import('../../support/vscode/vscodeFake.ts');
const { exportRuns } = await import('../../../src/contrib/history/vscode/exportRuns.ts');

const startMs = Date.UTC(2026, 10, 20);

describe('exported runs', () => {
  it('are lines with the bounds of each time, in which no cell is a formula', () =>
    withMemoryServer(async given => {
      const { session, memoryServer, user, context } = given;
      memoryServer.jobs.set(7, { name: '=HYPERLINK("x")', policies: [1] });
      const runs = [...hourlyRuns(startMs, 1), ...hourlyRuns(startMs + hourMs, 1, 'failed')];
      const [fromMs, toMs] = [startMs - minuteMs, startMs + 2 * hourMs];
      watchRuns(historyOf(session), 7, { runs, fromMs, toMs });
      const written: unknown[] = [];
      const showSaveDialog = async ({ defaultUri }: { defaultUri: unknown }) => defaultUri;
      const writeFile = async (_: unknown, bytes: Uint8Array) =>
        void written.push(Buffer.from(bytes).toString());
      await withParts(vscode.workspace, { fs: { writeFile }, workspaceFolders: undefined }, () =>
        withParts(vscode.window, { showSaveDialog }, () => exportRuns(context, [{ ids: [7] }])),
      );
      const [text = ''] = z.array(z.string()).parse(written);
      const lines = text.replace('\uFEFF', '').trimEnd().split('\n');
      assert.deepEqual(lines, [
        'Job,ID,Planned,Outcome,Status,Started after,Started by,Ended after,Ended by,Least seconds,Most seconds,Stopped here,Late',
        `"'=HYPERLINK(""x"")",7,,succeeded,finished,2026-11-19T23:59:50.000Z,2026-11-20T00:00:00.000Z,` +
          '2026-11-20T00:03:50.000Z,2026-11-20T00:04:00.000Z,230,250,,',
        `"'=HYPERLINK(""x"")",7,,failed,failed,2026-11-20T00:59:50.000Z,2026-11-20T01:00:00.000Z,` +
          '2026-11-20T01:03:50.000Z,2026-11-20T01:04:00.000Z,230,250,,',
      ]);
      assert.match(user.messages.at(-1)?.text ?? '', /\.csv” was saved: 2 runs\.$/);
    }));

  it('are none if no run was seen', () =>
    withMemoryServer(async ({ memoryServer, user, context }) => {
      memoryServer.jobs.set(7, { name: 'Job 7', policies: [1] });
      await exportRuns(context, [{ ids: [7] }]);
      assert.equal(user.messages.at(-1)?.text, 'No runs of these jobs have been seen yet.');
    }));
});
