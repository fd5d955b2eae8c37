import * as vscode from 'vscode';
import type { ObjectKind } from '../../api/fields/objectFields.ts';
import { toGroupDraft } from '../../api/model/group.ts';
import { toJobDraft } from '../../api/model/job.ts';
import { consoleUrl } from '../../api/model/server.ts';
import { displayText } from '../../base/displayText.ts';
import { quoteName } from '../../store/filter/filterText.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { FoundObjects } from '../notices/lostCreates.ts';
import { plural, t } from '../platform/localize.ts';
import { groupTitle, jobName } from '../platform/objectNames.ts';
import { isFromKey, rowsIn, type SessionAccess, withSession } from './arguments.ts';
import type { Args, Documents, ListView, Uses } from './commandContext.ts';
import { findAllGroupIds, groupIdsOf } from './findGroupIds.ts';
import { type GroupChoice, groupsFor, groupsOfRows } from './groups/groupArguments.ts';
import { type JobChoice, jobsFor } from './jobs/jobArguments.ts';

/** Opens the documents of jobs. */
export async function openJobs(context: JobChoice & Uses<'documents'>, args: Args): Promise<void> {
  const targets = await jobsFor(context, args, t('Open Jobs'));
  if (targets === undefined) return;
  const { session, jobs } = targets;
  const question = plural('Open {count} job?|Open {count} jobs?', jobs.length);
  if (!(await confirmEditors(context, jobs.length, question))) return;
  for (const job of jobs) await context.documents.open(session, 'job', job.id, jobName(job));
}

const newTitles = { job: 'New Job', group: 'New Group' } as const;

/** Opens a document for a new job or group, which its first save creates. */
export function createObject(context: SessionAccess & Uses<'documents'>, kind: ObjectKind): Promise<void> {
  return withSession(context, session => context.documents.openNew(session, kind, t(newTitles[kind])));
}

/** Opens a new document with the content of a job, for the user to review and save. */
export async function duplicateJobs(context: JobChoice & Uses<'documents'>, args: Args): Promise<void> {
  const targets = await jobsFor(context, args, t('Duplicate Jobs'));
  if (targets === undefined) return;
  const question = plural('Duplicate {count} job?|Duplicate {count} jobs?', targets.jobs.length);
  if (!(await confirmEditors(context, targets.jobs.length, question))) return;
  for (const listed of targets.jobs) {
    const job = await targets.session.jobs.read(listed.id);
    const name = t('{name} (copy)', { name: job.name });
    await context.documents.openNew(targets.session, 'job', name, { ...toJobDraft(job), name });
  }
}

/** Opens the documents of groups, searching for their IDs if the server does not return them. */
export async function openGroups(
  context: GroupChoice & Uses<'notices' | 'documents'>,
  args: Args,
): Promise<void> {
  if (args[1] === 'click' && !isDoubleClick(args[0])) return;
  const targets = await groupsFor(context, args, t('Open Groups'));
  // The key is bound in the whole view, so other rows must keep their default action.
  if (targets === undefined && isFromKey(args)) return context.groupsView.frame.activateFocused();
  if (targets === undefined) return;
  // As in other lists, Enter only opens the focused row.
  const groups = isFromKey(args) ? targets.groups.slice(0, 1) : targets.groups;
  const question = plural('Open {count} group?|Open {count} groups?', groups.length);
  if (!(await confirmEditors(context, groups.length, question))) return;
  for (const [group, id] of await groupIdsOf(context, targets.session, groups))
    await context.documents.open(targets.session, 'group', id, groupTitle(group));
}

/** Opens a new document with the devices of a group; the server assigns its `dn`. */
export async function duplicateGroups(context: GroupChoice & Uses<'documents'>, args: Args): Promise<void> {
  const targets = await groupsFor(context, args, t('Duplicate Groups'));
  if (targets === undefined) return;
  const question = plural('Duplicate {count} group?|Duplicate {count} groups?', targets.groups.length);
  if (!(await confirmEditors(context, targets.groups.length, question))) return;
  for (const group of targets.groups) {
    const name = t('{name} (copy)', { name: group.name });
    await context.documents.openNew(targets.session, 'group', name, { ...toGroupDraft(group), name, dn: '' });
  }
}

/** Opens the page of a job in the server's web console. */
export async function openJobInConsole(context: JobChoice, args: Args): Promise<void> {
  const targets = await jobsFor(context, args.slice(0, 1), t('Open Job in Web Console'));
  const [job] = targets?.jobs ?? [];
  if (targets !== undefined && job !== undefined) await openConsole(context, targets.session, 'job', job.id);
}

