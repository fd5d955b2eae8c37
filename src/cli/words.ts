import type { KnownStatus } from '../store/statuses/statusMonitor.ts';
import type { Localizer } from '../util/localizer.ts';

/** '' where the server did not send it. */
export function yesNo(value: boolean | undefined, { t }: Localizer): string {
  if (value === undefined) return '';
  return value ? t('yes') : t('no');
}

/** The server's own word. */
export function statusWord(status: KnownStatus | undefined, { t }: Localizer): string {
  if (status === undefined) return t('status not read yet');
  return status.word || t('no status');
}
