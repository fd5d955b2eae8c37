import type { Draft } from '../model/draft.ts';
import { t } from '../platform/localize.ts';
import { statusLabel } from '../platform/statusTexts.ts';
import type { LiveFacts } from '../protocol/hostMessages.ts';
import type { ScheduleOutlook } from '../recurrence/describe/scheduleOutlook.ts';
import type { KnownStatus } from '../store/statuses/statusCache.ts';
import { clockTime } from '../util/clockFormat.ts';

export const noLiveFacts: LiveFacts = { status: '', since: '', next: '', isExecuting: false };

/** A job's status, since when, and its next run by the schedule in its form. */
export function liveFacts(
  status: KnownStatus | undefined,
  draft: Draft,
  outlook: Pick<ScheduleOutlook, 'row' | 'nextRunMs'>,
): LiveFacts {
  return {
    status: statusLabel(status),
    since: sinceText(status),
    next: nextText(draft, outlook),
    isExecuting: status?.kind === 'running',
  };
}

function sinceText(status: KnownStatus | undefined): string {
  if (status === undefined) return '';
  return status.sinceMs === undefined
    ? t('as of {time}', { time: clockTime(status.asOfMs) })
    : t('since {time}', { time: clockTime(status.sinceMs) });
}

function nextText(draft: Draft, outlook: Pick<ScheduleOutlook, 'row' | 'nextRunMs'>): string {
  if (draft['enabled'] === false) return t('disabled');
  const params = String(draft['params'] ?? '');
  const nowMs = Date.now();
  if (outlook.nextRunMs(params, nowMs) === undefined) return '';
  return t('next run {time}', { time: outlook.row(params, nowMs).text });
}
