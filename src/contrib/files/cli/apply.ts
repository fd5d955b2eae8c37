import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { displayText } from '../../../base/displayText.ts';
import { fileErrorText } from '../../../base/fileErrors.ts';
import { listOf } from '../../../base/json.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { readNamedFile } from '../../../base/namedFiles.ts';
import { responseSlices } from '../../../base/slices.ts';
import { inSlices } from '../../../base/steps.ts';
import type { CliConnection } from '../../../cli/cliConnection.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { type ChangeJournal, stateFolderOf, withJournal } from '../../../cli/journal.ts';
import { SelectionError, UsageError } from '../../../cli/optionTable.ts';
import { withProcessLock } from '../../../store/runs/processLock.ts';
import type { ItemOutcome, RunRecord } from '../../../store/runs/runRecord.ts';
import { isPending, managedCount, type Plan, type PlanItem } from '../common/filePlan.ts';
import { checkStoredPlan, isPlanFor } from '../common/planCheck.ts';
import { readPlanFile, type StoredPlan } from '../common/planFile.ts';
import { readServerState } from '../common/serverState.ts';
import { applyChanges, type Changes } from './changes.ts';
import { folderOf, isFileOperand, readingProgress } from './fileSets.ts';
import { readPlan } from './plan.ts';
import { shortDigest, showPlan } from './planReports.ts';

type ApplyOption =
  | 'only'
  | 'partial'
  | 'allow-delete'
  | 'max-deletes'
  | 'dry-run'
  | 'lock-timeout'
  | 'yes'
  | 'state-dir'
  | 'server-name';

export async function applyFiles(context: CliContext<ApplyOption>): Promise<ExitCode> {
  const source = await sourceOf(context);
  const connection = context.connect();
  if (source.stored !== undefined) checkServer(context, source.stored, connection);
  if (context.options.has('dry-run') && source.stored === undefined)
    return showPlan(context, await readPlan(context, connection, source.files), { folder: source.files });
  const lock = {
    folder: join(stateFolderOf(context), 'locks'),
    url: connection.server.url,
    files: source.files,
    timeoutMs: (context.options.seconds('lock-timeout') ?? 0) * 1_000,
    signal: context.signal,
  };
  const textOf = (run: RunRecord) => interruptedText(run, source.files, context.localizer);
  return withProcessLock(lock, () =>
    withJournal(context, connection.server, textOf, journal => apply(context, connection, journal, source)),
  );
}

type ApplyContext = CliContext<ApplyOption>;

interface Source {
  /** The folder of the files; that of a plan may be on another computer, and then this is the plan's own path. */
  readonly files: string;
  readonly stored: StoredPlan | undefined;
}

/** In bytes; far longer than the plan of 100,000 devices. */
const longestPlan = 64 * 1024 * 1024;

async function sourceOf(context: ApplyContext): Promise<Source> {
  const { operands, options, localizer } = context;
  const [path = '', ...others] = operands;
  if (!isFileOperand(context) || others.length > 0) return { files: folderOf(context), stored: undefined };
  const partial = (['only', 'partial'] as const).find(option => options.has(option));
  if (partial !== undefined)
    throw new UsageError(
      localizer.t('A plan is applied as it was reviewed, so --{option} cannot be used with it.', {
        option: partial,
      }),
    );
  const text = await readNamedFile(path, longestPlan).catch((error: unknown) => {
    throw new SelectionError(fileErrorText(error, localizer, path) ?? String(error));
  });
  const stored = readPlanFile(text);
  const folder = stored.folder === undefined ? path : resolve(dirname(path), stored.folder);
  return { files: existsSync(folder) ? folder : resolve(path), stored };
}

function checkServer({ localizer: { t } }: CliContext, plan: StoredPlan, { server }: CliConnection): void {
  if (isPlanFor(plan, server)) return;
  const words = { other: displayText(plan.server.name, 80), server: displayText(server.name, 80) };
  throw new SelectionError(
    t(
      'Nothing was applied: the plan was made for “{other}” at another address than this server, “{server}”.',
      words,
    ),
  );
}

async function apply(
  context: ApplyContext,
  connection: CliConnection,
  journal: ChangeJournal,
  { files, stored }: Source,
): Promise<ExitCode> {
  // Planned only now, because another apply may have changed the server.
  const changes =
    stored === undefined
      ? changesOfFiles(context, await readPlan(context, connection, files))
      : await changesOfPlan(context, connection, stored);
  return applyChanges(context, connection, changes, { ...journal, source: { folder: files } });
}

