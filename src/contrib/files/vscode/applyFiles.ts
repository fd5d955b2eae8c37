import { join } from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { linkText } from '../../../base/linkedText.ts';
import { stateFolder } from '../../../base/privateFiles.ts';
import { withProcessLock } from '../../../store/runs/processLock.ts';
import { progressText } from '../../../store/runs/runItems.ts';
import type { RunSource } from '../../../store/runs/runRecord.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { findRunActions, type RunContext } from '../../../workbench/commands/runs/bulk.ts';
import { countsText, runReport } from '../../../workbench/commands/runs/runReport.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { namesOf } from '../../../workbench/platform/objectNames.ts';
import { reviewOn } from '../../../workbench/servers/serverMarks.ts';
import { type ApplyResults, applyPlan } from '../common/applyPlan.ts';
import { countDeletes, isPending, managedCount, type Plan, type PlanItem } from '../common/filePlan.ts';
import { fileProblemText } from '../common/fileText.ts';
import { changeText, itemLines } from '../common/planTexts.ts';
import { type FilesContext, type FolderAccess, objectTitleOf } from './exportFiles.ts';
import { folderFor, planFolder } from './planFiles.ts';
import { itemDescription, type ShownItem } from './shownPlan.ts';

export type ApplyContext = FilesContext & RunContext;

/** Applies files to the server: those of Source Control rows, or those that the user picks from a new plan. */
export async function applyFiles(context: ApplyContext, args: Args): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    await context.dialogs.error(
      t('Files of a workspace in Restricted Mode are not applied. Trust the workspace first.'),
    );
    return;
  }
  const rows = rowsOf(context, args);
  const folder = rows[0]?.shown.folder ?? (await folderFor(context, args, t('Apply Files')));
  if (folder === undefined) return;
  const resumed = readResumedRun(args);
  const shown = await planFolder(context, folder, { server: resumed?.server });
  const session = shown && context.sessions.get(shown.plan.server.id);
  if (shown === undefined || session === undefined) return;
  const wanted = new Set(rows.map(({ item }) => item.file?.path ?? `#${item.id}`));
  const isWanted = ({ file, id }: PlanItem) => wanted.size === 0 || wanted.has(file?.path ?? `#${id}`);
  const results = await applyReviewed(context, session, {
    plan: shown.plan,
    items: shown.plan.items.filter(isWanted),
    source: { folder },
    resumed,
    title: t('Apply Files to “{server}”', { server: displayText(session.server.name, 60) }),
    equalText: t('Nothing to apply: the files match “{server}”.', { server: session.server.name }),
  });
  if (results === undefined) return;
  // Updates the visible plan before the results are reported, which does not depend on it.
  try {
    await planFolder(context, folder, { server: session.server.id });
  } finally {
    await reportResults(context, session, results);
  }
}

const ResumedSchema = z.looseObject({
  server: z.string(),
  items: z.array(z.looseObject({ name: z.string(), kind: z.optional(z.enum(['job', 'group'])) })),
});
type ResumedRun = z.infer<typeof ResumedSchema>;

/** The server and the items of the interrupted run that the command resumes. */
export function readResumedRun(args: Args): ResumedRun | undefined {
  return ResumedSchema.safeParse(args[0]).data;
}

/** An item that was recorded without its kind matches both kinds. */
function isOfRun(
  { items }: Pick<ResumedRun, 'items'>,
  { name, kind }: Pick<PlanItem, 'name' | 'kind'>,
): boolean {
  return items.some(item => item.name === name && (item.kind ?? kind) === kind);
}

const RowSchema = z.looseObject({
  resourceUri: z.custom<Parameters<FolderAccess['plans']['itemAt']>[0]>(
    value => typeof value === 'object' && value !== null && 'fsPath' in value && 'with' in value,
  ),
});

function rowsOf({ plans }: Pick<FolderAccess, 'plans'>, args: Args): ShownItem[] {
  return args.flatMap(arg => {
    const row = RowSchema.safeParse(arg);
    return row.success ? (plans.itemAt(row.data.resourceUri) ?? []) : [];
  });
}

/** Compares the file of a row or a code lens with the server's version. */
export async function compareFile({ plans, folders }: FolderAccess, args: Args): Promise<void> {
  const [found] = rowsOf({ plans }, [args[0], { resourceUri: args[0] }]);
  if (found !== undefined) await folders.compare(found.shown, found.item);
}

export interface ReviewedPlan {
  readonly plan: Plan;
  readonly items: readonly PlanItem[];
  readonly source: RunSource;
  /** The interrupted run to complete; `undefined` for a new one. */
  readonly resumed: ResumedRun | undefined;
  readonly title: string;
  /** The message if the server is up to date. */
  readonly equalText: string;
}