/** Opens the page of a group in the server's web console. */
export async function openGroupInConsole(context: GroupChoice & Uses<'notices'>, args: Args): Promise<void> {
  const targets = await groupsFor(context, args.slice(0, 1), t('Open Group in Web Console'));
  if (targets === undefined) return;
  const [id] = (await groupIdsOf(context, targets.session, targets.groups.slice(0, 1))).values();
  if (id !== undefined) await openConsole(context, targets.session, 'group', id);
}

async function openConsole(
  { dialogs }: Uses<'dialogs'>,
  { server }: ServerSession,
  kind: ObjectKind,
  id: number,
): Promise<void> {
  const url = consoleUrl(server, server.console?.[kind] ?? '', id);
  if (url !== undefined) return void (await vscode.env.openExternal(vscode.Uri.parse(url, true)));
  const words = { server: server.name, example: `automation/${kind}/{id}/change/` };
  await dialogs.error(
    t(
      'The address of the web console of “{server}” is not usable. Enter one with {id} in it, such as {example}, with “Edit Server…”.',
      { ...words, id: '{id}' },
    ),
  );
}

/** Finds the IDs of the clicked or selected groups, or else of all groups of the active server. */
export async function findGroupIds(context: GroupChoice & Uses<'notices'>, args: Args): Promise<void> {
  const targets = groupsOfRows(context, rowsIn(args));
  if (targets === undefined) return withSession(context, session => findAllGroupIds(context, session));
  const ids = [...(await groupIdsOf(context, targets.session, targets.groups))];
  if (ids.length === 0) return;
  const known = ids.map(([group, id]) => t('“{name}”: {id}', { name: groupTitle(group), id }));
  await context.dialogs.info(t('IDs of groups: {ids}.', { ids: known.join(', ') }));
}

/** Opening more editors than this at once is rarely intended. */
const mostUnconfirmed = 10;

/** Asks before a command opens many editors. */
async function confirmEditors(
  { dialogs }: Uses<'dialogs'>,
  count: number,
  message: string,
): Promise<boolean> {
  if (count <= mostUnconfirmed) return true;
  const detail = t('Each opens in its own editor.');
  return dialogs.confirm({ message, detail, action: t('Open') });
}

type FilteredView = Pick<ListView, 'setFilter' | 'refresh' | 'frame'>;

/** Opens the found object, or lets the user pick one of several. If no ID is known, filters the list by name. */
export async function showFound(
  {
    servers,
    dialogs,
    documents,
    jobsView,
    groupsView,
  }: Uses<'servers' | 'dialogs'> & {
    readonly documents: Pick<Documents, 'open'>;
    readonly jobsView: FilteredView;
    readonly groupsView: FilteredView;
  },
  { session, kind, found, name }: FoundObjects,
): Promise<void> {
  const withIds = found.flatMap(({ id, name: own }) => (id === undefined ? [] : [{ id, name: own }]));
  const [first] = withIds;
  if (first === undefined) {
    if (servers.active?.id !== session.server.id) await servers.setActive(session.server.id);
    const view = kind === 'job' ? jobsView : groupsView;
    view.setFilter(quoteName(name));
    await view.refresh();
    return view.frame.focus();
  }
  const chosen = withIds.length === 1 ? first : await choose({ dialogs }, withIds);
  if (chosen !== undefined) await documents.open(session, kind, chosen.id, chosen.name);
}

async function choose(context: Uses<'dialogs'>, found: readonly { id: number; name: string }[]) {
  const choices = found.map(({ id, name }) => ({
    value: String(id),
    label: displayText(name, 80),
    description: `#${id}`,
  }));
  const value = await context.dialogs.pick(t('Which one?'), choices);
  return found.find(({ id }) => String(id) === value);
}

const longestPauseMs = 500;
let last: { readonly row: unknown; readonly atMs: number } | undefined;

/**
 * Whether a click on a row is the second of a double click. VS Code runs a row's command on each click, unless the
 * user has set lists to open on double click.
 */
export function isDoubleClick(row: unknown, nowMs = performance.now()): boolean {
  if (vscode.workspace.getConfiguration('workbench.list').get('openMode') === 'doubleClick') return true;
  const isSecond = last !== undefined && last.row === row && nowMs - last.atMs <= longestPauseMs;
  last = isSecond ? undefined : { row, atMs: nowMs };
  return isSecond;
}
