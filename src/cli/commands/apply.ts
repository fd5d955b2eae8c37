import { join } from 'node:path';
import { applyErrorText, PlanNotAppliedError } from '../../files/applyErrors.ts';
import { type ApplyOptions, type ApplyResults, applyPlan } from '../../files/applyPlan.ts';
import { countDeletes, isPending, type Plan, type PlanItem } from '../../files/filePlan.ts';
import { itemTitle, planLines } from '../../files/planTexts.ts';
import { objectTitle } from '../../files/serverState.ts';
import { withApplyLock } from '../../journal/applyLock.ts';
import { progressText } from '../../journal/runItems.ts';
import type { RunJournal } from '../../journal/runJournal.ts';
import type { ItemOutcome, RunRecord } from '../../journal/runRecord.ts';
import type { Localizer } from '../../util/localizer.ts';
import type { CliConnection } from '../cliConnection.ts';
import type { CliContext, CommandRow, ExitCode } from '../cliContext.ts';
import { duringWrite, isConfirmed } from '../confirmation.ts';
import { folderOf, itemJson, placeIn, planJson } from '../fileSets.ts';
import { journalOf, stateFolderOf, takeInterrupted } from '../journal.ts';
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
  examples: {
    'device-automation apply plant --server-name Plant':
      'Apply the folder “plant”; in a terminal the program asks first.',
    'device-automation apply plant --only jobs/nightly.job.jsonc --yes --json':
      'Apply one file without asking, and print the results as JSON.',
  },
  run: async context => {
    const folder = folderOf(context);
    const connection = context.connect();
    const journal = journalOf(context);
    const lock = {
      folder: join(stateFolderOf(context), 'locks'),
      url: connection.server.url,
      files: folder,
      timeoutMs: (context.options.number('lock-timeout', context.localizer) ?? 0) * 1_000,
      signal: context.signal,
    };
    try {
      // Planned only then, because another apply may have changed the server.
      return await withApplyLock(lock, () => apply(context, connection, journal, folder));
    } finally {
      await journal.release();
    }
  },
} as const satisfies CommandRow;

async function apply(
  context: CliContext,
  connection: CliConnection,
  journal: RunJournal,
  folder: string,
): Promise<ExitCode> {
  const { output, localizer } = context;
  const { server } = connection;
  const textOf = (run: RunRecord) => interruptedText(run, folder, localizer);
  const interrupted = await takeInterrupted(journal, server, textOf, context);
  const plan = await readPlan(context, connection, folder);
  const wanted = { ...plan, items: chosen(plan, context) };
  const items = wanted.items.filter(isPending);
  if (!output.isJson) output.lines(planLines(wanted, localizer, placeIn(context)));
  const printUnsent = () => {
    if (output.isJson) output.json({ plan: planJson(plan), results: [] });
  };
  const obstacle = obstacleTo(wanted, items, context) ?? tooManyDeletes(plan, items, context);
  if (obstacle !== undefined || items.length === 0) printUnsent();
  if (obstacle !== undefined) throw new SelectionError(obstacle);
  const code = isApplicable(wanted) ? 0 : 1;
  if (items.length === 0) {
    await Promise.all(interrupted.map(run => run.discard()));
    return code;
  }
  const question = localizer.plural(
    'Apply {count} change to “{server}” ({url})?|Apply {count} changes to “{server}” ({url})?',
    items.length,
    { server: server.name, url: server.url },
  );
  if (!(await isConfirmed(context, server, question))) {
    printUnsent();
    return 1;
  }
  const options = {
    journal: journal.completing(interrupted),
    access: connection.session,
    items,
    source: { folder },
  };
  return (await send(context, plan, options)) ? code : 1;
}

/** Describes an interrupted apply of the folder. */
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

/** Whether everything was applied. */
async function send(
  context: CliContext,
  plan: Plan,
  options: Pick<ApplyOptions, 'journal' | 'access' | 'items' | 'source'>,
): Promise<boolean> {
  const { output, localizer, signal, setDone } = context;
  const onProgress = (done: number, all: number, waitsUntilMs?: number) =>
    output.progress(
      localizer.t('Applying: {progress}', { progress: progressText(done, all, waitsUntilMs, localizer) }),
    );
  const applied = await duringWrite(context, () =>
    applyPlan(plan, { ...options, localizer, signal, onProgress }),
  ).catch((error: unknown) => {
    if (!(error instanceof PlanNotAppliedError)) throw error;
    const isReadOnly = error.reason === 'readOnly';
    throw new SelectionError(
      isReadOnly ? localizer.t('Nothing was sent because of --read-only.') : applyErrorText(error, localizer),
    );
  });
  output.endProgress();
  print(context, plan, applied);
  const done = applied.results.filter(({ outcome }) => outcome === 'done' || outcome === 'unchanged').length;
  const all = applied.results.length;
  const words = { done, all };
  setDone(localizer.t('Applied: {done} of {all}. Run the same command again to apply the rest.', words));
  signal.throwIfAborted();
  return done === all;
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
    results.map(({ item, outcome, text = '' }) => [
      t(outcomeTexts[outcome]),
      itemTitle(item, localizer),
      text,
    ]),
    true,
  );
  for (const { item, storedDifferently = [] } of results) {
    if (storedDifferently.length === 0) continue;
    const words = { name: objectTitle(item, localizer), fields: storedDifferently.join(', ') };
    output.note(t('The server stored “{name}” differently from what was sent: {fields}.', words));
  }
}
