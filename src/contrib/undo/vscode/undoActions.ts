import { type RunRecord, restOf } from '../../../store/runs/runRecord.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import type { RunActions } from '../../../workbench/commands/runs/runActions.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import type { ReportAction } from '../../../workbench/reports/reports.ts';
import { repointOffers } from './repointJobs.ts';
import { findRun } from './retryRun.ts';
import { undoableItems } from './undoPlan.ts';
import { undoRun } from './undoRun.ts';

/** Offers to undo runs, to do what they have not done, and to use the new IDs of groups that they created again. */
export function undoActions(context: RunContext): readonly RunActions[] {
  const undo: RunActions = {
    offer: async (run, session) =>
      run.act === 'undo' || undoableItems(run).length === 0
        ? []
        : [{ label: t('Undo'), run: () => undoRun(context, session, run) }],
    commandsFor: run => [...undoCommand(run), ...retryCommand(run)],
    retries: {
      undo: async (session, run, journal) => {
        const undone = await findRun({ journal }, run.undoes);
        return undone && (() => undoRun({ ...context, journal }, session, undone));
      },
    },
  };
  return [undo, { offer: (run, session) => repointOffers(context, session, run) }];
}

function undoCommand(run: RunRecord): ReportAction[] {
  const { id } = run;
  if (id === undefined || undoableItems(run).length === 0) return [];
  return [{ title: t('Undo'), command: 'deviceAutomation.run.undo', args: [{ id }] }];
}

function retryCommand(run: RunRecord): ReportAction[] {
  const { length } = restOf(run);
  const title = plural('Retry {count} Object…|Retry {count} Objects…', length);
  return length === 0 ? [] : [{ title, command: 'deviceAutomation.run.retry', args: [run] }];
}
