import { objectTitle } from '../../../api/model/objectTitle.ts';
import type { Localizer } from '../../../base/localizer.ts';
import type { CliConnection } from '../../../cli/cliConnection.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { duringWrite, isConfirmed } from '../../../cli/confirmation.ts';
import { readOnlyText } from '../../../cli/failure.ts';
import type { ChangeJournal } from '../../../cli/journal.ts';
import { SelectionError } from '../../../cli/optionTable.ts';
import { progressText } from '../../../store/runs/runItems.ts';
import { type ApplyOptions, type ApplyResult, applyPlan } from '../common/applyPlan.ts';
import { countActions, countDeletes, type PlanItem } from '../common/filePlan.ts';
import { itemTitle } from '../common/planTexts.ts';
import { isApplicable, itemJson, planJson, printPlan, type ShownPlan } from './planReports.ts';

/** Changes that a command has planned. */
export interface Changes {
  readonly shown: ShownPlan;
  /** What is applied; its items include everything on the server that the plan knows. */
  readonly plan: Parameters<typeof applyPlan>[0];
  readonly pending: readonly PlanItem[];
  /** Results that are known before anything is sent. */
  readonly settled: readonly ApplyResult[];
  /** The number of objects to which the number of deletions is compared. */
  readonly managed: number;
  /** The number of deletions that is allowed in any case, that of --max-deletes. */
  readonly mostDeletes: number | undefined;
  /** Whether they are those of a plan that was reviewed. */
  readonly isReviewed?: true;
  /** Why nothing may be applied. */
  readonly obstacle: string | undefined;
}

/** Prints the changes, asks, applies them and prints the results. Throws `SelectionError` if there is an obstacle. */
export async function applyChanges(
  context: CliContext<'dry-run' | 'yes'>,
  { server, session }: CliConnection,
  changes: Changes,
  {
    discard,
    beforeSending,
    ...run
  }: ChangeJournal & Pick<ApplyOptions, 'source' | 'act'> & { readonly beforeSending?: () => Promise<void> },
): Promise<ExitCode> {
  const { output, localizer } = context;
  const { shown, pending, settled } = changes;
  if (!output.isDocument) printPlan(context, shown);
  const printSettled = () => {
    if (output.isDocument || settled.length > 0) printResults(context, shown, settled);
  };
  const obstacle = changes.obstacle ?? tooManyDeletes(changes, localizer);
  if (obstacle !== undefined || pending.length === 0) printSettled();
  if (obstacle !== undefined) throw new SelectionError(obstacle);
  const code = isApplicable(shown) ? 0 : 1;
  if (pending.length === 0) {
    await discard();
    return code;
  }
  if (context.options.has('dry-run')) {
    printSettled();
    return code === 0 ? 2 : code;
  }
  const question = localizer.plural(
    'Apply {count} change to “{server}” ({url})?|Apply {count} changes to “{server}” ({url})?',
    pending.length,
    { server: server.name, url: server.url },
  );
  const unconfirmed = changes.isReviewed ? 1 : pending.length;
  if (!(await isConfirmed(context, server, question, unconfirmed))) {
    printSettled();
    return 1;
  }
  await beforeSending?.();
  const options = { ...run, access: session, items: pending };
  return (await send(context, changes, options)) ? code : 1;
}

/** The number of deletions has to be allowed if it is large, because a mistake may be the cause. */
function tooManyDeletes(
  { managed, mostDeletes, pending }: Changes,
  localizer: Localizer,
): string | undefined {
  const { count, isMany } = countDeletes(managed, pending);
  if (mostDeletes === undefined ? !isMany : count <= mostDeletes) return undefined;
  return localizer.t(
    'Nothing was applied: {count} of {managed} objects would be deleted. Pass --max-deletes {count} to allow it.',
    { count, managed },
  );
}

/** Whether everything was applied. */
async function send(
  context: CliContext,
  { plan, shown, settled }: Changes,
  options: Pick<ApplyOptions, 'journal' | 'access' | 'items' | 'source' | 'act'>,
): Promise<boolean> {
  const { output, localizer, signal, setDone } = context;
  if (options.access.server.readOnly === true) throw new SelectionError(readOnlyText(localizer));
  const onProgress = (done: number, all: number, waitsUntilMs?: number) =>
    output.progress(
      localizer.t('Applying: {progress}', { progress: progressText(done, all, waitsUntilMs, localizer) }),
    );
  const applied = await duringWrite(context, () =>
    applyPlan(plan, { ...options, localizer, signal, onProgress }),
  );
  output.endProgress();
  const results = [...settled, ...applied.results];
  printResults(context, shown, results);
  const done = results.filter(({ outcome }) => outcome === 'done' || outcome === 'unchanged').length;
  const words = { done, all: results.length };
  setDone(localizer.t('Applied: {done} of {all}. Run the same command again to apply the rest.', words));
  signal.throwIfAborted();
  return done === results.length;
}

const outcomeTexts = {
  done: 'done',
  unchanged: 'up to date',
  conflict: 'changed in the meantime',
  failed: 'failed',
  unknown: 'not known',
  notSent: 'not sent',
} as const;

function printResults(
  { output, localizer }: CliContext,
  plan: ShownPlan,
  results: readonly ApplyResult[],
): void {
  const { t } = localizer;
  if (output.isDocument) {
    const rows = results.map(({ item, outcome, text, storedDifferently }) => {
      const { action, kind, name, id, file } = itemJson(item);
      return { action, kind, name, id, file, outcome, text, storedDifferently };
    });
    output.document({ plan: planJson(plan), results: rows, summary: summaryOf(plan, results) });
    return;
  }
  output.lines(['']);
  const rows = results.map(({ item, outcome, text = '' }) => [
    t(outcomeTexts[outcome]),
    itemTitle(item, localizer),
    text,
  ]);
  output.table(rows, true);
  for (const { item, storedDifferently = [] } of results) {
    if (storedDifferently.length === 0) continue;
    const words = { name: objectTitle(item, localizer), fields: storedDifferently.join(', ') };
    output.note(t('The server stored “{name}” differently from what was sent: {fields}.', words));
  }
  const { unknown, notSent, ...counts } = summaryOf(plan, results);
  const done = t(
    '{created} created, {changed} changed, {deleted} deleted, {failed} failed, {unchanged} unchanged',
    counts,
  );
  const open = [
    ...(unknown > 0 ? [t('{unknown} not known', { unknown })] : []),
    ...(notSent > 0 ? [t('{notSent} not sent', { notSent })] : []),
  ];
  output.lines(['', `${[done, ...open].join(', ')}.`]);
}

/** What was done, in numbers of objects. */
function summaryOf({ items, counts }: ShownPlan, results: readonly ApplyResult[]) {
  const count = (outcomes: readonly ApplyResult['outcome'][], actions?: readonly PlanItem['action'][]) =>
    results.filter(
      ({ item, outcome }) =>
        outcomes.includes(outcome) && (actions === undefined || actions.includes(item.action)),
    ).length;
  return {
    created: count(['done'], ['create']),
    changed: count(['done'], ['change', 'rename']),
    deleted: count(['done'], ['delete']),
    failed: count(['failed', 'conflict']),
    unchanged: count(['unchanged']) + (counts ?? countActions(items)).unchanged,
    unknown: count(['unknown']),
    notSent: count(['notSent']),
  };
}
