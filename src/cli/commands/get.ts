import { fieldRow } from '../../api/fields/objectFields.ts';
import type { Draft } from '../../api/model/draft.ts';
import { toGroupDraft } from '../../api/model/group.ts';
import { type Job, toJobDraft } from '../../api/model/job.ts';
import type { Localizer } from '../../base/localizer.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { CliContext, ExitCode } from '../cliContext.ts';
import { withSuggestion } from '../habits.ts';
import { detailsJson, groupsText, readJobDetails } from '../jobDetails.ts';
import { kindAndNames, selectGroups, selectJobs, statusCell, yesNo } from '../namedObjects.ts';
import { UsageError } from '../optionTable.ts';
import type { Cell } from '../terminal/textTable.ts';

export async function getObjects(context: CliContext<'no-status'>): Promise<ExitCode> {
  const { kind, names } = namedObjects(context);
  const { session } = context.connect();
  if (kind === 'job') return printJobs(context, session, await selectJobs(session, names, context));
  const groups = await selectGroups(session, names, context);
  const { output } = context;
  if (output.isDocument)
    output.document({ groups: groups.map(group => ({ id: group.id, ...toGroupDraft(group) })) });
  else
    printEach(
      context,
      groups.map(group => [...idRow(group.id, context), ...rowsOf(toGroupDraft(group), context)]),
    );
  return 0;
}

async function printJobs(
  context: CliContext<'no-status'>,
  session: ServerSession,
  jobs: readonly Job[],
): Promise<ExitCode> {
  const { output, localizer } = context;
  const details = await readJobDetails(context, session, jobs);
  const { statuses, statusOf } = details;
  if (output.isDocument)
    output.document({
      jobs: jobs.map(job => ({ id: job.id, ...toJobDraft(job), ...detailsJson(job, details) })),
      statuses,
    });
  else
    printEach(
      context,
      jobs.map(job => [
        ...idRow(job.id, context),
        ...(statuses === undefined ? [] : [[localizer.t('Status'), statusCell(statusOf(job), localizer)]]),
        ...rowsOf(toJobDraft(job), context, { groups: groupsText(job, details) }),
      ]),
    );
  return 0;
}

/** Throws `UsageError` without a kind and names. */
export function namedObjects({ operands, localizer }: CliContext) {
  const chosen = kindAndNames(operands);
  const [word = ''] = operands;
  if (chosen === undefined)
    throw new UsageError(
      withSuggestion(
        word,
        ['job', 'group'],
        localizer.t('Pass “job” or “group”, and their names, as in “job 12”.'),
        localizer,
      ),
    );
  if (chosen.names.length > 0) return chosen;
  const words = { command: `device-automation list ${chosen.kind}s` };
  throw new UsageError(localizer.t('Pass the names or IDs. For all of them, run “{command}”.', words));
}

function printEach({ output }: CliContext, tables: readonly (readonly (readonly Cell[])[])[]): void {
  for (const [index, rows] of tables.entries()) {
    if (index > 0) output.lines(['']);
    output.table(rows, true);
  }
}

function idRow(id: number | undefined, { localizer }: CliContext): readonly (readonly Cell[])[] {
  return id === undefined ? [] : [[localizer.t('ID'), String(id)]];
}

/** A row for each field; `texts`: what is printed instead of some values. */
function rowsOf(
  draft: Draft,
  { localizer }: CliContext,
  texts: Readonly<Record<string, string>> = {},
): readonly (readonly Cell[])[] {
  return Object.entries(draft).map(([field, value]) => [
    fieldRow(field)?.label(localizer) ?? field,
    texts[field] ?? valueText(value, localizer),
  ]);
}

function valueText(value: unknown, localizer: Localizer): string {
  if (typeof value === 'boolean') return yesNo(value, localizer);
  if (typeof value === 'string') return value;
  const isPlain = Array.isArray(value) && value.every(item => typeof item !== 'object');
  return isPlain ? value.join(', ') : JSON.stringify(value ?? null);
}
