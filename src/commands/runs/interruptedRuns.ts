import type { InterruptedRun, RunJournal } from '../../journal/runJournal.ts';
import type { ItemOutcome, RunRecord } from '../../journal/runRecord.ts';
import { groupKey } from '../../model/group.ts';
import type { Job } from '../../model/job.ts';
import { normalizeBaseUrl } from '../../model/server.ts';
import { t } from '../../platform/localize.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { Clock, ScheduledCall } from '../../util/clock.ts';
import type { RunCommand, Uses } from '../commandContext.ts';
import { type CreateAgainContext, createAgain, type Recreation, recordedFormerGroup } from './createAgain.ts';
import { isDrafted, recreateGroups, restOfDrafted } from './draftedRuns.ts';
import { remainingJobs } from './interruptedChanges.ts';
import { confirmChanged, groupItem } from './remainingObjects.ts';
import { countsText, filesCommand, interruptedRunReport, jobCommands, runTitle } from './runReport.ts';

/** A window that was just closed may not have exited yet, so its runs are checked again. */
const checkAgainMs = 10_000;
const checksAtMost = 200;

type InterruptedRunsContext = CreateAgainContext &
  Uses<'sessions'> & {
    readonly journal: Pick<RunJournal, 'begin' | 'interrupted' | 'onceBegun'>;
    readonly runCommand: RunCommand;
  };

/** Reports bulk operations that a crash or a closed window has interrupted, and resumes them. */
export class InterruptedRuns {
  readonly #context: InterruptedRunsContext;
  readonly #clock: Clock;
  #checks = 0;
  /** When the last check began; `undefined` before the first. */
  #checkedMs: number | undefined;
  #isChecking = false;
  #next: ScheduledCall | undefined;

  constructor(context: InterruptedRunsContext, clock: Clock) {
    this.#context = context;
    this.#clock = clock;
  }

