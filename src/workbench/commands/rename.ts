import { isBlankName } from '../../api/model/createRules.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import type { Decision } from '../../api/writes/objectWrites.ts';
import { type ChangeResult, unlessRefused } from '../../api/writes/writeResult.ts';
import { seenGroup, seenJob } from '../../store/objectAccess.ts';
import { t } from '../platform/localize.ts';
import { withAddress } from '../servers/serverAddress.ts';
import { isFromKey, rowsOf } from './arguments.ts';
import type { Args, Uses } from './commandContext.ts';
import { groupIdOf } from './findGroupIds.ts';
import { type GroupChoice, groupsFor } from './groups/groupArguments.ts';
import { type JobChoice, jobsFor, jobsOfRows } from './jobs/jobArguments.ts';
import { nameLabel } from './nameLabels.ts';

/** Renames a job. If a key was pressed on an ID below a job, names that ID instead. */
export async function renameJob(context: JobChoice & Uses<'labels' | 'notices'>, args: Args): Promise<void> {
  const rows = isFromKey(args) ? await context.jobsView.frame.focusedRows() : undefined;
  const [labeled] = rowsOf(rows?.slice(0, 1) ?? [], 'labeled');
  if (labeled !== undefined) return nameLabel(context, rows ?? []);
  const title = t('Rename Job');
  const targets = await (rows === undefined
    ? jobsFor(context, args.slice(0, 1), title)
    : jobsOfRows(context, rows));
  const [job] = targets?.jobs ?? [];
  if (targets === undefined || job === undefined) return;
  const name = await askName(context, title, job.name);
  if (name === undefined) return;
  const { jobs, writes, server } = targets.session;
  await rename(context, { server, before: job.name, name }, decide =>
    // Another response that arrived during the read may be more recent.
    writes.jobs.change(seenJob(job), now => decide([now.name, jobs.get(job.id)?.name ?? now.name])),
  );
}

/** Renames a group after a fresh read has confirmed its ID. */
export async function renameGroup(context: GroupChoice & Uses<'notices'>, args: Args): Promise<void> {
  const title = t('Rename Group');
  const targets = await groupsFor(context, args.slice(0, 1), title);
  const [group] = targets?.groups ?? [];
  if (targets === undefined || group === undefined) return;
  const { session } = targets;
  const id = await groupIdOf(context, session, group);
  const name = id === undefined ? undefined : await askName(context, title, group.name);
  if (id === undefined || name === undefined) return;
  const { groups, writes, server } = session;
  await rename(context, { server, before: group.name, name }, decide =>
    writes.groups.change(seenGroup(group, id), now => decide([now.name, groups.byId(id)?.name ?? now.name])),
  );
}

interface NameChange {
  readonly server: ServerConfig;
  /** The name that the user saw in the input box. */
  readonly before: string;
  readonly name: string;
}

/** Asks again as long as a read returns a name that the user has not seen. */
async function rename(
  { dialogs, notices }: Uses<'dialogs' | 'notices'>,
  { server, before, name }: NameChange,
  change: (decide: (names: readonly string[]) => Promise<Decision>) => Promise<ChangeResult<unknown>>,
): Promise<void> {
  const seen = new Set([before, name]);
  let last = before;
  let isDeclined = false;
  const decide = async (names: readonly string[]): Promise<Decision> => {
    const now = names.find(other => !seen.has(other));
    if (isDeclined || names.every(other => other === name)) return { kind: 'nothing' };
    if (now === undefined) return { kind: 'send', patch: { name } };
    isDeclined = !(await dialogs.confirm({
      message: t('Rename “{now}” to “{name}” on “{server}”?', { now, name, server: server.name }),
      detail: withAddress(
        server,
        t('“{before}” has been renamed to “{now}” in the meantime.', { before: last, now }),
      ),
      action: t('Rename'),
    }));
    seen.add(now);
    last = now;
    return { kind: 'again' };
  };
  try {
    // What the server stores otherwise is shown wherever one object is written.
    unlessRefused(await change(decide));
  } catch (error) {
    await notices.show(error, server, before);
  }
}

/** `undefined` if the name does not change. */
async function askName(context: Uses<'dialogs'>, title: string, before: string): Promise<string | undefined> {
  const typed = await context.dialogs.input({
    title,
    prompt: t('The new name, as stored on the server'),
    value: before,
    validate: text => (isBlankName(text) ? t('Enter a name.') : undefined),
  });
  return typed === undefined || typed === before ? undefined : typed.trim();
}