function changesOfFiles(context: ApplyContext, plan: Plan): Changes {
  const shown = { ...plan, items: chosen(plan, context) };
  const pending = shown.items.filter(isPending);
  const obstacle = obstacleTo(shown, pending, context);
  const mostDeletes = context.options.number('max-deletes');
  return { shown, plan, pending, settled: [], managed: managedCount(plan.items), mostDeletes, obstacle };
}

const mostRequests = 200;

/** Reads the server again, and compares it with what the plan saw. */
async function changesOfPlan(
  context: ApplyContext,
  { session }: CliConnection,
  stored: StoredPlan,
): Promise<Changes> {
  const { localizer, output, signal } = context;
  const state = await readServerState(session, readingProgress(context));
  // Servers need not return the IDs of groups, which the jobs of the plan refer to.
  const { groups } = session;
  const sendsGroups = stored.items.some(({ sends }) => listOf(sends['groups']).length > 0);
  if (sendsGroups && state.groups.some(group => state.groupId(group) === undefined))
    await groups.identity.findAll({ signal, budget: mostRequests });
  output.endProgress();
  const checked = await inSlices(checkStoredPlan(stored, state, localizer), responseSlices(signal));
  const { planned, ready, settled, managed } = checked;
  if (!output.isDocument)
    output.note(localizer.t('Plan with the digest {digest}.', { digest: shortDigest(stored) }));
  const shown = { ...checked, items: planned };
  const outdated = settled.filter(({ outcome }) => outcome === 'conflict').length;
  const isOutdated = outdated > 0;
  const unsent = isOutdated ? ready.map(item => ({ item, outcome: 'notSent' }) as const) : [];
  const obstacle = isOutdated
    ? localizer.plural(
        'Nothing was applied: {count} object has changed since the plan was made. Plan again.|Nothing was applied: {count} objects have changed since the plan was made. Plan again.',
        outdated,
      )
    : deletesObstacle(ready, context);
  return {
    shown,
    plan: checked,
    pending: ready,
    settled: [...settled, ...unsent],
    managed,
    mostDeletes: context.options.number('max-deletes'),
    isReviewed: true,
    obstacle,
  };
}

/** Describes an interrupted apply of the folder or plan. */
function interruptedText(
  { act, folder, items }: RunRecord,
  own: string,
  { t }: Localizer,
): string | undefined {
  if (act !== 'applyFiles' || folder !== own) return undefined;
  const count = (wanted: ItemOutcome['is']) => items.filter(({ is }) => is === wanted).length;
  return t(
    'Applying this folder was interrupted: {done} of {all} done, {failed} failed, {unknown} unknown. The plan is based on the current state of the server.',
    { done: count('done'), failed: count('failed'), unknown: count('unknown'), all: items.length },
  );
}

/** The items of the files from --only; all items without it. */
function chosen(plan: Plan, { options, localizer }: ApplyContext): readonly PlanItem[] {
  const files = options.values('only').map(path => path.replace(/^\.\//, '').replaceAll('\\', '/'));
  const unknown = files.find(path => !plan.items.some(({ file }) => file?.path === path));
  if (unknown !== undefined && plan.isComplete)
    throw new SelectionError(localizer.t('The folder has no file “{file}”.', { file: unknown }));
  const isChosen = ({ file }: PlanItem) => files.length === 0 || files.includes(file?.path ?? '');
  return plan.items.filter(isChosen);
}

/** Why nothing is applied; `undefined` if the items may be sent. */
function obstacleTo(
  { isComplete, items }: Pick<Plan, 'isComplete' | 'items'>,
  pending: readonly PlanItem[],
  context: ApplyContext,
): string | undefined {
  const { options, localizer } = context;
  if (!isComplete) return localizer.t('Nothing was applied, because some files cannot be read.');
  const blocked = items.filter(({ action }) => action === 'blocked').length;
  // Applying only part of the files would not match what was reviewed.
  if (blocked > 0 && pending.length > 0 && !options.has('partial'))
    return localizer.plural(
      'Nothing was applied: {count} change cannot be applied. Pass --partial to apply the others.|Nothing was applied: {count} changes cannot be applied. Pass --partial to apply the others.',
      blocked,
    );
  return deletesObstacle(pending, context);
}

function deletesObstacle(
  pending: readonly PlanItem[],
  { options, localizer }: ApplyContext,
): string | undefined {
  const deletes = pending.filter(({ action }) => action === 'delete').length;
  if (deletes === 0 || options.has('allow-delete')) return undefined;
  return localizer.plural(
    'Nothing was applied: {count} object would be deleted. Pass --allow-delete to allow it.|Nothing was applied: {count} objects would be deleted. Pass --allow-delete to allow it.',
    deletes,
  );
}
