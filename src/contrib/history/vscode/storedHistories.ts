import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Clock } from '../../../base/clock.ts';
import { DeadlineScheduler } from '../../../base/deadlineScheduler.ts';
import { stateFolder } from '../../../base/privateFiles.ts';
import { HistoryFiles } from '../common/historyFiles.ts';
import type { Histories } from './histories.ts';
import { historyLimits } from './historyLimits.ts';
import { type HistoryNoticeParts, historyNotices } from './historyNotices.ts';

/** While the window has the focus, what others saw appears after this time. */
const followMs = 10_000;

/** Stores what this window sees of jobs, and follows what other windows and `observe` store. */
export function storeHistories(
  parts: HistoryNoticeParts & { readonly clock: Clock },
  histories: Histories,
): vscode.Disposable {
  const { clock } = parts;
  const onHistory = historyNotices(parts);
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
