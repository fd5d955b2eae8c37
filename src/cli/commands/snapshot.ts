import { omissionTexts } from '../../files/exportObjects.ts';
import { readServerState } from '../../files/serverState.ts';
import { takeSnapshot } from '../../files/snapshots.ts';
import type { CommandRow } from '../cliContext.ts';
import { readingProgress } from '../fileSets.ts';
import { stateFolderOf } from '../journal.ts';
import { connectionOptions } from '../optionTable.ts';

export const snapshotCommand = {
  operands: '',
  summary: 'Store all jobs and groups in an archive, to compare later',
  details: [
    'Writes the files of an export to an archive in the folder of --state-dir, and prints its path. The last ten of a server are kept; the extension shows them in “Compare with Snapshot…”. “plan” and “diff” take the archive instead of a folder. For a history with authors and reviews, export to a repository instead.',
  ],
  options: [...connectionOptions, 'state-dir', 'output', 'json'],
  examples: {
    'device-automation snapshot': 'Store how the server is now.',
  },
  run: async context => {
    const { output, localizer, clock } = context;
    const { session } = context.connect();
    const state = await readServerState(session, readingProgress(context));
    output.endProgress();
    const options = { stateFolder: stateFolderOf(context), localizer };
    const { path, plan } = await takeSnapshot(state, options, clock.now());
    if (output.isDocument) output.document({ path, files: plan.writes.length });
    else {
      output.lines([path]);
      for (const text of omissionTexts(plan, localizer, Number.POSITIVE_INFINITY)) output.note(text);
    }
    return plan.skipped.length + plan.tooLong.length > 0 ? 1 : 0;
  },
} as const satisfies CommandRow;
