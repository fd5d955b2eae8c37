import { join } from 'node:path';
import * as vscode from 'vscode';
import { runNotes } from '../forms/runNotes.ts';
import { HistoryFiles } from '../history/historyFiles.ts';
import { historyNotices } from '../notices/historyNotices.ts';
import { historyLimits } from '../platform/settings.ts';
import type { Histories } from '../servers/histories.ts';
import { DeadlineScheduler } from '../util/deadlineScheduler.ts';
import { stateFolder } from '../util/privateFiles.ts';
import type { Host } from './host.ts';

/** While the window has the focus, what others saw appears after this time. */
const followMs = 10_000;

/** Stores what this window sees of jobs, follows what other windows and `observe` store, and shows it in forms. */
export function keepPastRuns(host: Host, histories: Histories): vscode.Disposable {
  const { clock } = host;
  host.formNotes.push(runNotes(histories));
  const onHistory = historyNotices(host);
  histories.attach((history, name) => {
    const folder = join(stateFolder(process.env), 'history', name);
    return new HistoryFiles(history, { folder, clock, limits: historyLimits, ...onHistory });
  });
  const following = new DeadlineScheduler(clock, () => {
    if (vscode.window.state.focused) void histories.follow();
    following.within(followMs);
  });
  following.within(followMs);
  return vscode.Disposable.from(
    { dispose: () => following.cancel() },
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void histories.follow();
    }),
  );
}
