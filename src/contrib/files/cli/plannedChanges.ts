import type { CliConnection } from '../../../cli/cliConnection.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { withJournal } from '../../../cli/journal.ts';
import type { RunOperation, RunRecord } from '../../../store/runs/runRecord.ts';
import { isPending, itemOf, type PlanItem } from '../common/filePlan.ts';
import type { ServerObject } from '../common/serverState.ts';
import { applyChanges } from './changes.ts';
import { showPlan } from './planReports.ts';

/** A change of objects that a command names, as the plan of an apply. */
export interface PlannedObjectChange {
  readonly act: Extract<RunOperation, 'enableJobs' | 'disableJobs' | 'deleteJobs' | 'deleteGroups'>;
  readonly items: readonly PlanItem[];
  /** The number of objects on the server, to which that of deletions is compared. */
  readonly managed: number;
  readonly mostDeletes: number | undefined;
}

/** The item that gives a field another value. */
export function fieldItem(object: ServerObject, field: string, after: unknown): PlanItem {
  const before = object.draft[field];
  const changes = before === after ? [] : [{ field, before, after }];
  const action = changes.length === 0 ? 'unchanged' : 'change';
  return { ...itemOf(object), action, changes, problems: [], draft: { [field]: after } };
}

/**
 * Plans the change like the files of a folder: it is only printed with --dry-run or --out, and otherwise confirmed,
 * recorded and applied.
 */
export async function applyObjectChange(
  context: CliContext<'dry-run' | 'out' | 'yes' | 'state-dir'>,
  connection: CliConnection,
  { act, items, managed, mostDeletes }: PlannedObjectChange,
): Promise<ExitCode> {
  const { options } = context;
  const { server } = connection;
  const plan = { server, isOwnServer: true, isComplete: true, items, problems: [] };
  if (options.has('dry-run') || options.has('out'))
    return showPlan(context, plan, { target: options.value('out') });
  const pending = items.filter(isPending);
  const changes = { shown: plan, plan, pending, settled: [], managed, mostDeletes, obstacle: undefined };
  const textOf = (run: RunRecord) => interruptedText(run, act, context);
  return withJournal(context, server, textOf, journal =>
    applyChanges(context, connection, changes, { ...journal, act, source: {} }),
  );
}

/** Describes an interrupted run of the same operation. */
function interruptedText(
  { act, items }: RunRecord,
  own: RunOperation,
  { localizer }: Pick<CliContext, 'localizer'>,
): string | undefined {
  if (act !== own) return undefined;
  const open = items.filter(({ is }) => is !== 'done').map(({ name, id = '' }) => `${name} (${id})`);
  return localizer.t(
    'The same command on this server was interrupted: {done} of {all} done. It is unknown or was not done for: {names}.',
    { done: items.length - open.length, all: items.length, names: open.join(', ') },
  );
}
