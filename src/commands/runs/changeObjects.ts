import type { RunItem } from '../../journal/runRecord.ts';
import type { Draft } from '../../model/draft.ts';
import type { Job } from '../../model/job.ts';
import { plural, t } from '../../platform/localize.ts';
import { groupTitle, jobName, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import {
  editJob,
  type JobEdit,
  reverseEdit,
  type StoredEdit,
  throwIfOtherwise,
} from '../../writes/objectEdits.ts';
import { offerUndo, type RunContext, reportFailures, runEach } from './bulk.ts';
import { ChangedGroups, type GroupChange, membersItem } from './changedGroups.ts';
import { listsText, type MemberNaming } from './memberTexts.ts';
import { jobItem } from './recordedObjects.ts';

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
      nameOf: nameChanged,
      again: items => changeObjects(context, session, { act, changes: items, isUndo }),
    }),
  };
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

  async edit(edit: JobEdit, sending: (kept: Draft) => Promise<void>): Promise<void> {
    const stored = await editJob(this.#session.writes.jobs, edit, { onSending: sending });
    if (stored === undefined) {
      this.#equal += 1;
      return;
    }
    if (Object.keys(stored.edit.after).length > 0) this.#stored.set(edit.job, stored);
    throwIfOtherwise(stored);
  }

  touchStatuses(): void {
    this.#session.statuses.touch([...this.#stored.keys()].map(({ id }) => id));
  }

  /** The edits that undo what was stored. */
  get inverse(): readonly JobEdit[] {
    return [...this.#stored.values()].map(({ job, edit }) => ({ job, edit: reverseEdit(edit) }));
  }

  /** How many jobs were changed or needed no change, and what others had changed; '' for none. */
  text({ labels }: Pick<RunContext, 'labels'>, isUndo: boolean): string {
    const words = { server: this.#session.server.name };
    const { size } = this.#stored;
    const changed = isUndo
      ? plural('Reverted {count} job on “{server}”.|Reverted {count} jobs on “{server}”.', size, words)
      : plural('Changed {count} job on “{server}”.|Changed {count} jobs on “{server}”.', size, words);
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
