import type { KnownStatus } from '../store/statuses/statusCache.ts';
import { clockTime } from '../util/clockFormat.ts';
import { displayText } from '../util/displayText.ts';
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
