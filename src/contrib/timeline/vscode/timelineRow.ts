import { displayText, joinTexts } from '../../../base/displayText.ts';
import { formatInteger } from '../../../base/localizer.ts';
import { hourMs as hour, modulo } from '../../../recurrence/text/calendarDay.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import { reachText } from '../../../workbench/platform/reachTexts.ts';
import { jobContext, statusLook } from '../../../workbench/platform/statusTexts.ts';
import { runText, verdictLooks, verdictText } from '../../history/common/runTexts.ts';
import type { SeenRun } from '../../history/common/seenRuns.ts';
import type { AgendaRow } from '../common/timelineModel.ts';
import { isMissed, type RunOutcome } from '../common/timelinePast.ts';
import type { TimelineSpan } from '../common/timelineSpan.ts';
import type { TimelineBar, TimelineRow } from '../protocol/timelineOverview.ts';
import { clashText, type SpanFormats, timesText } from './timelinePhrases.ts';
import type { TimelineParts } from './timelineScope.ts';

interface RowSource {
  readonly session: ServerSession;
  readonly span: TimelineSpan;
  readonly formats: SpanFormats;
  readonly parts: Pick<TimelineParts, 'marks' | 'clock'>;
}

/** A line of the agenda as its page shows it. */
export function timelineRow(row: AgendaRow, { session, span, formats, parts }: RowSource): TimelineRow {
  const { job, firstMs, count, sharedDevices } = row;
  const { server, statuses } = session;
  const status = statuses.get(job.id);
  const hourMs = firstMs - modulo(span.zone.toWall(firstMs), hour);
  const nowMs = parts.clock.now();
  const isPast = firstMs < nowMs;
  const [icon, color, words] = outcomeOf(row.past) ?? unknownOutcome(isPast);
  const stored = session.jobs.get(job.id);
  const tags = parts.marks.of(server.id, { kind: 'job', id: job.id }).map(({ tag }) => tag);
  return {
    jobId: job.id,
    time: formats.time(firstMs, span),
    icon: icon.replace(/~.*/, ''),
    color: `var(--vscode-${color.replaceAll('.', '-')})`,
    status: words,
    name: displayText(job.name, 200),
    times: count === 1 ? '' : `${formatInteger(count, localizer.language)} ×`,
    timesText: timesText(count),
    ...devicesOf(session, job.id),
    clash: sharedDevices === 0 ? '' : formatInteger(sharedDevices, localizer.language),
    clashText: clashText(row),
    isPast,
    bars: row.past.flatMap(({ run }) => (run === undefined ? [] : [barOf(run, hourMs, nowMs)])),
    context: {
      // The fields of a row in the Jobs view, for which the same commands are offered.
      kind: 'job',
      serverId: server.id,
      jobId: job.id,
      rowContext: stored === undefined ? 'job' : joinTexts(' ', jobContext(stored, status), ...tags),
      preventDefaultContextMenuItems: true,
    },
  };
}

/** What came of the runs of a line: the first that was missed, or else the last one. */
function outcomeOf(
  past: readonly RunOutcome[],
): readonly [icon: string, color: string, words: string] | undefined {
  const shown = past.find(isMissed) ?? past.at(-1);
  if (shown === undefined) return undefined;
  const { verdict, run } = shown;
  const words = verdict === undefined ? run && runText(run, localizer) : verdictText(verdict, localizer);
  const look =
    verdict === undefined || 'run' in verdict
      ? statusLook({ kind: run?.state === 'executing' ? 'running' : (run?.kind ?? 'unknown') })
      : verdictLooks[verdict.kind];
  return [...look, words ?? ''];
}

/** The status of the job is that of its last run, and belongs to no other. */
function unknownOutcome(isPast: boolean): readonly [icon: string, color: string, words: string] {
  return isPast
    ? [...statusLook(undefined), t('not watched')]
    : ['calendar', 'disabledForeground', t('planned')];
}

function barOf({ start, end, state }: SeenRun, hourMs: number, nowMs: number): TimelineBar {
  const percent = (ms: number) => Math.round(Math.min(100, Math.max(0, ((ms - hourMs) / hour) * 100)));
  const endMs = state === 'executing' ? nowMs : end.afterMs;
  const [solidFrom, solidTo] = [percent(start.byMs), percent(Math.max(start.byMs, endMs))];
  return {
    from: percent(start.afterMs ?? start.byMs),
    solidFrom,
    solidTo,
    to: Math.max(percent(end.byMs ?? endMs), solidTo),
  };
}

/** "348", or "348+" if further devices are not known. */
function devicesOf(session: ServerSession, jobId: number): { devices: string; reach: string } {
  const job = session.jobs.get(jobId);
  if (job === undefined) return { devices: '', reach: '' };
  const reach = session.targets.reachOf(job);
  const isPartial = reach.unknownGroups.length + reach.dynamicGroups.length > 0;
  const number = formatInteger(reach.devices, localizer.language);
  return { devices: isPartial ? `${number}+` : number, reach: reachText(reach) };
}
