import type * as vscode from 'vscode';
import {
  ConnectionError,
  HttpStatusError,
  isForbidden,
  isSignedOut,
  lacksToken,
} from '../../api/errors/apiError.ts';
import { clockTime } from '../../base/clockFormat.ts';
import { joinTexts } from '../../base/displayText.ts';
import { formatInteger } from '../../base/localizer.ts';
import type { GroupStore } from '../../store/groups/groupStore.ts';
import type { JobStore } from '../../store/jobs/jobStore.ts';
import { type ListName, lackText } from '../../store/reading/incompleteList.ts';
import { asOfMs, type ListState } from '../../store/reading/listState.ts';
import type { Reachability } from '../../store/reading/outage.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { coverageText } from '../notices/wholeLists.ts';
import { settings, settingsSection } from '../platform/ids.ts';
import { localizer, plural, t } from '../platform/localize.ts';
import { markName } from '../servers/serverMarks.ts';

/** Values of the context keys by which package.json selects a view's welcome content. */
export type ViewState =
  | 'noServer'
  | 'noToken'
  | 'loading'
  | 'ready'
  | 'empty'
  | 'offline'
  | 'unauthorized'
  | 'forbidden'
  | 'failed';

export function viewStateOf(state: ListState, isEmpty: boolean): ViewState {
  if (state.kind === 'failed') return failureState(state.error);
  if (state.kind === 'ready') return isEmpty ? 'empty' : 'ready';
  return 'loading';
}

function failureState(error: unknown): ViewState {
  if (error instanceof ConnectionError) return 'offline';
  if (lacksToken(error)) return 'noToken';
  if (isSignedOut(error)) return 'unauthorized';
  if (isForbidden(error)) return 'forbidden';
  return 'failed';
}

/** A number with thousands separators. */
export function countText(count: number): string {
  return formatInteger(count, localizer.language);
}

/** The message above data that could not be refreshed: since when, and why. */
export function staleMessage(state: ListState, reason: string): string | undefined {
  if (state.kind !== 'failed' || state.asOfMs === undefined) return undefined;
  return t('As of {time}. {reason}', { time: clockTime(state.asOfMs), reason });
}

/** The message while the server does not respond: since when, and when the next attempt follows. */
export function outageMessage(state: Reachability, nowMs: number): string | undefined {
  if (state.kind === 'online') return undefined;
  const since = clockTime(state.sinceMs);
  if (state.nextTryMs === undefined)
    return t('Requests stopped at {time}: you are not signed in.', { time: since });
  const seconds = Math.max(0, Math.ceil((state.nextTryMs - nowMs) / 1_000));
  if (state.error instanceof HttpStatusError && state.error.status === 429) {
    return seconds === 0
      ? t('Too many requests at {time}; retrying.', { time: since })
      : t('Too many requests at {time}; retrying in {seconds} s.', { time: since, seconds });
  }
  return seconds === 0
    ? t('Offline since {time}; retrying.', { time: since })
    : t('Offline since {time}; retrying in {seconds} s.', { time: since, seconds });
}

/** A reading that ends sooner needs no message, which would only flash. */
const mentionedAfterMs = 1_000;

type ReadList = Pick<JobStore | GroupStore, 'coverage' | 'rest'>;

/** How much of a list was read, if it is not whole. While it is searched, this is always said. */
export function readingMessage(
  name: ListName,
  { coverage, rest }: ReadList,
  isSearched: boolean,
): string | undefined {
  const lack = lackText(name, coverage, localizer);
  if (lack !== undefined) return lack;
  const counts = coverageText(coverage);
  if (counts === undefined || coverage.read === 0) return undefined;
  if (coverage.kind === 'stopped') return t('Stopped: {counts}.', { counts });
  if (coverage.kind === 'limited')
    return t('{counts}; the setting “{setting}” limits this.', {
      counts,
      setting: `${settingsSection}.${settings.listLimit}`,
    });
  const isLong = (rest.forMs ?? 0) >= mentionedAfterMs;
  return isSearched || isLong ? `${counts}.` : undefined;
}

/** The row that stops reading a list, or resumes it. */
export function readingNodes(
  serverId: string,
  { coverage, rest }: ReadList,
  isReading = (rest.forMs ?? 0) >= mentionedAfterMs,
): { kind: 'stopReading' | 'resumeReading'; serverId: string }[] {
  if (isReading) return [{ kind: 'stopReading', serverId }];
  return coverage.kind === 'stopped' ? [{ kind: 'resumeReading', serverId }] : [];
}

/** The description of the job view: how much of the list is loaded, from which server, and when. */
export function loadedWords({ jobs, server }: ServerSession): string {
  const { loadedCount: loaded, total, state } = jobs;
  const ageMs = asOfMs(state);
  return joinTexts(
    ' · ',
    total !== undefined && t('{loaded} of {total}', { loaded: countText(loaded), total: countText(total) }),
    // The server matters most if mistakes on it are costly.
    markName(server),
    ageMs !== undefined && t('as of {time}', { time: clockTime(ageMs) }),
  );
}

/** A badge with the number of unseen failures; `undefined` for zero. */
export function failuresBadge(count: number): vscode.ViewBadge | undefined {
  if (count === 0) return undefined;
  const tooltip = plural(
    '{count} failed since you last checked|{count} failed since you last checked',
    count,
  );
  return { value: count, tooltip };
}
