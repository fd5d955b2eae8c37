import { join } from 'node:path';
import { applyErrorText, PlanNotAppliedError } from '../../files/applyErrors.ts';
import { type ApplyResults, applyPlan } from '../../files/applyPlan.ts';
import { countDeletes, isPending, type Plan, type PlanItem } from '../../files/filePlan.ts';
import { objectTitle } from '../../files/serverState.ts';
import { withApplyLock } from '../../journal/applyLock.ts';
import { progressText } from '../../journal/runItems.ts';
import type { RunJournal } from '../../journal/runJournal.ts';
import type { Localizer } from '../../util/localizer.ts';
import type { CliConnection } from '../cliConnection.ts';
import type { CliContext, CommandRow, ExitCode } from '../cliContext.ts';
import { duringWrite, isConfirmed } from '../confirmation.ts';
import { folderOf, itemJson, planJson, planLines, titleOf } from '../fileSets.ts';
import { findInterruptedApplies, journalOf, stateFolderOf, takeInterrupted } from '../journal.ts';
import { connectionOptions, SelectionError } from '../optionTable.ts';
import { isApplicable, readPlan } from './plan.ts';

export const applyCommand = {
  operands: '[FOLDER]',
  summary: 'Apply the changes in the files to the server',
  details: [
    'Plans like “plan” and applies the changes: groups before jobs, and only the fields that differ, based on the current state of the server. Changes that others have made since the plan are not overwritten, but reported. Applying again changes nothing.',
    'Each change is recorded before it is sent. If the program is killed, the next apply of the same folder reports what was done and completes the rest. Nothing is applied if a file cannot be read, or, without --partial, if a change cannot be applied.',
    'The exit code is 0 if the server now matches the files, and 1 if a change failed or cannot be applied.',
  ],
  options: [
    ...connectionOptions,
    'only',
    'partial',
    'allow-delete',
    'max-deletes',
    'lock-timeout',
    'yes',
    'state-dir',
    'json',
  ],
  completes: 'folder',
  examples: [
    {
      line: 'device-automation apply plant --server-name Plant',
      text: 'Apply the folder “plant”; in a terminal the program asks first.',
    },
    {
      line: 'device-automation apply plant --only jobs/nightly.job.jsonc --yes --json',
      text: 'Apply one file without asking, and print the results as JSON.',
    },
  ],
  run: async context => {
    const folder = folderOf(context);
    const connection = context.connect();
    const journal = journalOf(context);
    const { options, localizer, signal } = context;
    const lock = {
      folder: join(stateFolderOf(context), 'locks'),
      url: connection.server.url,
      files: folder,
      timeoutMs: (options.number('lock-timeout', localizer) ?? 0) * 1_000,
      signal,
    };
    try {
      // Planned only then, because another apply may have changed the server.
      return await withApplyLock(lock, () => apply({ context, connection, journal, folder }));
    } finally {
      await journal.release();
    }
  },
} as const satisfies CommandRow;

interface Applying {
  readonly context: CliContext;
  readonly connection: CliConnection;
  readonly journal: RunJournal;
  readonly folder: string;
}

interface Sending extends Omit<Applying, 'journal'> {
  readonly journal: Pick<RunJournal, 'begin'>;
}

async function apply(parts: Applying): Promise<ExitCode> {
  const { context, connection, journal, folder } = parts;
  const { output, localizer } = context;
  const { server } = connection;
  const own = findInterruptedApplies(folder, localizer);
  const interrupted = await takeInterrupted(journal, { output, server }, own);
  const plan = await readPlan(context, connection, folder);
  const wanted = { ...plan, items: chosen(plan, context) };
  const items = wanted.items.filter(isPending);
  if (!output.isJson) output.lines(planLines(wanted, context));
  const obstacle = obstacleTo(wanted, items, context) ?? tooManyDeletes(plan, items, context);
  if (output.isJson && (obstacle !== undefined || items.length === 0))
    output.json({ plan: planJson(plan), results: [] });
  if (obstacle !== undefined) throw new SelectionError(obstacle);
  const code = isApplicable(wanted) ? 0 : 1;
  if (items.length === 0) {
    await interrupted.discard();
    return code;
  }
  if (!(await isConfirmed(context, server, questionOf(items, connection, context)))) {
    if (output.isJson) output.json({ plan: planJson(plan), results: [] });
    return 1;
  }
  return (await send({ ...parts, journal: interrupted.journal }, plan, items)) === 0 ? code : 1;
}

