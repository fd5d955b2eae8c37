import * as z from 'zod/mini';
import { type StatusKind, statusKinds, statusWordMap } from '../../api/model/jobStatus.ts';
import { regionalSeparator } from '../../base/delimitedText.ts';
import { recordOf } from '../../base/json.ts';
import { isKeyOf } from '../../base/tables.ts';
import { regionalLocale } from '../../base/weekStart.ts';
import type { Paces } from '../../store/statuses/pace.ts';
import { setting } from './configValue.ts';
import { settings } from './ids.ts';
import { localizer } from './localize.ts';

const StatusWordsSchema = z.record(z.string(), z.enum(statusKinds));

/**
 * How often statuses are polled, within limits that protect the server. VS Code adds what a user once wrote as
 * `polling.activeSeconds` to the object.
 */
export function paces(): Paces {
  const values = recordOf(setting(settings.polling));
  return {
    activeMs: toBounded(values['activeSeconds'], { fallback: 15, least: 2, most: 300 }) * 1_000,
    inactiveMs: toBounded(values['inactiveSeconds'], { fallback: 60, least: 10, most: 3_600 }) * 1_000,
    watchedMs: toBounded(values['watchedSeconds'], { fallback: 15, least: 5, most: 3_600 }) * 1_000,
    requestsPerMinute: toBounded(values['requestsPerMinute'], { fallback: 150, least: 10, most: 1_000 }),
  };
}

/** The maximum number of jobs, and of groups, that are read from a server. */
export function listLimit(): number {
  return Math.floor(
    toBounded(setting(settings.listLimit), { fallback: 100_000, least: 1_000, most: 1_000_000 }),
  );
}

const separators = { comma: ',', semicolon: ';', tab: '\t' } as const;

/** What stands between the cells of exported CSV, unless it is chosen as the user's spreadsheets expect it. */
export function csvSeparator(): string {
  const chosen = setting(settings.csvSeparator);
  if (typeof chosen === 'string' && isKeyOf(separators, chosen)) return separators[chosen];
  return regionalSeparator(
    regionalLocale(localizer.language, [new Intl.NumberFormat().resolvedOptions().locale]),
  );
}

/** The maximum number of requests in one search for group IDs. */
export function groupIdSearchLimit(): number {
  return Math.floor(
    toBounded(setting(settings.groupIdSearchLimit), { fallback: 500, least: 20, most: 100_000 }),
  );
}

/** The number of additional devices from which running a job on them needs confirmation; 0 for never. */
export function confirmationThreshold(): number {
  return Math.floor(
    toBounded(setting(settings.confirmationThreshold), { fallback: 50, least: 0, most: 1_000_000 }),
  );
}

/** The meanings of the server's own status words; an invalid setting counts as none. */
export function extraStatusWords(): ReadonlyMap<string, StatusKind> {
  return statusWordMap(StatusWordsSchema.safeParse(setting(settings.statusMapping)).data ?? {});
}

/** A number within limits. */
export function toBounded(
  value: unknown,
  { fallback, least, most }: Record<'fallback' | 'least' | 'most', number>,
): number {
  return Math.min(most, Math.max(least, z.number().safeParse(value).data ?? fallback));
}
