import { delay } from '../util/delay.ts';
import { DevicesResource } from './resources/devices.ts';
import { GroupsResource } from './resources/groups.ts';
import { JobsResource } from './resources/jobs.ts';
import { ReadBack } from './resources/readBack.ts';
import type { Connection } from './transport/connection.ts';
import type { Exchange } from './transport/exchange.ts';
import { Requester } from './transport/requester.ts';
import { defaultRetryOptions, type RetryOptions, RetryPolicy } from './transport/retry.ts';
import type { Transport } from './transport/transport.ts';
import type { WriteRecord } from './transport/writeRecord.ts';

export interface ClientOptions {
  /** `https://host[:port][/prefix]`, with or without a trailing slash (decision 1). */
  readonly baseUrl: string;
  /** Called before every request, so that a renewed token is used at once. */
  readonly getToken: () => string | undefined | Promise<string | undefined>;
  /** The client's own: it is closed with it. */
  readonly transport: Transport;
  /** Longest wait for headers, and for each next part of a body; 30 s by default. */
  readonly timeoutMs?: number;
  /** Limit for the whole of one request; ten times `timeoutMs`, at least 10 s, by default. */
  readonly deadlineMs?: number;
  /** Ceiling of one response, 64 MiB by default (decision 25). */
  readonly maxResponseBytes?: number;
  /** Extra query parameters of the job list, sent unchanged (decision 8). */
  readonly jobListQuery?: Readonly<Record<string, string>>;
  /** Every write rejects with `NotSentError` before anything is sent. */
  readonly readOnly?: boolean;
  /**
   * The connection to the same server that replaces this client's closed one: a read that was cut off, and whatever was
   * not sent, is sent over it.
   */
  readonly reopened?: () => Connection | undefined;
  readonly retry?: Partial<RetryOptions>;
  readonly now?: () => number;
  /** Called for every exchange, for a log. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** Called for every write with its outcome, before its caller gets it. */
  readonly onWrite?: (record: WriteRecord) => void;
}

/** All operations of docs/api.md, "Endpoints", on one server, and a search that only some servers have. */
export interface Client {
  readonly jobs: JobsResource;
  readonly groups: GroupsResource;
  readonly devices: DevicesResource;
  readonly connection: Connection;
  /** Loads what the first request needs, so that it is sent sooner. */
  prepare(): void;
  /** Ends the client's connections. */
  close(): Promise<void>;
}

/** undici checks its own timeouts only once a second; this leaves them room to fire first. */
const shortestDeadlineMs = 10_000;

/** Throws `TypeError` for an unusable base URL; makes no request. */
export function createClient(options: ClientOptions): Client {
  const timeoutMs = options.timeoutMs ?? 30_000;
  const retry = { ...defaultRetryOptions, ...options.retry };
  const onWrite = options.onWrite ?? (() => undefined);
  const requester = new Requester({
    baseUrl: options.baseUrl,
    getToken: options.getToken,
    connection: {
      transport: options.transport,
      readOnly: options.readOnly ?? false,
    },
    reopened: options.reopened ?? (() => undefined),
    retry: new RetryPolicy(retry),
    timeoutMs,
    deadlineMs: options.deadlineMs ?? Math.max(timeoutMs * 10, shortestDeadlineMs),
    maxResponseBytes: options.maxResponseBytes ?? 64 * 1024 * 1024,
    now: options.now ?? Date.now,
    onExchange: options.onExchange ?? (() => undefined),
    onWrite,
  });
  const readBack = new ReadBack(options.retry?.delay ?? delay, onWrite);
  return {
    jobs: new JobsResource(requester, readBack, options.jobListQuery ?? {}),
    groups: new GroupsResource(requester, readBack),
    devices: new DevicesResource(requester),
    connection: requester.connection,
    prepare: () => requester.prepare(),
    close: () => requester.close(),
  };
}
