import { ConnectionError, HttpStatusError, TokenError } from '../api/errors.ts';
import { localizer } from '../host/localize.ts';
import type { ListState } from '../store/listState.ts';

/** Values of the context keys by which package.json chooses the welcome content of a view. */
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
  if (error instanceof TokenError) return 'noToken';
  if (error instanceof HttpStatusError && error.status === 401) return 'unauthorized';
  if (error instanceof HttpStatusError && error.status === 403) return 'forbidden';
  return 'failed';
}

/** A time of day in the person's language, for "as of" and "since". */
export function clockTime(timeMs: number): string {
  return new Intl.DateTimeFormat(localizer.language, { hour: '2-digit', minute: '2-digit' }).format(timeMs);
}

/** What a view says above data that could not be read again: since when, and why. */
export function staleMessage(state: ListState, reason: string): string | undefined {
  if (state.kind !== 'failed' || state.asOfMs === undefined) return undefined;
  return localizer.t('As of {time}. {reason}', { time: clockTime(state.asOfMs), reason });
}