/** The items of the files from --only; all items without it. */
function chosen(plan: Plan, { options, localizer }: CliContext): readonly PlanItem[] {
  const files = options.values('only').map(path => path.replace(/^\.\//, '').replaceAll('\\', '/'));
  const unknown = files.find(path => !plan.items.some(({ file }) => file?.path === path));
  if (unknown !== undefined && plan.isComplete)
    throw new SelectionError(localizer.t('The folder has no file “{file}”.', { file: unknown }));
  const isChosen = ({ file }: PlanItem) => files.length === 0 || files.includes(file?.path ?? '');
  return plan.items.filter(isChosen);
}

/** Why nothing is applied; `undefined` if the items may be sent. */
function obstacleTo(
  { isComplete, items }: Plan,
  pending: readonly PlanItem[],
  { options, localizer: { t, plural } }: CliContext,
): string | undefined {
  if (!isComplete) return t('Nothing was applied, because some files cannot be read.');
  const blocked = items.filter(({ action }) => action === 'blocked').length;
  // Applying only part of the files would not match what was reviewed.
  if (blocked > 0 && pending.length > 0 && !options.has('partial'))
    return plural(
      'Nothing was applied: {count} change cannot be applied. Pass --partial to apply the others.|Nothing was applied: {count} changes cannot be applied. Pass --partial to apply the others.',
      blocked,
    );
  const deletes = pending.filter(({ action }) => action === 'delete').length;
  if (deletes === 0 || options.has('allow-delete')) return undefined;
  return plural(
    'Nothing was applied: {count} object would be deleted. Pass --allow-delete to allow it.|Nothing was applied: {count} objects would be deleted. Pass --allow-delete to allow it.',
    deletes,
  );
}

/** The number of deletions has to be allowed if it is large, because a mistake in the files may cause it. */
function tooManyDeletes(
  plan: Plan,
  items: readonly PlanItem[],
  { options, localizer }: CliContext,
): string | undefined {
  const { count, managed, isMany } = countDeletes(plan, items);
  const most = options.number('max-deletes', localizer);
  if (most === undefined ? !isMany : count <= most) return undefined;
  return localizer.t(
    'Nothing was applied: {count} of {managed} objects would be deleted. Pass --max-deletes {count} to allow it.',
    { count, managed },
  );
}

function questionOf(
  items: readonly PlanItem[],
  { server }: CliConnection,
  { localizer }: CliContext,
): string {
  return localizer.plural(
    'Apply {count} change to “{server}” ({url})?|Apply {count} changes to “{server}” ({url})?',
    items.length,
    { server: server.name, url: server.url },
  );
}

async function send(
  { context, connection, journal, folder }: Sending,
  plan: Plan,
  items: readonly PlanItem[],
): Promise<ExitCode> {
  const { output, localizer, signal, setDone } = context;
  const onProgress = (done: number, all: number, waitsUntilMs?: number) =>
    output.progress(
      localizer.t('Applying: {progress}', { progress: progressText(done, all, waitsUntilMs, localizer) }),
    );
  const { session } = connection;
  const options = { access: session, journal, localizer, items, source: { folder }, signal, onProgress };
  const applied = await duringWrite(context, () => applyPlan(plan, options)).catch((error: unknown) => {
    throw error instanceof PlanNotAppliedError ? new SelectionError(notAppliedText(error, localizer)) : error;
  });
  output.endProgress();
  print(context, plan, applied);
  const done = applied.results.filter(({ outcome }) => outcome === 'done' || outcome === 'unchanged').length;
  setDone(
    localizer.t('Applied: {done} of {all}. Run the same command again to apply the rest.', {
      done,
      all: applied.results.length,
    }),
  );
  signal.throwIfAborted();
  return done === applied.results.length ? 0 : 1;
}

function notAppliedText(error: PlanNotAppliedError, localizer: Localizer): string {
  if (error.reason === 'readOnly') return localizer.t('Nothing was sent because of --read-only.');
  return applyErrorText(error, localizer);
}

const outcomeTexts = {
  done: 'done',
  unchanged: 'up to date',
  conflict: 'changed in the meantime',
  failed: 'failed',
  unknown: 'not known',
  notSent: 'not sent',
} as const;

function print({ output, localizer }: CliContext, plan: Plan, { results }: ApplyResults): void {
  const { t } = localizer;
  if (output.isJson) {
    const rows = results.map(({ item, outcome, text, storedDifferently }) => {
      const { action, kind, name, id, file } = itemJson(item);
      return { action, kind, name, id, file, outcome, text, storedDifferently };
    });
    output.json({ plan: planJson(plan), results: rows });
    return;
  }
  output.lines(['']);
  output.table(
    results.map(({ item, outcome, text = '' }) => [t(outcomeTexts[outcome]), titleOf(item, localizer), text]),
    { hasSentences: true },
  );
  for (const { item, storedDifferently = [] } of results) {
    if (storedDifferently.length === 0) continue;
    const words = { name: objectTitle(item, localizer), fields: storedDifferently.join(', ') };
    output.note(t('The server stored “{name}” differently from what was sent: {fields}.', words));
  }
}
