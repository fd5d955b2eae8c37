import { restOf } from '../../../store/runs/runRecord.ts';
import type { RunActions } from '../../../workbench/commands/runs/runActions.ts';
import { type ApplyContext, applyFiles } from './applyFiles.ts';
import { copyToServer } from './copyToServer.ts';

/** Applies or copies what a run has not, from a new plan. */
export function fileRetries(own: ApplyContext): RunActions {
  return {
    retries: {
      applyFiles: async ({ server }, run, journal) => {
        const { folder, copied } = run;
        const context = { ...own, journal };
        const items = restOf(run).map(({ name, kind }) => (kind === undefined ? { name } : { name, kind }));
        if (copied !== undefined) return () => copyToServer(context, [{ server: server.id, items, copied }]);
        // Without the folder, the source of the values is unknown.
        if (folder === undefined) return undefined;
        return () => applyFiles(context, [{ server: server.id, items, folder }]);
      },
    },
  };
}
