import type { InterruptedRun, RunJournal } from '../journal/runJournal.ts';
import type { RunRecord } from '../journal/runRecord.ts';
import { t } from '../platform/localize.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { doRest, movedText, type RetryContext, sessionOf } from './retryRun.ts';
import { createAgain, type Recreation, recordFormerGroup } from './runs/createAgain.ts';
import { readBackRun } from './runs/readBackRun.ts';
import { recreateGroups } from './runs/repointJobs.ts';
import { countsText, restOf, runReport, runTitle } from './runs/runReport.ts';

/** Reports bulk operations that a crash or a closed window has interrupted, and offers to do the rest. */
export class InterruptedRuns {
  readonly #context: RetryContext;
  readonly #journal: Pick<RunJournal, 'interrupted' | 'completing'>;
  #hasChecked = false;

  constructor(context: RetryContext, journal: Pick<RunJournal, 'interrupted' | 'completing'>) {
    this.#context = context;
    this.#journal = journal;
  }

  /** Call when the window gets the focus: another one may have closed since. */
  focused(): void {
    if (this.#hasChecked) void this.check();
  }

  /** Call once the servers of this window are known. */
  async check(): Promise<void> {
    this.#hasChecked = true;
    for (const run of await this.#journal.interrupted()) {
      void this.#report(run).catch((error: unknown) => this.#context.notices.show(error, undefined));
    }
  }

  /**
   * The run stays in the journal until the user has responded and the run that completes it is recorded, so that a
   * missed notification appears again.
   */
  async #report(run: InterruptedRun): Promise<void> {
    const { dialogs, reports } = this.#context;
    const found = sessionOf(this.#context, run.record);
    const session = found === 'moved' ? undefined : found;
    const record = session === undefined ? run.record : await readBackRun(this.#context, session, run.record);
    const [show, rest, restore] = [t('Show Report'), t('Do the Rest…'), t('Restore Deleted')];
    const actions = [
      ...(session !== undefined && restOf(record).length > 0 ? [rest] : []),
      ...(session !== undefined && countDeleted(record).length > 0 ? [restore] : []),
    ];
    const words = { operation: runTitle(record), server: record.server.name, counts: countsText(record) };
    const interruption = t('“{operation}” on “{server}” was interrupted: {counts}', words);
    const text = found === 'moved' ? `${interruption} ${movedText(record)}` : interruption;
    let answer = await dialogs.warn(text, show, ...actions);
    if (answer === show) {
      await reports.show(runReport(record));
      answer = actions.length === 0 ? undefined : await dialogs.warn(text, ...actions);
    }
    const context = { ...this.#context, journal: this.#journal.completing([run]) };
    if (session !== undefined && answer === restore) return restoreDeleted(context, session, record);
    const isLeft = session !== undefined && answer === rest && (await doRest(context, session, record));
    if (!isLeft) await run.discard();
  }
}

function restoreDeleted(context: RetryContext, session: ServerSession, record: RunRecord): Promise<void> {
  const items = countDeleted(record);
  return record.act === 'deleteGroups'
    ? recreateGroups(context, session, items)
    : createAgain(context, session, { kind: 'job', items });
}

function countDeleted({ act, items }: RunRecord): Recreation[] {
  if (act !== 'deleteJobs' && act !== 'deleteGroups') return [];
  return items.flatMap(({ is, name, kept, draft }) =>
    is === 'done' && kept !== undefined ? [{ name, draft: kept, former: recordFormerGroup(draft) }] : [],
  );
}
