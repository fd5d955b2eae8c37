import type * as vscode from 'vscode';
import type { Clock, ScheduledCall } from '../../../base/clock.ts';
import { getOrAdd } from '../../../base/collections.ts';
import { displayText } from '../../../base/displayText.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Ending } from '../../../store/statuses/statusEvents.ts';
import type { Dialogs } from '../../../workbench/platform/dialogs.ts';
import { plural, t } from '../../../workbench/platform/localize.ts';
import { jobName, namesOf } from '../../../workbench/platform/objectNames.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import type { NewsClaims } from './newsClaims.ts';
import type { NotificationLevel } from './notificationLevel.ts';
import type { WatchList } from './watchList.ts';

export interface EndingNoticeParts {
  readonly sessions: Pick<SessionRegistry, 'onDidEnd'>;
  readonly watchList: Pick<WatchList, 'isWatchedNow'>;
  readonly claims: Pick<NewsClaims, 'claim'>;
  readonly dialogs: Pick<Dialogs, 'info' | 'warn'>;
  readonly clock: Clock;
  readonly level: () => NotificationLevel;
  readonly openJob: (session: ServerSession, jobId: number) => Promise<void>;
  readonly showJobs: (session: ServerSession, filter: string) => Promise<void>;
}

/** Jobs that end within this time of each other share one notification. */
const gatherMs = 2_000;
const namedAtMost = 3;

/** Notifies the user of jobs that ended or failed, depending on the settings, in one of the windows. */
export class EndingNotices implements vscode.Disposable {
  readonly #parts: EndingNoticeParts;
  readonly #subscription: vscode.Disposable;
  readonly #waiting = new Map<ServerSession, Map<number, Ending>>();
  #call: ScheduledCall | undefined;

  constructor(parts: EndingNoticeParts) {
    this.#parts = parts;
    this.#subscription = parts.sessions.onDidEnd(({ session, ending }) => this.#ended(session, ending));
  }

  dispose(): void {
    this.#call?.dispose();
    this.#subscription.dispose();
  }

  #ended(session: ServerSession, ending: Ending): void {
    if (!this.#isWanted(session, ending)) return;
    getOrAdd(this.#waiting, session, () => new Map()).set(ending.id, ending);
    this.#call ??= this.#parts.clock.schedule(gatherMs, () => this.#notify());
  }

  #isWanted(session: ServerSession, { id, status }: Ending): boolean {
    if (session.statuses.isFollowed(id)) return false;
    const isWatched = this.#parts.watchList.isWatchedNow(session.server.id, id);
    const wanted: Readonly<Record<NotificationLevel, boolean>> = {
      none: false,
      watched: isWatched,
      failures: isWatched || status.kind === 'failed',
      all: true,
    };
    return wanted[this.#parts.level()];
  }

  #notify(): void {
    this.#call = undefined;
    for (const [session, endings] of this.#waiting) void this.#notifyOf(session, [...endings.values()]);
    this.#waiting.clear();
  }

  async #notifyOf(session: ServerSession, seen: readonly Ending[]): Promise<void> {
    const { dialogs, claims, openJob, showJobs } = this.#parts;
    const news = seen.map(ending => ({
      ending,
      subject: `end ${ending.id}`,
      // An end that was claimed after this window last saw the job before its end is the same.
      afterMs: ending.beforeMs,
      untilMs: ending.status.asOfMs,
    }));
    const endings = (await claims.claim(session.server.url, news)).map(({ ending }) => ending);
    if (endings.length === 0) return;
    const failed = endings.filter(({ status }) => status.kind === 'failed');
    const hasFailed = failed.length > 0;
    const named = hasFailed ? failed : endings;
    await nameJobs(session, named);
    const notify = hasFailed ? dialogs.warn : dialogs.info;
    const [only] = endings;
    if (only !== undefined && endings.length === 1) {
      const open = t('Open Job');
      if ((await notify(oneEnding(session, only), open)) === open) await openJob(session, only.id);
      return;
    }
    const show = hasFailed ? t('Show Failed Jobs') : t('Show Jobs');
    if ((await notify(manyEndings(session, endings.length, named), show)) === show)
      await showJobs(session, hasFailed ? '@failed' : '');
  }
}

/** Watched jobs may not be loaded; those that cannot be read are named by their IDs. */
async function nameJobs(session: ServerSession, endings: readonly Ending[]): Promise<void> {
  const unknown = endings.slice(0, namedAtMost).filter(({ id }) => session.jobs.get(id) === undefined);
  await Promise.all(unknown.map(({ id }) => session.jobs.read(id).catch(() => undefined)));
}

export function watchedJobName(session: ServerSession, id: number): string {
  const job = session.jobs.get(id);
  return job === undefined ? `#${id}` : jobName(job);
}

/** Status words that only say what the sentence says. */
const plainFailures: ReadonlySet<string> = new Set([
  'failed',
  'failure',
  'error',
  'ошибка',
  'сбой',
  'не выполнено',
]);

function oneEnding(session: ServerSession, { id, status }: Ending): string {
  const args = {
    job: watchedJobName(session, id),
    server: displayText(session.server.name, 80),
    status: displayText(status.word, 60),
  };
  if (status.kind === 'failed')
    return plainFailures.has(status.word.trim().toLowerCase())
      ? t('“{job}” failed on “{server}”.', args)
      : t('“{job}” failed on “{server}” ({status}).', args);
  return t('“{job}” ended on “{server}” ({status}).', args);
}

/** `named`: the failed jobs, or all if none failed. */
function manyEndings(session: ServerSession, count: number, named: readonly Ending[]): string {
  const jobs = namesOf(named, ({ id }) => watchedJobName(session, id), namedAtMost);
  const ended = plural('{count} job ended on “{server}”|{count} jobs ended on “{server}”', count, {
    server: displayText(session.server.name, 80),
  });
  return named[0]?.status.kind === 'failed'
    ? `${ended}, ${plural('{count} failed: {jobs}|{count} failed: {jobs}', named.length, { jobs })}.`
    : `${ended}: ${jobs}.`;
}
