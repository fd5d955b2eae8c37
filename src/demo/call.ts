import type { Clock } from '../util/clock.ts';
import { notFound } from './problem.ts';
import type { Reply } from './reply.ts';
import type { Runner } from './runner.ts';
import type { Table } from './table.ts';
import type { Variant } from './variant.ts';
import type { World } from './world.ts';

/** The input of every response. */
export interface DemoContext {
  readonly world: World;
  readonly routes: readonly Route[];
  readonly variant: Variant;
  readonly clock: Clock;
  readonly runner: Runner;
}

/** One request that has found its handler. */
export interface Call {
  readonly context: DemoContext;
  /** The requested URL, with the host that the client named. */
  readonly url: URL;
  /** The part of the path where an ID belongs. */
  readonly idText: string;
  /** Parsed on demand: errors in it matter only to a handler that reads it. */
  body(): unknown;
}

export type Handler = (call: Call) => Reply;

export interface Route {
  /** Against the path after the base path; its group is the ID. */
  readonly pattern: RegExp;
  /** The REST framework's title of it in a response to OPTIONS. */
  readonly title: string;
  readonly operations: Readonly<Record<string, Handler>>;
}

/** The record that the path names, or 404. */
export function recordOf<T extends { readonly id: number }>(
  call: Call,
  table: Table<T>,
  noun: 'Job' | 'Group',
): T {
  const record = /^\d+$/.test(call.idText) ? table.get(Number(call.idText)) : undefined;
  if (!record) throw notFound(noun);
  return record;
}