  async check(): Promise<void> {
    this.#next = undefined;
    this.#checkedMs = this.#clock.steadyMs();
    this.#isChecking = true;
    const { runs, others } = await this.#context.journal.interrupted().finally(() => {
      this.#isChecking = false;
    });
    for (const run of runs) {
      void this.#notify(run).catch((error: unknown) => this.#context.notices.show(error, undefined));
    }
    this.#checks += 1;
    if (others && this.#checks < checksAtMost) this.#schedule(checkAgainMs);
  }

  /** Call when the window gets the focus: another one may have closed or stopped responding since the last check. */
  focused(): void {
    this.#checks = 0;
    if (this.#checkedMs === undefined || this.#isChecking || this.#next !== undefined) return;
    // Each check counts towards the time that another window has been silent, so none may come early.
    const waitMs = this.#checkedMs + checkAgainMs - this.#clock.steadyMs();
    if (waitMs > 0) this.#schedule(waitMs);
    else void this.check();
  }

  #schedule(delayMs: number): void {
    this.#next = this.#clock.schedule(delayMs, () => void this.check());
  }

  dispose(): void {
    this.#next?.dispose();
  }

  /**
   * The run stays in the journal until the user has responded and the run that resumes it is recorded, so that a
   * missed notification appears again.
   */
  async #notify(run: InterruptedRun): Promise<void> {
    const { dialogs, reports, sessions } = this.#context;
    const show = t('Show Report');
    const resume = t('Resume…');
    const undo = t('Restore Deleted');
    const configured = sessions.get(run.server.id);
    // At another URL, the same IDs belong to other objects.
    const hasMoved = configured !== undefined && !isSameUrl(configured.server.url, run.server.url);
    const session = hasMoved ? undefined : configured;
    const actions = [
      ...(session !== undefined && restOf(run).length > 0 ? [resume] : []),
      ...(session !== undefined && deletedIn(run).length > 0 ? [undo] : []),
    ];
    const words = { operation: runTitle(run), server: run.server.name, counts: countsText(run) };
    const interruption = t('“{operation}” on “{server}” was interrupted: {counts}', words);
    const text = hasMoved
      ? `${interruption} ${t('The URL of the server has changed since (it was {url}), so this cannot be resumed.', { url: run.server.url })}`
      : interruption;
    let answer = await dialogs.warn(text, show, ...actions);
    if (answer === show) {
      await reports.show(interruptedRunReport(run));
      answer = actions.length === 0 ? undefined : await dialogs.warn(text, ...actions);
    }
    if (session !== undefined && (answer === resume || answer === undo)) {
      const now = await run.current();
      if (now === undefined) return void (await dialogs.info(t('Another window continues this operation.')));
      if (answer === undo) return this.#undo({ ...run, ...now }, session);
      return this.#resume({ ...run, ...now }, session);
    }
    await run.discard();
  }

  /** The record stays until the run that resumes this one is recorded, so canceling loses nothing. */
  async #resume(run: InterruptedRun, session: ServerSession): Promise<void> {
    const giveUp = this.#context.journal.onceBegun(run, run);
    try {
      const found = await this.#remaining(run, session);
      if (found === 'nothing') {
        await run.discard();
        await this.#context.dialogs.info(
          t('Nothing left to do: the remaining items no longer exist on the server.'),
        );
      } else await found?.();
    } finally {
      giveUp();
    }
  }

  async #undo(run: InterruptedRun, session: ServerSession): Promise<void> {
    const act = run.act === 'deleteGroups' ? 'createGroups' : 'createJobs';
    const giveUp = this.#context.journal.onceBegun({ act, server: run.server }, run);
    try {
      const items = deletedIn(run);
      if (act === 'createGroups') await recreateGroups(this.#context, session, items);
      else await createAgain(this.#context, session, { kind: 'job', items });
    } finally {
      giveUp();
    }
  }

  /**
   * The regular command for the remaining objects, with its regular prompts; `undefined` if canceled before that.
   */
  async #remaining(
    run: RunRecord,
    session: ServerSession,
  ): Promise<(() => Promise<void>) | 'nothing' | undefined> {
    const { dialogs, runCommand } = this.#context;
    const { act } = run;
    if (isDrafted(act)) return restOfDrafted(this.#context, session, { ...run, act });
    if (act === 'deleteGroups') {
      const found = await remainingGroups(session, restOf(run));
      if (found.length === 0) return 'nothing';
      const rows = (await confirmChanged(dialogs, found))?.map(({ object }) => object);
      return rows && (() => runCommand('deviceAutomation.group.delete', rows[0], rows));
    }
    if (act === 'applyFiles') {
      const rest = filesCommand(run, restOf(run));
      return rest && (() => runCommand(rest.command, rest.argument));
    }
    const id = jobCommands[act];
    const found = (await remainingJobs(session, restOf(run))).filter(({ object }) => isLeft(run, object));
    if (found.length === 0) return 'nothing';
    const ids = (await confirmChanged(dialogs, found))?.map(({ object }) => object.id);
    return ids && (() => runCommand(id, { ids, server: session.server.id }));
  }
}

/** Whether two URLs are equivalent. */
export function isSameUrl(one: string, other: string): boolean {
  return placeOf(one) === placeOf(other);
}

function placeOf(url: string): string {
  const base = normalizeBaseUrl(url);
  return base.kind === 'ok' ? base.url : url;
}

/** The items that may still be pending. */
function restOf({ act, items, folder, copied }: RunRecord): readonly ItemOutcome[] {
  // The source of the values is unknown.
  if (act === 'applyFiles' && folder === undefined && copied === undefined) return [];
  return items.filter(({ is }) => is !== 'done');
}

function deletedIn({ act, items }: RunRecord): Recreation[] {
  if (act !== 'deleteJobs' && act !== 'deleteGroups') return [];
  return items.flatMap(({ is, name, kept, draft }) =>
    is === 'done' && kept !== undefined ? [{ name, draft: kept, former: recordedFormerGroup(draft) }] : [],
  );
}

/** Whether the job has not reached the state that the run was to set. */
function isLeft({ act }: RunRecord, { enabled }: Job): boolean {
  if (act === 'enableJobs') return enabled !== true;
  return act !== 'disableJobs' || enabled !== false;
}

/** The groups that still exist on the server, as rows of the view. */
async function remainingGroups(session: ServerSession, items: readonly ItemOutcome[]) {
  await session.groups.refresh();
  const noted = new Map(items.map(item => [item.key, item]));
  return session.groups.entries.flatMap(({ key, group }) => {
    const item = noted.get(groupKey(group));
    const row = { kind: 'group', serverId: session.server.id, groupKey: key } as const;
    return item === undefined ? [] : [{ noted: item, now: groupItem(group, item.id ?? 0), object: row }];
  });
}
