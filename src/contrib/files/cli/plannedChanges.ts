import type { Draft } from '../../../api/model/draft.ts';
import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import type { Job } from '../../../api/model/job.ts';
import type { CliConnection } from '../../../cli/cliConnection.ts';
import type { CliContext, ExitCode } from '../../../cli/cliContext.ts';
import { withJournal } from '../../../cli/journal.ts';
import type { RunOperation, RunRecord } from '../../../store/runs/runRecord.ts';
import { isPending, itemOf, type PlanItem } from '../common/filePlan.ts';
import { jobObject, type ServerObject } from '../common/serverState.ts';
import { applyChanges } from './changes.ts';
import { showPlan } from './planReports.ts';

/** A change of objects that a command names, as the plan of an apply. */
export interface PlannedObjectChange {
  readonly act: Extract<
    RunOperation,
    'enableJobs' | 'disableJobs' | 'deleteJobs' | 'deleteGroups' | 'changeJobs'
  >;
  readonly items: readonly PlanItem[];
  /** The number of objects on the server, to which that of deletions is compared. */
  readonly managed: number;
  readonly mostDeletes: number | undefined;
  /** Called once the change is confirmed; if it rejects, nothing is sent. */
  readonly beforeSending?: () => Promise<void>;
}

/** The item that gives a field another value. */
export function fieldItem(object: ServerObject, field: string, after: unknown): PlanItem {
  const before = object.draft[field];
  const changes = before === after ? [] : [{ field, before, after }];
  const action = changes.length === 0 ? 'unchanged' : 'change';
  return { ...itemOf(object), action, changes, problems: [], draft: { [field]: after } };
}

/** The item that gives a job other values, or that says why it stays as it is. */
export function jobItem(
  job: Job,
  edit: FieldEdit | undefined,
  about: { note: string; isBlocked?: boolean },
): PlanItem {
  const object = jobObject(job);
  const { note, isBlocked = false } = about;
  const base = { ...itemOf(object), problems: [], note };
  if (edit === undefined) return { ...base, action: isBlocked ? 'blocked' : 'unchanged', changes: [] };
  const changes = Object.entries(edit.after).map(([field, after]) => ({
    field,
    before: object.draft[field],
    after,
  }));
  return { ...base, action: 'change', changes, draft: edit.after };
}

/** The item that creates a job. */
export function newJobItem(draft: Draft & { readonly name: string }, note: string): PlanItem {
  const changes = Object.entries(draft).map(([field, after]) => ({ field, before: undefined, after }));
  return { action: 'create', kind: 'job', name: draft.name, changes, problems: [], note, draft };
}

/**
 * Plans the change like the files of a folder: it is only printed with --dry-run or --out, and otherwise confirmed,
 * recorded and applied.
 */
export async function applyObjectChange(
  context: CliContext<'dry-run' | 'out' | 'yes' | 'state-dir'>,
  connection: CliConnection,
  { act, items, managed, mostDeletes, beforeSending }: PlannedObjectChange,
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
    applyChanges(context, connection, changes, {
      ...journal,
      act,
      source: {},
      ...(beforeSending && { beforeSending }),
    }),
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
