import type { RunItem } from '../../journal/runRecord.ts';
import type { Draft } from '../../model/draft.ts';
import type { Job } from '../../model/job.ts';
import { plural, t } from '../../platform/localize.ts';
import { jobName, namesOf } from '../../platform/objectNames.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { joinTexts } from '../../util/displayText.ts';
import { editJob, type JobEdit, reversed, type StoredEdit, throwIfOtherwise } from '../../writes/jobEdits.ts';
import type { RunContext } from './bulk.ts';
import { listsText, type MemberNaming } from './memberTexts.ts';
import { jobItem } from './recordedObjects.ts';

/** A change as recorded in the journal, so that Retry can repeat it. */
export function editItem({ job, edit }: JobEdit): RunItem {
  return { ...jobItem(job), draft: { ...edit } };
}

/** Applies edits to jobs and collects the results. */
export class EditedJobs {
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
    return [...this.#stored.values()].map(({ job, edit }) => ({ job, edit: reversed(edit) }));
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
