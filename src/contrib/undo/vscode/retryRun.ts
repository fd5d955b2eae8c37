import { type RunRecord, RunRecordSchema, restOf } from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import type { RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { movedText, sessionOf } from '../../../workbench/commands/runs/recordedObjects.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { readBackRun } from './readBackRun.ts';

/** What undoing or repeating any run requires. */
export type RetryContext = RunContext & Uses<'sessions' | 'servers'>;

/** Does what a run has not done. The report of the run passes its record as the argument. */
export async function retryRun(context: RetryContext, [record]: readonly unknown[]): Promise<void> {
  const run = RunRecordSchema.parse(record);
  const session = sessionOf(context, run);
  if (session === 'moved') await context.dialogs.info(movedText(run));
  else if (session !== undefined) await doRest(context, session, run);
}

/** Does what is left of the run after a prompt. Resolves with false if nothing is left. */
export async function doRest(
  context: RetryContext,
  session: ServerSession,
  record: RunRecord,
): Promise<boolean> {
  const { runActions, journal, dialogs } = context;
  const run = await readBackRun(context, session, record);
  const retry = runActions.find(({ retries }) => retries?.[run.act] !== undefined)?.retries?.[run.act];
  const rest = restOf(run).length === 0 ? undefined : await retry?.(session, run, journal);
  if (rest === undefined) await dialogs.info(t('Nothing left to do.'));
  else await rest();
  return rest !== undefined;
}

/** The recorded run with this ID. */
export async function findRun({ journal }: Uses<'journal'>, id = ''): Promise<RunRecord | undefined> {
  return id === '' ? undefined : (await journal.since(id)).find(run => run.id === id);
}
