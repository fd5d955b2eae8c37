import * as z from 'zod/mini';
import { delay } from '../base/delay.ts';
import { GroupsResource } from './resources/groups.ts';
import { JobsResource } from './resources/jobs.ts';
import { ReadBack } from './resources/readBack.ts';
import { type CallOptions, Requester, type RequesterOptions } from './transport/requester.ts';
import { defaultRetryOptions, type RetryOptions, retryPolicy } from './transport/retry.ts';
import { ServerPause } from './transport/serverPause.ts';
import type { Connection, Transport } from './transport/transport.ts';
import { writing } from './writing.ts';

/** By default a request waits 30 s for data and takes at most ten times as long, and a response has at most 64 MiB. */
type Defaulted = Partial<Omit<RequesterOptions, 'baseUrl' | 'getToken' | 'connection' | 'retry'>>;

export interface ClientOptions extends Pick<RequesterOptions, 'baseUrl' | 'getToken'>, Defaulted {
  /** Owned by the client, which closes it. */
  readonly transport: Transport;
  /** Extra query parameters of the job list, sent unchanged (decision 8). */
  readonly jobListQuery?: Readonly<Record<string, string>>;
  /** Makes every write reject with `NotSentError` before anything is sent. */
  readonly readOnly?: boolean;
  readonly retry?: Partial<RetryOptions>;
}

/** All operations of docs/api.md, "Endpoints", on one server, plus a device search that only some servers support. */
export interface Client {
  readonly jobs: Pick<JobsResource, 'list' | 'get' | 'status'>;
  readonly groups: Pick<GroupsResource, 'list' | 'get'>;
  /** The writing methods, for the one room that may use them. */
  readonly [writing]: { readonly jobs: JobsResource; readonly groups: GroupsResource };
  readonly devices: {
    /**
     * The host names that contain this text. Not part of the documented API (decision 29): some servers return 404.
     * Not retried, because nothing depends on the result.
     */
    search(hostname: string, options?: CallOptions): Promise<readonly string[]>;
  };
  readonly connection: Connection;
  readonly pause: ServerPause;
  close(): Promise<void>;
}

const FoundDevicesSchema = z.looseObject({
  items: z.array(z.looseObject({ hostname: z.nullish(z.string()) })),
});

/** undici checks its own timeouts only once a second; this gives them time to fire first. */
const shortestDeadlineMs = 10_000;

/** Throws `TypeError` for an unusable base URL; sends no request. */
export function createClient({
  transport,
  readOnly = false,
  jobListQuery = {},
  retry,
  pause = new ServerPause(),
  timeoutMs = 30_000,
  onWrite = () => undefined,
  ...options
}: ClientOptions): Client {
  const requester = new Requester({
    reopened: () => undefined,
    deadlineMs: Math.max(timeoutMs * 10, shortestDeadlineMs),
    maxResponseBytes: 64 * 1024 * 1024,
    now: Date.now,
    onExchange: () => undefined,
    headers: { known: () => ({}), get: async () => ({}), reject: () => false },
    ...options,
    connection: { transport, readOnly },
    retry: retryPolicy({ ...defaultRetryOptions, ...retry }),
    pause,
    timeoutMs,
    onWrite,
  });
  const readBack = new ReadBack(retry?.delay ?? delay, onWrite);
  const jobs = new JobsResource(requester, readBack, jobListQuery);
  const groups = new GroupsResource(requester, readBack);
  return {
    jobs,
    groups,
    [writing]: { jobs, groups },
    devices: {
      search: async (hostname, { signal } = {}) => {
        const path = `/api/peer/search/?${new URLSearchParams({ hostname })}`;
        const call = { operation: 'searchDevices', method: 'GET', path, signal, once: true } as const;
        const { items } = await requester.checked(call, FoundDevicesSchema);
        return items.map(item => item.hostname ?? '').filter(name => name !== '');
      },
    },
    connection: requester.connection,
    pause,
    close: () => transport.close(),
  };
}
