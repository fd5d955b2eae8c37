import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { historyOf } from '../../../src/contrib/history/common/sessionHistory.ts';
import { withMemoryServer } from '../../workbench/commands/support/memoryServer.ts';
import { hourlyRuns, hourMs, minuteMs, watchRuns } from './support/watchedRuns.ts';

const { runNotes } = await import('../../../src/contrib/history/vscode/runNotes.ts');

const never = () => ({ dispose: () => undefined });

describe('the note about runs in the form of a job', () => {
  it('has the last runs, oldest first, with their durations and how they ended', () =>
    withMemoryServer(async ({ session, context }) => {
      const { notesOf } = runNotes({ onDidChange: never });
      const outlook = context.schedules.of(session.server);
      const untilMs = Date.now();
      const fromMs = untilMs - 9 * hourMs;
      const last = [untilMs - hourMs, 2 * minuteMs, 'failed'] as const;
      const runs = [...hourlyRuns(fromMs, 6), last];
      watchRuns(historyOf(session), 7, { runs, fromMs: fromMs - minuteMs, toMs: untilMs });
      const [note] = notesOf(7, session, outlook);
      assert.deepEqual(
        [note?.title, note?.summary],
        ['Last runs', '6 succeeded, 1 failed · typically 4 min'],
      );
      assert.deepEqual(
        note?.bars.map(({ look, mark, share }) => [look, mark, Math.round(share * 10) / 10]),
        [...Array.from({ length: 6 }, () => ['succeeded', '✓', 1]), ['failed', '✗', 0.5]],
      );
      assert.match(note?.bars.at(-1)?.text ?? '', /: failed, 2 min/);
    }));
});
