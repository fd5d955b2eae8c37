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
import { command } from '../../../cli/contribution.ts';
import { type ChangeJournal, stateFolderOf, withJournal } from '../../../cli/journal.ts';
import {
  connectionOptions,
  general,
  type OptionRows,
  SelectionError,
  UsageError,
} from '../../../cli/optionTable.ts';
import { withProcessLock } from '../../../store/runs/processLock.ts';
import type { ItemOutcome, RunRecord } from '../../../store/runs/runRecord.ts';
import { isPending, managedCount, type Plan, type PlanItem } from '../common/filePlan.ts';
import { checkStoredPlan, isPlanFor } from '../common/planCheck.ts';
import { readPlanFile, type StoredPlan } from '../common/planFile.ts';
import { readServerState } from '../common/serverState.ts';
import { applyChanges, type Changes, maxDeletesOption } from './changes.ts';
import { folderOf, isFileOperand, readingProgress } from './fileSets.ts';
import { readPlan } from './plan.ts';
import { shortDigest, showPlan } from './planReports.ts';

const applyOptions = {
  ...connectionOptions,
  only: {
    synonyms: ['target'],
    value: 'FILE',
    completes: 'file',
    isRepeatable: true,
    text: ({ t }) => t('Apply this file only; the path is relative to the folder. May be repeated.'),
  },
  partial: {
    text: ({ t }) =>
      t(
        'Apply the other changes if some cannot be applied. Without this option, such a plan is not applied.',
      ),
  },
  'allow-delete': {
    synonyms: ['destroy', 'prune'],
    text: ({ t }) =>
      t(
        'Delete objects that have no file, if the file set has "prune". Without this option, such a plan is not applied.',
      ),
  },
  ...maxDeletesOption,
  ...general('dry-run'),
  'lock-timeout': {
    value: 'TIME',
    least: 0,
    most: 86_400,
    text: ({ t }) =>
      t(
        'How long to wait for another apply of the same files to the same server, such as 90s or 10m. By default, nothing is applied while there is one.',
      ),
  },
  ...general('yes', 'state-dir', 'output', 'json'),
} satisfies OptionRows;

export const applyCommand = command({
  operands: '[FOLDER|PLAN]',
  synonyms: ['create', 'import', 'push', 'up'],
  texts: ({ t }) => ({
    summary: t('Apply the changes in the files, or a plan, to the server'),
    details: [
      t(
        'Plans like “plan” and applies the changes: groups before jobs, and only the fields that differ, based on the current state of the server. Changes that others have made since the plan are not overwritten, but reported. Applying again changes nothing.',
      ),
      t(
        'With a file of “plan --out”, exactly that plan is applied. Before anything is sent, each of its objects is compared with what the plan saw: if one has changed since, nothing is applied, and the objects are named. What the server already has is skipped, so the same plan can be applied again after an interruption.',
      ),
      t(
        'Each change is recorded before it is sent. If the program is killed, the next apply of the same folder or plan reports what was done and completes the rest. Nothing is applied if a file cannot be read, or, without --partial, if a change cannot be applied.',
      ),
      t(
        'In a terminal, it asks first. Without one, more than one change requires --yes, unless they are those of a plan file.',
      ),
      t(
        'The exit code is 0 if the server now matches the files, and 1 if a change failed or cannot be applied. With --dry-run, it is that of “plan”.',
      ),
    ],
    examples: {
      'device-automation apply plant --server-name Plant': t(
        'Apply the folder “plant”; in a terminal the program asks first.',
      ),
      'device-automation apply plant --only jobs/nightly.job.jsonc --yes --json': t(
        'Apply one file without asking, and print the results as JSON.',
      ),
      'device-automation apply plan.json': t('Apply a plan that was reviewed, or nothing.'),
    },
  }),
  options: applyOptions,
  completes: 'file',
  run: async context => {
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
  },
});

type ApplyContext = CliContext<keyof typeof applyOptions>;

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
