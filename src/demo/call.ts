import type { Clock } from '../util/clock.ts';
import { notFound } from './problem.ts';
import type { Table } from './recordTable.ts';
import type { Reply } from './reply.ts';
import type { Runner } from './runner.ts';
import type { Variant } from './variant.ts';
import type { World } from './world.ts';

/** What all handlers work with. */
export interface DemoContext {
  readonly world: World;
  readonly routes: readonly Route[];
  readonly variant: Variant;
  readonly clock: Clock;
  readonly runner: Runner;
}

/** One request for which a handler was found. */
export interface DemoCall {
  readonly context: DemoContext;
  /** The requested URL, with the host as the client sent it. */
  readonly url: URL;
  /** The part of the path that should be an ID. */
  readonly idText: string;
  /** Parsed on demand: errors only matter to handlers that read it. */
  body(): unknown;
}

export type DemoHandler = (call: DemoCall) => Reply;

export interface Route {
  /** Matched against the path after the base path; its group captures the ID. */
  readonly pattern: RegExp;
  /** The title that the REST framework gives it in responses to OPTIONS. */
  readonly title: string;
  readonly operations: Readonly<Record<string, DemoHandler>>;
}

/** The record with the ID in the path; throws a 404 if there is none. */
export function findRecord<T extends { readonly id: number }>(
  call: DemoCall,
  table: Table<T>,
  noun: 'Job' | 'Group',
): T {
  const record = /^\d+$/.test(call.idText) ? table.get(Number(call.idText)) : undefined;
  if (!record) throw notFound(noun);
  return record;
}
