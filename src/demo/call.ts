import type { Clock } from '../util/clock.ts';
import type { DemoSettings } from './options.ts';
import { notFound } from './problem.ts';
import type { Reply } from './reply.ts';
import type { Runner } from './runner.ts';
import type { Table } from './table.ts';
import type { World } from './world.ts';

/** What every response may depend on. */
export interface DemoContext {
  readonly world: World;
  readonly settings: DemoSettings;
  readonly clock: Clock;
  readonly runner: Runner;
}

/** One request that has found its handler. */
export interface Call {
  readonly context: DemoContext;
  /** As requested, on the host that the client named. */
  readonly url: URL;
  /** The part of the path where an ID belongs. */
  readonly idText: string;
  /** Parsed on demand: errors in it matter only to a handler that reads it. */
  body(): unknown;
}

export type Handler = (call: Call) => Reply;

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
