import { groupTitle, jobName } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { type RunContext, reportFailures, runEach } from './bulk.ts';
import { ChangedGroups, type GroupChange, membersItem } from './changedGroups.ts';
import { EditedJobs, editItem, type JobEdit } from './editedJobs.ts';
import { offerUndo } from './offerUndo.ts';

/** A change of a group's devices, or an edit of a job. */
export type ObjectChange = GroupChange | JobEdit;

export interface ChangesRun {
  readonly act: 'changeMembers' | 'changeJobs' | 'changePlaces';
  readonly changes: readonly ObjectChange[];
  readonly isUndo?: boolean;
}

/**
 * Changes groups and jobs as one operation, each as the server has it then; one report has all of it, and “Undo”
 * takes back exactly what changed.
 */
export async function changeObjects(
  context: RunContext,
  session: ServerSession,
  { act, changes, isUndo = false }: ChangesRun,
): Promise<void> {
  const groups = new ChangedGroups(
    session,
    changes.filter(change => 'group' in change),
  );
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
  const inverse = [...groups.inverse, ...jobs.inverse];
  await Promise.all([
    reportFailures(context, session, result, {
      nameOf: changedName,
      again: items => changeObjects(context, session, { act, changes: items, isUndo }),
    }),
    offerUndo(context, {
      texts: [summary, jobs.text(context, isUndo), ...problems.slice(0, 3)],
      isWarning: problems.length > 0,
      undo:
        isUndo || inverse.length === 0
          ? undefined
          : () => changeObjects(context, session, { act, changes: inverse, isUndo: true }),
    }),
  ]);
}

/** The name of the object to change. */
export function changedName(change: ObjectChange): string {
  return 'job' in change ? jobName(change.job) : groupTitle(change.group);
}
