import { fieldRow } from '../../api/fields/objectFields.ts';
import type { Draft } from '../../api/model/draft.ts';
import { toGroupDraft } from '../../api/model/group.ts';
import { toJobDraft } from '../../api/model/job.ts';
import type { Localizer } from '../../base/localizer.ts';
import type { CliContext, ExitCode } from '../cliContext.ts';
import { command } from '../contribution.ts';
import { withSuggestion } from '../habits.ts';
import { kindAndNames, selectGroups, selectJobs, yesNo } from '../namedObjects.ts';
import { connectionOptions, general, UsageError } from '../optionTable.ts';

export const getCommand = command({
  operands: '(job|group) NAME…',
  synonyms: ['describe', 'show'],
  texts: ({ t }) => ({
    summary: t('Print jobs or groups with all their fields'),
    details: [
      t(
        'Specify a job by its ID or full name, and a group by its DN, its full name, or its ID if the server returns one. For an object named 12, pass name:12.',
      ),
    ],
    examples: {
      'device-automation get job 12': t('A job by its ID.'),
      "device-automation get group 'OU=Plant,DC=example' --json": t('A group by its DN, as JSON.'),
    },
  }),
  options: {
    ...connectionOptions,
    ...general('output', 'json'),
  },
  completes: 'objects',
  run: async context => {
    const { kind, names } = namedObjects(context);
    const { session } = context.connect();
    const objects =
      kind === 'job'
        ? (await selectJobs(session, names, context)).map(job => [job.id, toJobDraft(job)] as const)
        : (await selectGroups(session, names, context)).map(
            group => [group.id, toGroupDraft(group)] as const,
          );
    return print(context, `${kind}s`, objects);
  },
});

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

function print(
  { output, localizer }: CliContext,
  name: 'jobs' | 'groups',
  objects: readonly (readonly [id: number | undefined, draft: Draft])[],
): ExitCode {
  if (output.isDocument) {
    output.document({ [name]: objects.map(([id, draft]) => ({ id, ...draft })) });
    return 0;
  }
  for (const [index, [id, draft]] of objects.entries()) {
    if (index > 0) output.lines(['']);
    const rows = Object.entries(draft).map(([field, value]) => [
      fieldRow(field)?.label(localizer) ?? field,
      valueText(value, localizer),
    ]);
    const ids = id === undefined ? [] : [[localizer.t('ID'), String(id)]];
    output.table([...ids, ...rows], true);
  }
  return 0;
}

function valueText(value: unknown, localizer: Localizer): string {
  if (typeof value === 'boolean') return yesNo(value, localizer);
  if (typeof value === 'string') return value;
  const isPlain = Array.isArray(value) && value.every(item => typeof item !== 'object');
  return isPlain ? value.join(', ') : JSON.stringify(value ?? null);
}