/** Lets the user review the items, which is the confirmation, and applies them; `undefined` if nothing was sent. */
export async function applyReviewed(
  context: FilesContext,
  session: ServerSession,
  reviewed: ReviewedPlan,
): Promise<ApplyResults | undefined> {
  const { dialogs } = context;
  const { plan, resumed } = reviewed;
  const items = reviewed.items.filter(item => resumed === undefined || isOfRun(resumed, item));
  const [error] = plan.problems.filter(({ severity }) => severity === 'error');
  if (!plan.isComplete) {
    const where = error === undefined ? '' : `${error.path}:${error.line}: ${error.text}`;
    await dialogs.error(
      t('Nothing was applied, because not all files could be read. {first}', { first: where }),
    );
    return undefined;
  }
  if (session.server.readOnly === true) {
    await dialogs.error(t('“{server}” is read-only.', { server: displayText(session.server.name, 60) }));
    return undefined;
  }
  if (!items.some(item => isPending(item) || item.action === 'blocked')) {
    // An empty run replaces the interrupted one, so that it is not offered again.
    if (resumed !== undefined) await apply(context, session, { ...reviewed, items: [] });
    await dialogs.info(reviewed.equalText);
    return undefined;
  }
  const chosen = await chooseItems(context, session, { ...reviewed, items });
  if (chosen.length === 0) return undefined;
  if (!(await confirmDeletes(context, plan, chosen))) return undefined;
  return apply(context, session, { ...reviewed, items: chosen });
}

async function chooseItems(
  { dialogs, reports }: FilesContext,
  { server }: ServerSession,
  { items, title }: ReviewedPlan,
): Promise<readonly PlanItem[]> {
  // What is deleted comes first, because the review is the confirmation.
  const listed = items
    .filter(item => isPending(item) || item.action === 'blocked')
    .sort((one, other) => Number(other.action === 'delete') - Number(one.action === 'delete'));
  const deleted = listed.filter(({ action }) => action === 'delete').length;
  const pending = listed.filter(isPending).length;
  const blocked = listed.length - pending;
  const show = () =>
    reports.show({
      key: `plans/${server.id}`,
      title,
      read: async () => linkText(listed.flatMap(item => itemLines(item, localizer))),
    });
  const chosen = await reviewOn(server, dialogs, {
    action: t('Apply'),
    title,
    placeholder: joinTexts(
      ', ',
      plural('{count} to apply|{count} to apply', pending),
      deleted > 0 && plural('{count} of them to delete|{count} of them to delete', deleted),
      blocked > 0 && plural('{count} cannot be applied|{count} cannot be applied', blocked),
    ),
    choices: listed.map((item, index) => ({
      value: String(index),
      label: displayText(objectTitleOf(item), 80),
      description: itemDescription(item),
      // Before something is overwritten, its fields are named; those of a new object would hide the others.
      detail: joinTexts(
        ' · ',
        ...item.problems.map(fileProblemText),
        ...(item.action === 'change' ? item.changes.map(change => changeText(change, localizer)) : []),
      ),
      isFixed: !isPending(item),
    })),
    open: { label: t('Open Plan in Editor'), run: show },
  });
  const values = new Set(chosen);
  return listed.filter((_, index) => values.has(String(index)));
}

/** Makes the user type how many objects are deleted, if these are many: a mistake in the files may be the cause. */
async function confirmDeletes(
  { dialogs }: Uses<'dialogs'>,
  plan: Plan,
  items: readonly PlanItem[],
): Promise<boolean> {
  const { count, managed, isMany } = countDeletes(managedCount(plan.items), items);
  if (!isMany) return true;
  const isCount = (text: string) => text.trim() === String(count);
  const typed = await dialogs.input({
    title: t('Delete {count} of {managed} Objects', { count, managed }),
    prompt: t('Type the number of objects to delete: {count}', { count }),
    validate: text => (isCount(text) ? undefined : t('This is not the number of objects.')),
  });
  return typed !== undefined && isCount(typed);
}

function apply(
  { dialogs, journal }: FilesContext,
  session: ServerSession,
  { title, plan, items, source }: ReviewedPlan,
): Promise<ApplyResults> {
  return dialogs.progress(title, (report, signal) => {
    const onProgress = (done: number, all: number, waitsUntilMs?: number) =>
      report(progressText(done, all, waitsUntilMs, localizer));
    const options = { access: session, journal, localizer, source, items, signal, onProgress };
    const lock = {
      folder: join(stateFolder(process.env), 'locks'),
      url: session.server.url,
      files: source.folder,
      signal,
    };
    return withProcessLock(lock, () => applyPlan(plan, options));
  });
}

/** Reports how many items were applied, and why others were not. */
export async function reportResults(
  context: ApplyContext,
  session: ServerSession,
  { results, record }: ApplyResults,
): Promise<void> {
  const { dialogs, reports, log } = context;
  const failed = results.filter(({ outcome }) => outcome !== 'done' && outcome !== 'unchanged');
  const lines = failed.map(({ item, text = '' }) => `${displayText(objectTitleOf(item), 80)}: ${text}`);
  for (const line of lines) log.error(line);
  const otherwise = results.filter(({ storedDifferently }) => storedDifferently !== undefined);
  const text = joinTexts(
    ' ',
    countsText(record),
    otherwise.length > 0 &&
      t('Stored differently from what was sent: {names}.', {
        names: namesOf(otherwise, ({ item }) => objectTitleOf(item), 5),
      }),
    ...lines.slice(0, 3),
  );
  const show = t('Show Report');
  const actions = await findRunActions(context, session, record);
  const notify = failed.length > 0 ? dialogs.warn : dialogs.info;
  const answer = await notify(text, ...actions.map(({ label }) => label), show);
  if (answer === show) await reports.show(runReport(record, context.runActions));
  await actions.find(({ label }) => label === answer)?.run();
}
