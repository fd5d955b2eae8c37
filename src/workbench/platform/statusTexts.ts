import type { Job } from '../../api/model/job.ts';
import { type StatusKind, statusKind } from '../../api/model/jobStatus.ts';
import { clockTime } from '../../base/clockFormat.ts';
import { displayText } from '../../base/displayText.ts';
import type { KnownStatus } from '../../store/statuses/statusCache.ts';
import { t } from './localize.ts';

/** The server's own status word, or a text for its absence. */
export function statusLabel(status: KnownStatus | undefined): string {
  if (status === undefined) return t('status not read yet');
  return status.word === '' ? t('no status') : displayText(status.word, 60);
}

/** The status and since when it holds, or when it was read if no change was observed. */
export function statusSince(status: KnownStatus | undefined): string {
  return status?.sinceMs === undefined
    ? statusAsOf(status)
    : t('{status} since {time}', { status: statusLabel(status), time: clockTime(status.sinceMs) });
}

/** The status and when it was read. */
function statusAsOf(status: KnownStatus | undefined): string {
  const label = statusLabel(status);
  return status === undefined
    ? label
    : t('{status}, as of {time}', { status: label, time: clockTime(status.asOfMs) });
}

type StatusLook = readonly [icon: string, color: string];

const looks: Readonly<Record<StatusKind, StatusLook>> = {
  queued: ['clock', 'charts.yellow'],
  running: ['sync~spin', 'charts.blue'],
  succeeded: ['pass', 'testing.iconPassed'],
  failed: ['error', 'testing.iconFailed'],
  // Not charts.orange: it is based on a minimap color, which themes make transparent.
  stopped: ['debug-stop', 'charts.purple'],
  idle: ['circle-outline', 'disabledForeground'],
  unknown: ['question', 'disabledForeground'],
};

/** The icon and the theme color of a status. An unread status is an empty circle, never a guess. */
export function statusLook(status: Pick<KnownStatus, 'kind'> | undefined): StatusLook {
  return status === undefined ? ['circle-large-outline', 'disabledForeground'] : looks[status.kind];
}

type JobContext = `job ${'disabled' | 'enabled'} ${StatusKind}`;

/** The words by which the menus in package.json choose what they offer for a job. */
export function jobContext({ enabled }: Job, status: KnownStatus | undefined): JobContext {
  return `job ${enabled === false ? 'disabled' : 'enabled'} ${status?.kind ?? statusKind('')}`;
}
