import type * as z from 'zod';
import { isRecord } from '../util/json.ts';
import { ContractError } from './errors.ts';
import { jsonPath } from './jsonAnswer.ts';
import type { Call, Requester } from './requester.ts';

/** An element of a list that does not fit its shape; the others are unharmed. */
export interface UnreadableRow {
  /** Position among the elements of its page. */
  readonly index: number;
  /** As received. */
  readonly raw: unknown;
  /** Where and why, for example `peers[0].hostname: Invalid input: expected string, received number`. */
  readonly problem: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  readonly unreadable: readonly UnreadableRow[];
  /** The server's count of all elements, when it gives a usable one. */
  readonly total: number | undefined;
  /** API path and query of the next page (decision 7); `undefined` on the last. */
  readonly next: string | undefined;
}

/** How the elements of a list are read. */
export interface RowReading<T> {
  readonly schema: z.ZodType<T>;
  /** A faster way that gives the same value, or `undefined` when the schema has to look. */
  readonly quick?: (raw: unknown) => T | undefined;
}

/** Reads a list answer: DRF's page object or a bare array, which is one complete page (decision 4). */
export function readPage<T>(
  requester: Requester,
  call: Call,
  reading: RowReading<T>,
  value: unknown,
): Page<T> {
  if (Array.isArray(value)) return { ...readRows(reading, value), total: value.length, next: undefined };
  if (!isRecord(value) || !Array.isArray(value['results'])) {
    throw new ContractError(requester.info(call), 'shape', 'results', 'a list of results');
  }
  const count = value['count'];
  return {
    ...readRows(reading, value['results']),
    total: typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined,
    next: nextPath(requester, call, value['next']),
  };
}

export function readRows<T>(
  { schema, quick }: RowReading<T>,
  rows: readonly unknown[],
): Pick<Page<T>, 'items' | 'unreadable'> {
  const items: T[] = [];
  const unreadable: UnreadableRow[] = [];
  rows.forEach((raw, index) => {
    const known = quick?.(raw);
    const result = known === undefined ? schema.safeParse(raw) : undefined;
    if (known !== undefined) items.push(known);
    else if (result?.success) items.push(result.data);
    else {
      const issue = result?.error.issues[0];
      unreadable.push({ index, raw, problem: `${jsonPath(issue?.path ?? [])}: ${issue?.message ?? ''}` });
    }
  });
  return { items, unreadable };
}

/**
 * Only path and query of a `next` link are used, on the configured base URL (decision 7): behind a proxy
 * the link names an inner host, and often lacks the prefix under which the API is reached from outside.
 */
function nextPath(requester: Requester, call: Call, next: unknown): string | undefined {
  if (next === undefined || next === null || next === '') return undefined;
  const { origin, pathname: basePath } = requester.baseUrl;
  const prefix = basePath.replace(/\/$/, '');
  const current = new URL(origin + prefix + call.path);
  if (typeof next !== 'string' || !URL.canParse(next, current.href)) throw badNext(requester, call);
  const { protocol, pathname, search } = new URL(next, current);
  // Other schemes have "paths" without a leading slash, which behind our origin would be part of its host.
  if (protocol !== 'http:' && protocol !== 'https:') throw badNext(requester, call);
  const isBare = pathname === current.pathname.slice(prefix.length);
  const withoutPrefix =
    pathname.startsWith(`${prefix}/`) && !isBare ? pathname.slice(prefix.length) : pathname;
  return withoutPrefix + search;
}

function badNext(requester: Requester, call: Call): ContractError {
  return new ContractError(requester.info(call), 'shape', 'next', 'a link to the next page');
}
