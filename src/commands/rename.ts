import * as z from 'zod';
import type { LabelledField } from '../fields/objectFields.ts';
import { localizer } from '../platform/localize.ts';
import type { CommandContext } from './commandContext.ts';
import { groupIdOf } from './groupIds.ts';
import { type GroupChoice, groupsFor } from './groups/groupArguments.ts';
import { type JobChoice, jobsFor, jobsOfRows } from './jobs/jobArguments.ts';
import { nameLabel } from './nameLabels.ts';
import { isFromKey } from './viewArguments.ts';

const { t } = localizer;

const NamedRowSchema = z.looseObject({
  kind: z.literal('target'),
  target: z.looseObject({ kind: z.enum(['policy', 'report', 'dynamicGroup']) }),
});

const labelKinds: Readonly<Record<z.infer<typeof NamedRowSchema>['target']['kind'], LabelledField>> = {
  policy: 'policies',
  report: 'reports',
  dynamicGroup: 'dynamic_groups',
};

/** Renames a job; run by a key on an ID below a job, names that ID. */
export async function renameJob(
  context: JobChoice & Pick<CommandContext, 'labels'>,
  args: readonly unknown[],
): Promise<void> {
  const rows = isFromKey(args) ? await context.jobsView.frame.focusedRows() : undefined;
  const named = NamedRowSchema.safeParse(rows?.[0]);
  if (named.success) return nameLabel(context, rows ?? [], labelKinds[named.data.target.kind]);
  const title = t('Rename Job');
  const targets = await (rows === undefined
    ? jobsFor(context, args.slice(0, 1), title)
    : jobsOfRows(context, rows));
  const [job] = targets?.jobs ?? [];
  if (targets === undefined || job === undefined) return;
  const name = await askName(context, title, job.name);
  if (name === undefined) return;
  const { jobs } = targets.session;
  const read = await jobs.read(job.id);
  // A response that arrived during the read may be about a later time.
  const names = [read.name, jobs.get(job.id)?.name ?? read.name];
  if (await mayReplace(context, job.name, names, name)) await jobs.update(job.id, { name });
}

/** Renames a group after a fresh read has confirmed its ID. */
export async function renameGroup(
  context: GroupChoice & Pick<CommandContext, 'notices'>,
  args: readonly unknown[],
): Promise<void> {
  const title = t('Rename Group');
  const targets = await groupsFor(context, args.slice(0, 1), title);
  const [group] = targets?.groups ?? [];
  if (targets === undefined || group === undefined) return;
  const { session } = targets;
  const id = await groupIdOf(context, session, group);
  const name = id === undefined ? undefined : await askName(context, title, group.name);
  if (id === undefined || name === undefined) return;
  const { groups } = session;
  const read = await groups.identity.verify(group, id);
  // A response that arrived during the read may be about a later time.
  const names = [read.name, groups.byId(id)?.name ?? read.name];
  if (await mayReplace(context, group.name, names, name)) await groups.update(id, { name });
}

/** Asks where one of the names read by now is another than the one that the user saw in the input. */
async function mayReplace(
  { dialogs }: Pick<CommandContext, 'dialogs'>,
  ...[before, names, name]: readonly [before: string, names: readonly string[], name: string]
): Promise<boolean> {
  const now = names.find(other => other !== before && other !== name);
  if (now === undefined) return true;
  const words = { before, now, name };
  const question = t('“{before}” was renamed to “{now}” meanwhile. Rename it to “{name}”?', words);
  const action = t('Rename');
  return (await dialogs.decide(question, action)) === action;
}

/** `undefined` when the name stays as it is. */
async function askName(
  context: Pick<CommandContext, 'dialogs'>,
  title: string,
  before: string,
): Promise<string | undefined> {
  const typed = await context.dialogs.input({
    title,
    prompt: t('The new name, as stored on the server'),
    value: before,
    validate: text => (text.trim() === '' ? t('Enter a name.') : undefined),
  });
  return typed === undefined || typed === before ? undefined : typed.trim();
}
