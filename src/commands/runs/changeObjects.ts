import { groupTitle, jobName } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { JobEdit } from '../../writes/jobEdits.ts';
import { offerUndo, type RunContext, reportFailures, runEach } from './bulk.ts';
import { ChangedGroups, type GroupChange, membersItem } from './changedGroups.ts';
import { EditedJobs, editItem } from './editedJobs.ts';

/** A change of a group's devices, or an edit of a job. */
export type ObjectChange = GroupChange | JobEdit;

export interface ChangesRun {
  readonly act: 'changeMembers' | 'changeJobs' | 'changePlaces';
  readonly changes: readonly ObjectChange[];
  readonly isUndo?: boolean;
}

/** The changes that were made, in sentences, some of which may be empty, and the changes that undo them. */
export interface ChangesMade {
  readonly texts: readonly string[];
  readonly isWarning: boolean;
  readonly inverse: readonly ObjectChange[];
  /** Resolves once all failures were reported. */
  readonly reported: Promise<void>;
}

/**
 * Changes groups and jobs in one operation, each based on its current state on the server. One report covers
 * everything, and “Undo” reverts exactly what was changed.
 */
export async function changeObjects(
  context: RunContext,
  session: ServerSession,
  run: ChangesRun,
): Promise<void> {
  const { texts, isWarning, inverse, reported } = await makeChanges(context, session, run);
  const undo = () => changeObjects(context, session, { act: run.act, changes: inverse, isUndo: true });
  const isFinal = run.isUndo === true || inverse.length === 0;
  await Promise.all([reported, offerUndo(context, { texts, isWarning, undo: isFinal ? undefined : undo })]);
}

/** Does the same but only reports failures. */
export async function makeChanges(
  context: RunContext,
  session: ServerSession,
  { act, changes, isUndo = false }: ChangesRun,
): Promise<ChangesMade> {
  const ofGroups = changes.filter(change => 'group' in change);
  const groups = new ChangedGroups(session, ofGroups);
  const jobs = new EditedJobs(session);
  const result = await runEach<ObjectChange>(context, session, {
    act,
    items: [...groups.inOrder, ...changes.filter(change => 'job' in change)],
    itemOf: change => ('job' in change ? editItem(change) : membersItem(change)),
    run: (change, sending) => ('job' in change ? jobs.edit(change, sending) : groups.change(change, sending)),
  });
  jobs.touchStatuses();
  const { summary = '', problems = [] } = groups.report ?? {};
  for (const problem of problems) context.log.error(problem);
  return {
    texts: [summary, jobs.text(context, isUndo), ...problems.slice(0, 3)],
    isWarning: problems.length > 0,
    inverse: [...groups.inverse, ...jobs.inverse],
    reported: reportFailures(context, session, result, {
      nameOf: changedName,
      again: items => changeObjects(context, session, { act, changes: items, isUndo }),
    }),
  };
}

/** The name of the object to change. */
export function changedName(change: ObjectChange): string {
  return 'job' in change ? jobName(change.job) : groupTitle(change.group);
}
