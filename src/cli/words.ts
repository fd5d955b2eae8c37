import type { KnownStatus } from '../store/statuses/statusCache.ts';
import type { Localizer } from '../util/localizer.ts';

/** '' if the server did not send the value. */
export function yesNo(value: boolean | undefined, { t }: Localizer): string {
  if (value === undefined) return '';
  return value ? t('yes') : t('no');
}

/** The server's own status word. */
export function statusCell(status: KnownStatus | undefined, { t }: Localizer): string {
  if (status === undefined) return t('status not read yet');
  return status.word || t('no status');
}
