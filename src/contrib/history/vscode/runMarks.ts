import { joinTexts } from '../../../base/displayText.ts';
import { minuteMs } from '../../../recurrence/text/calendarDay.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { KnownStatus } from '../../../store/statuses/statusCache.ts';
import { t } from '../../../workbench/platform/localize.ts';
import type { MarkSource, ObjectMark } from '../../../workbench/platform/rows/objectMarks.ts';
import { statusLabel } from '../../../workbench/platform/statusTexts.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import { newestRun, type RunPace } from '../common/pastRuns.ts';
import { historyOf } from '../common/sessionHistory.ts';
import type { Histories } from './histories.ts';
import { executingText, leastText, paceText, typicalText } from './pastRunTexts.ts';

/** Marks jobs that execute, and those whose last run took unusually long or short. */
export function runMarks(
  sessions: Pick<SessionRegistry, 'open'>,
  histories: Pick<Histories, 'onDidChange'>,
): MarkSource {
  return {
    markOf(serverId, object) {
      if (object.kind !== 'job') return undefined;
      const session = [...sessions.open].find(({ server }) => server.id === serverId);
      return session && runMark(object.id, session);
    },
    onDidChange: listener =>
      histories.onDidChange(({ serverId, jobIds }) =>
        listener({
          serverId,
          rows: jobIds.length === 0 ? [{ kind: 'allJobs' }] : jobIds.map(id => ({ kind: 'job', id })),
        }),
      ),
  };
}

/** What the newest run adds to the status of a job. */
export function runMark(id: number, session: ServerSession): ObjectMark | undefined {
  const status = session.statuses.get(id);
  const newest = status && newestOf(status, id, session);
  if (status === undefined || newest === undefined) return undefined;
  const { pace, run } = newest;
  const isUsual = pace === 'usual';
  const isExecuting = run.state === 'executing';
  return {
    status: {
      text: isExecuting ? elapsedText(status, newest) : undefined,
      color: isUsual ? undefined : 'list.warningForeground',
      spoken: joinTexts(', ', isExecuting && !isUsual && executingText(newest), paceText(pace)),
    },
    text: isExecuting ? '' : endedTexts[pace](),
  };
}

type NewestRun = NonNullable<ReturnType<typeof newestRun>>;

/** The run that the status is about. */
function newestOf({ kind }: KnownStatus, id: number, session: ServerSession): NewestRun | undefined {
  const newest = newestRun(historyOf(session), id);
  if (newest === undefined) return undefined;
  const { run } = newest;
  const isCurrent =
    kind === 'running' ? run.state === 'executing' : run.state === 'ended' && run.kind === kind;
  return isCurrent ? newest : undefined;
}

/** "running 40 min", with the typical duration if that is much shorter. */
function elapsedText(status: KnownStatus, { pace, elapsedMs, typicalMs }: NewestRun): string | undefined {
  // Shorter ones would change with each reading of the status.
  if (elapsedMs < minuteMs) return undefined;
  const word = pace === 'stuck' ? `${paceText(pace)}:` : statusLabel(status);
  return joinTexts(', ', `${word} ${leastText(elapsedMs)}`, pace !== 'usual' && typicalText(typicalMs));
}

/** For a run that took unusually long or short. */
const endedTexts: Readonly<Record<RunPace, () => string>> = {
  usual: () => '',
  long: () => t('long run'),
  stuck: () => t('long run'),
  short: () => t('short run'),
};
