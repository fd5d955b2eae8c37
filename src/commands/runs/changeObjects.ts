import type { RunOne } from '../../journal/runItems.ts';
import type { RunItem } from '../../journal/runRecord.ts';
import type { Job } from '../../model/job.ts';
import { plural, t } from '../../platform/localize.ts';
import { groupTitle, jobName, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import { editJob, type JobEdit, type StoredEdit, throwIfOtherwise } from '../../writes/objectEdits.ts';
import { offerUndo, type RunContext, reportFailures, runEach } from './bulk.ts';
import { ChangedGroups, type GroupChange, membersItem } from './changedGroups.ts';
import { listsText, type MemberNaming } from './memberTexts.ts';
import { jobItem } from './recordedObjects.ts';
import { undoOf } from './undoRun.ts';

/** A change of a group's devices, or an edit of a job. */
export type ObjectChange = GroupChange | JobEdit;

export interface ChangesRun {
  readonly act: 'changeMembers' | 'changeJobs' | 'changePlaces';
  readonly changes: readonly ObjectChange[];
  /** What is asked, if the operation alone does not say it. */
  readonly title?: string | undefined;
}

/**
 * Changes groups and jobs in one operation, each based on its current state on the server. One report covers
 * everything, and “Undo” reverts exactly what was changed.
 */
export async function changeObjects(
  context: RunContext,
  session: ServerSession,
  { act, changes, title }: ChangesRun,
): Promise<void> {
  const ofGroups = changes.filter(change => 'group' in change);
  const groups = new ChangedGroups(session, ofGroups);
  const jobs = new EditedJobs(session);
  const result = await runEach<ObjectChange>(context, session, {
    act,
    title,
    items: [...groups.inOrder, ...changes.filter(change => 'job' in change)],
    itemOf: change => ('job' in change ? editItem(change) : membersItem(change)),
    run: (change, sending, left) =>
      'job' in change ? jobs.edit(change, sending, left) : groups.change(change, sending, left),
  });
  jobs.touchStatuses();
  const { summary = '', problems = [] } = groups.report ?? {};
  for (const problem of problems) context.log.error(problem);
  await Promise.all([
    reportFailures(context, session, result, {
      nameOf: nameChanged,
      again: items => changeObjects(context, session, { act, changes: items, title }),
    }),
    offerUndo(context, {
      texts: [summary, jobs.text(context), ...problems.slice(0, 3)],
      isWarning: problems.length > 0,
      undo: undoOf(context, session, result.record),
    }),
  ]);
}

/** The name of the object to change. */
export function nameChanged(change: ObjectChange): string {
  return 'job' in change ? jobName(change.job) : groupTitle(change.group);
}

/** A change as recorded in the journal, so that Retry can repeat it. */
function editItem({ job, edit }: JobEdit): RunItem {
  return { ...jobItem(job), draft: { ...edit } };
}

/** Applies edits to jobs and collects the results. */
class EditedJobs {
  readonly #session: ServerSession;
  readonly #stored = new Map<Job, StoredEdit>();
  #equal = 0;

  constructor(session: ServerSession) {
    this.#session = session;
  }

  async edit(...[edit, sending, left]: Parameters<RunOne<JobEdit>>): Promise<void> {
    const stored = await editJob(this.#session.writes.jobs, edit, { onSending: sending });
    if (stored === undefined) {
      this.#equal += 1;
      return;
    }
    if (Object.keys(stored.edit.after).length > 0) {
      this.#stored.set(edit.job, stored);
      left(stored.edit.after);
    }
    throwIfOtherwise(stored);
  }

  touchStatuses(): void {
    this.#session.statuses.touch([...this.#stored.keys()].map(({ id }) => id));
  }

  /** How many jobs were changed or needed no change, and what others had changed; '' for none. */
  text({ labels }: Pick<RunContext, 'labels'>): string {
    const words = { server: this.#session.server.name };
    const { size } = this.#stored;
    const changed = plural(
      'Changed {count} job on “{server}”.|Changed {count} jobs on “{server}”.',
      size,
      words,
    );
    const same = plural('{count} needed no change.|{count} needed no change.', this.#equal);
    return joinTexts(
      ' ',
      size + this.#equal > 0 && changed,
      this.#equal > 0 && same,
      this.#othersText({ session: this.#session, labels }),
    );
  }

  #othersText(naming: MemberNaming): string {
    const texts = [...this.#stored]
      .filter(([, { others }]) => Object.keys(others.after).length > 0)
      .map(([job, { others }]) => `${jobName(job)} (${listsText(others, naming)})`);
    if (texts.length === 0) return '';
    return t('Other users changed the same lists in the meantime; their changes were preserved: {jobs}.', {
      jobs: namesOf(texts, text => text, 3),
    });
  }
}
