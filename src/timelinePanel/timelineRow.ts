import { localizer } from '../platform/localize.ts';
import { reachText } from '../platform/reachTexts.ts';
import { jobContext, statusLabel, statusLook } from '../platform/statusTexts.ts';
import type { TimelineRow } from '../protocol/timelineOverview.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { AgendaRow } from '../timeline/timelineModel.ts';
import type { TimelineSpan } from '../timeline/timelineSpan.ts';
import { displayText } from '../util/displayText.ts';
import { formatInteger } from '../util/localizer.ts';
import { clashText, type SpanFormats, timesText } from './timelinePhrases.ts';
import type { TimelineParts } from './timelineScope.ts';

interface RowSource {
  readonly session: ServerSession;
  readonly span: TimelineSpan;
  readonly formats: SpanFormats;
  readonly parts: Pick<TimelineParts, 'watchList' | 'clock'>;
}

/** A line of the agenda as its page shows it. */
export function timelineRow(row: AgendaRow, { session, span, formats, parts }: RowSource): TimelineRow {
  const { job, firstMs, count, sharedDevices } = row;
  const { server, statuses } = session;
  const status = statuses.get(job.id);
  const [icon, color] = statusLook(status);
  const stored = session.jobs.get(job.id);
  const isWatched = parts.watchList.isWatched(server.id, job.id);
  return {
    jobId: job.id,
    time: formats.time(firstMs, span),
    icon: icon.replace(/~.*/, ''),
    color: `var(--vscode-${color.replaceAll('.', '-')})`,
    status: statusLabel(status),
    name: displayText(job.name, 200),
    times: count === 1 ? '' : `${formatInteger(count, localizer.language)} ×`,
    timesText: timesText(count),
    ...devicesOf(session, job.id),
    clash: sharedDevices === 0 ? '' : formatInteger(sharedDevices, localizer.language),
    clashText: clashText(row),
    isPast: firstMs < parts.clock.now(),
    context: {
      // The fields of a row in the Jobs view, for which the same commands are offered.
      kind: 'job',
      serverId: server.id,
      jobId: job.id,
      rowContext: stored === undefined ? 'job' : jobContext(stored, status, isWatched),
      preventDefaultContextMenuItems: true,
    },
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
