import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { requireChoice, requiredJobs } from '../../../cli/jobChoice.ts';
import { jobObject } from '../common/serverState.ts';
import { applyObjectChange, fieldItem } from './plannedChanges.ts';

export async function changeEnabled(
  context: CliContext<'filter' | 'dry-run' | 'out' | 'yes' | 'state-dir'>,
  enabled: boolean,
): Promise<ExitCode> {
  requireChoice(context);
  const connection = context.connect();
  const jobs = await requiredJobs(context, connection.session);
  const items = jobs.map(job => fieldItem(jobObject(job), 'enabled', enabled));
  const act = enabled ? 'enableJobs' : 'disableJobs';
  return applyObjectChange(context, connection, { act, items, managed: jobs.length, mostDeletes: undefined });
}
