import * as z from 'zod/mini';
import { displayText } from '../../../base/displayText.ts';
import { t } from '../../platform/localize.ts';
import { isFromKey, rowsIn } from '../arguments.ts';
import type { Args, Uses } from '../commandContext.ts';
import { deleteJobs, deleteTheseJobs } from './deleteJobs.ts';
import { chosenRows } from './jobArguments.ts';

const FilterRowSchema = z.looseObject({ kind: z.literal('namedFilter'), name: z.string() });

/** Deletes what the rows of the view are: jobs, or named filters. */
export async function deleteRows(context: Parameters<typeof deleteJobs>[0], args: Args): Promise<void> {
  const isKey = isFromKey(args);
  const rows = isKey ? await context.jobsView.frame.focusedRows() : rowsIn(args);
  const filters = rows.flatMap(row => FilterRowSchema.safeParse(row).data ?? []);
  if (filters.length > 0 && filters.length === rows.length)
    for (const { name } of filters) await deleteFilter(context, name);
  else if (isKey) await deleteTheseJobs(context, await chosenRows(context, rows));
  else await deleteJobs(context, args);
}

async function deleteFilter(
  { dialogs, jobsView }: Uses<'dialogs' | 'jobsView'>,
  name: string,
): Promise<void> {
  const restore = await jobsView.removeFilter(name);
  const words = { name: displayText(name, 80), setting: 'deviceAutomation.filters' };
  if (restore === undefined) {
    await dialogs.info(
      t('The workspace adds the filter “{name}”. To delete it, change {setting} in its settings.', words),
    );
    return;
  }
  const undo = t('Undo');
  if ((await dialogs.info(t('The filter “{name}” was deleted.', words), undo)) === undo) await restore();
}
