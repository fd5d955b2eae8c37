import { userSetting } from '../../../workbench/platform/configValue.ts';
import { toBounded } from '../../../workbench/platform/settings.ts';

/**
 * For how long, and up to which size for each server, what was seen of jobs is stored. All profiles and folders share
 * the storage, so that none of them may shorten it.
 */
export function historyLimits(): { readonly days: number; readonly bytes: number } {
  const megabytes = toBounded(userSetting('history.megabytes'), {
    fallback: 128,
    least: 1,
    most: 10_000,
  });
  return {
    days: toBounded(userSetting('history.days'), { fallback: 90, least: 1, most: 3_650 }),
    bytes: megabytes * 1_000_000,
  };
}
