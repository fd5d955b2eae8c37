import { localTime } from '../text/localDateTime.ts';
import type { TimeZone } from '../text/timeZone.ts';

/** " UTC+2" in an hour that the clock shows twice because it is set back, otherwise ''. */
export function repeatedOffset(instantMs: number, zone: TimeZone): string {
  const wallMs = zone.toWall(instantMs);
  return zone.toInstant(wallMs).clockChange === 'doubled' ? ` ${offsetName(wallMs - instantMs)}` : '';
}

function offsetName(offsetMs: number): string {
  if (offsetMs === 0) return 'UTC';
  const [hours = '', minutes = ''] = localTime(Math.abs(offsetMs)).split(':');
  return `UTC${offsetMs < 0 ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
}
