import type * as vscode from 'vscode';
import type { Clock } from '../../../base/clock.ts';
import { getOrAdd } from '../../../base/collections.ts';
import { DeadlineScheduler } from '../../../base/deadlineScheduler.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { responseSlices } from '../../../base/slices.ts';
import { dayMs, minuteMs } from '../../../recurrence/text/calendarDay.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Dialogs } from '../../../workbench/platform/dialogs.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { namesOf } from '../../../workbench/platform/objectNames.ts';
import type { Schedules } from '../../../workbench/servers/schedules.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import { newestRun, type PastRun, unseenRuns } from '../../history/common/pastRuns.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { executingText, paceText, pastRunTexts } from '../../history/vscode/pastRunTexts.ts';
import { watchedJobName } from './endingNotices.ts';
import type { News, NewsClaims } from './newsClaims.ts';
import type { NotificationLevel } from './notificationLevel.ts';
import type { WatchList } from './watchList.ts';

export interface RunNoticeParts {
  readonly sessions: Pick<SessionRegistry, 'open'>;
  readonly watchList: Pick<WatchList, 'watchedAmong'>;
  readonly claims: Pick<NewsClaims, 'claim'>;
  readonly schedules: Pick<Schedules, 'of'>;
  readonly dialogs: Pick<Dialogs, 'warn'>;
  readonly clock: Clock;
  readonly level: () => NotificationLevel;
  readonly openJob: (session: ServerSession, jobId: number) => Promise<void>;
  readonly showJobs: (session: ServerSession, filter: string) => Promise<void>;
}

const checkMs = minuteMs;
/** It takes longer until enough looks show that a planned run did not begin. */
const plannedCheckMs = 10 * minuteMs;
const namedAtMost = 3;

/** What this window knows to be reported of one job, by this window or another one. */
interface Reported {
  /** The run that began before this takes too long. */
  longMs: number;
  plannedMs: number;
  /** When its planned runs are judged again. */
  nextCheckMs: number;
}

interface RunNews extends News {
  readonly id: number;
  /** What a notification says of it alone. */
  readonly text: string;
}

/** Notifies the user once of a watched job that executes much longer than usual, or that did not run as planned. */
export class RunNotices implements vscode.Disposable {
  readonly #parts: RunNoticeParts;
  readonly #check: DeadlineScheduler;
  readonly #reported = new WeakMap<ServerSession, Map<number, Reported>>();
  readonly #beginMs: number;
  #isDisposed = false;

  constructor(parts: RunNoticeParts) {
    this.#parts = parts;
    this.#beginMs = parts.clock.now();
    this.#check = new DeadlineScheduler(parts.clock, () => void this.#checkAll());
    this.#check.within(checkMs);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#check.cancel();
  }

  async #checkAll(): Promise<void> {
    const sessions = this.#parts.level() === 'none' ? [] : [...this.#parts.sessions.open];
    for (const session of sessions) await this.#checkSession(session);
    if (!this.#isDisposed) this.#check.within(checkMs);
  }

  async #checkSession(session: ServerSession): Promise<void> {
    const { watchList, clock, schedules, claims } = this.#parts;
    const loaded = session.jobs.jobs.map(({ id }) => id);
    const reported = getOrAdd(this.#reported, session, () => new Map());
    const long: RunNews[] = [];
    const missing: RunNews[] = [];
    const slices = responseSlices();
    const nowMs = clock.now();
    const history = historyOf(session);
    for (const id of watchList.watchedAmong(session.server.id, loaded)) {
      if (slices.isOver) await slices.rest();
      const last = getOrAdd(reported, id, () => ({ longMs: 0, plannedMs: 0, nextCheckMs: 0 }));
      const newest = newestRun(history, id);
      if (newest !== undefined && isTooLong(newest) && beganMs(newest) > last.longMs) {
        last.longMs = newest.run.end.afterMs;
        const text = longText(session, id, newest);
        // A run that may be the one of the last notification is not another one.
        long.push({ id, text, subject: `long ${id}`, afterMs: beganMs(newest), untilMs: last.longMs });
      }
      if (nowMs < last.nextCheckMs) continue;
      last.nextCheckMs = nowMs + plannedCheckMs;
      const source = { history, outlook: schedules.of(session.server), nowMs };
      const sinceMs = Math.max(last.plannedMs + 1, this.#beginMs + 1, nowMs - dayMs);
      const missed = unseenRuns(id, source, sinceMs).at(-1);
      if (missed === undefined) continue;
      last.plannedMs = missed.atMs;
      const text = missedText(session, id, missed);
      missing.push({ id, text, subject: `missed ${id}`, afterMs: missed.atMs, untilMs: missed.atMs });
    }
    const own = await claims.claim(session.server.url, [...long, ...missing]);
    const newLong = long.filter(news => own.includes(news));
    const newMissing = missing.filter(news => own.includes(news));
    const count = (news: readonly RunNews[]) => ({
      server: displayText(session.server.name, 80),
      jobs: namesOf(news, ({ id }) => watchedJobName(session, id), namedAtMost),
    });
    void this.#notify(session, newLong, '@long', () =>
      plural(
        '{count} job on “{server}” executes much longer than usual: {jobs}.|{count} jobs on “{server}” execute much longer than usual: {jobs}.',
        newLong.length,
        count(newLong),
      ),
    );
    void this.#notify(session, newMissing, '@notseen', () =>
      plural(
        '{count} job on “{server}” was not seen to run as planned: {jobs}.|{count} jobs on “{server}” were not seen to run as planned: {jobs}.',
        newMissing.length,
        count(newMissing),
      ),
    );
  }

  async #notify(
    session: ServerSession,
    news: readonly RunNews[],
    filter: string,
    allText: () => string,
  ): Promise<void> {
    const { dialogs, openJob, showJobs } = this.#parts;
    const [only] = news;
    if (only === undefined) return;
    if (news.length === 1) {
      const open = t('Open Job');
      if ((await dialogs.warn(only.text, open)) === open) await openJob(session, only.id);
      return;
    }
    const show = t('Show Jobs');
    if ((await dialogs.warn(allText(), show)) === show) await showJobs(session, filter);
  }
}

type NewestRun = NonNullable<ReturnType<typeof newestRun>>;

function isTooLong({ run, pace }: NewestRun): boolean {
  return run.state === 'executing' && pace !== 'usual';
}

function beganMs({ run: { start, firstSeenMs = start.byMs } }: NewestRun): number {
  return firstSeenMs;
}

function longText(session: ServerSession, id: number, newest: NewestRun): string {
  const args = { job: watchedJobName(session, id), server: displayText(session.server.name, 80) };
  const facts = joinTexts(', ', executingText(newest), newest.pace === 'stuck' && paceText('stuck'));
  return t('“{job}” on “{server}”: {facts}.', { ...args, facts });
}

function missedText(session: ServerSession, id: number, past: PastRun): string {
  const args = {
    job: watchedJobName(session, id),
    server: displayText(session.server.name, 80),
    time: pastRunTexts(past).when,
  };
  return past.kind === 'didNotRun'
    ? t('“{job}” on “{server}” did not run, although it was planned for {time}.', args)
    : t('“{job}” on “{server}” was not seen to run, although it was planned for {time}.', args);
}
