import type { InterruptedRun, RunJournal } from '../../../store/runs/runJournal.ts';
import { restOf } from '../../../store/runs/runRecord.ts';
import { movedText, sessionOf } from '../../../workbench/commands/runs/recordedObjects.ts';
import { countsText, runReport, runTitle } from '../../../workbench/commands/runs/runReport.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { readBackRun } from './readBackRun.ts';
import { doRest, type RetryContext } from './retryRun.ts';
import { undoableItems } from './undoPlan.ts';
import { undoRun } from './undoRun.ts';

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
    const { dialogs, reports, runActions } = this.#context;
    const found = sessionOf(this.#context, run.record);
    const session = found === 'moved' ? undefined : found;
    const record = session === undefined ? run.record : await readBackRun(this.#context, session, run.record);
    const [show, rest, undo] = [t('Show Report'), t('Do the Rest…'), t('Undo')];
    const actions = [
      ...(session !== undefined && restOf(record).length > 0 ? [rest] : []),
      ...(session !== undefined && undoableItems(record).length > 0 ? [undo] : []),
    ];
    const words = { operation: runTitle(record), server: record.server.name, counts: countsText(record) };
    const interruption = t('“{operation}” on “{server}” was interrupted: {counts}', words);
    const text = found === 'moved' ? `${interruption} ${movedText(record)}` : interruption;
    let answer = await dialogs.warn(text, show, ...actions);
    if (answer === show) {
      await reports.show(runReport(record, runActions));
      answer = actions.length === 0 ? undefined : await dialogs.warn(text, ...actions);
    }
    const context = { ...this.#context, journal: this.#journal.completing([run]) };
    if (session !== undefined && answer === rest) {
      if (!(await doRest(context, session, record))) await run.discard();
      return;
    }
    // It stays in the list of activities, from where it can be undone later.
    await run.discard();
    if (session !== undefined && answer === undo) await undoRun(this.#context, session, record);
  }
}
