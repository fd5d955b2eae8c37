import { inspect } from 'node:util';
import { Agent, type Dispatcher } from 'undici';
import { type ClientOptions, createClient } from '../../../src/api/client.ts';
import { NotSentError, type NotSentProblem } from '../../../src/api/errors/apiError.ts';
import type { Page } from '../../../src/api/resources/listPage.ts';
import { createFetchTransport } from '../../../src/api/transport/fetchTransport.ts';
import type { CallOptions } from '../../../src/api/transport/requester.ts';
import type { Exchange } from '../../../src/api/transport/requestLog.ts';
import { ServerPause } from '../../../src/api/transport/serverPause.ts';
import { createUndiciTransport } from '../../../src/api/transport/undiciTransport.ts';
import type { DemoServerOptions } from '../../demo/options.ts';
import { type DemoServer, startDemoServer } from '../../demo/server.ts';
import { createManualClock } from '../manualClock.ts';
import { type WritingClient, withWrites } from '../writes.ts';
import { type ScriptedServer, withScript } from './scriptedServer.ts';

export const scriptToken = '0123456789abcdef0123456789abcdef01234567';

/** A Wednesday. */
export const startMs = Date.UTC(2026, 2, 4, 12);

export interface TestClient extends WritingClient {
  /** The delays before the client's repeats and checks, which it skips. */
  readonly waits: readonly number[];
  readonly exchanges: readonly Exchange[];
}

/** With "fetch", the same tests run over the other transport. */
export const usesFetch = process.env['DEVICE_AUTOMATION_TEST_TRANSPORT'] === 'fetch';

/** A transport on undici with its own connections. */
export function ownTransport(
  dispatcher: () => Promise<Dispatcher> = async () => new Agent({ connections: 8 }),
) {
  return createUndiciTransport(dispatcher);
}

type TestOptions = Partial<ClientOptions> &
  Pick<ClientOptions, 'baseUrl'> & { readonly dispatcher?: () => Promise<Dispatcher> };

/** A client that never actually waits. Jitter is fixed at half of its range. */
export function testClient({ dispatcher, ...options }: TestOptions): TestClient {
  const waits: number[] = [];
  const exchanges: Exchange[] = [];
  const clock = createManualClock(startMs);
  const client = createClient({
    getToken: () => scriptToken,
    onExchange: exchange => exchanges.push(exchange),
    transport: usesFetch && dispatcher === undefined ? createFetchTransport() : ownTransport(dispatcher),
    pause: new ServerPause(clock),
    ...options,
    retry: {
      random: () => 0.5,
      delay: async (delayMs, signal) => {
        signal?.throwIfAborted();
        waits.push(delayMs);
        clock.advance(delayMs);
      },
      ...options.retry,
    },
  });
  return { ...withWrites(client), waits, exchanges };
}

/** Closes the client after `use`, even if that fails. */
export async function withClient(
  options: TestOptions,
  use: (client: TestClient) => Promise<void>,
): Promise<void> {
  const client = testClient(options);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

type Call = (client: TestClient, options?: CallOptions) => Promise<unknown>;

export const everyRead: Readonly<Record<string, Call>> = {
  'jobs.list': (client, options) => client.jobs.list(options).next(),
  'jobs.get': (client, options) => client.jobs.get(1, options),
  'jobs.status': (client, options) => client.jobs.status(1, options),
  'groups.list': (client, options) => client.groups.list(options).next(),
  'groups.get': (client, options) => client.groups.get(1, options),
};

export const everyWrite: Readonly<Record<string, Call>> = {
  'jobs.create': (client, options) => client.jobs.create({ name: 'A', policies: [1] }, options),
  'jobs.update': (client, options) => client.jobs.update(1, { name: 'A' }, options),
  'jobs.replace': (client, options) => client.jobs.replace(1, { name: 'A' }, options),
  'jobs.remove': (client, options) => client.jobs.remove(1, options),
  'jobs.stop': (client, options) => client.jobs.stop([1], options),
  'groups.create': (client, options) => client.groups.create({ name: 'A' }, options),
  'groups.update': (client, options) => client.groups.update(1, { name: 'A' }, options),
  'groups.replace': (client, options) => client.groups.replace(1, { name: 'A' }, options),
  'groups.remove': (client, options) => client.groups.remove(1, options),
};

/** A scripted server, and a client of it. */
export function withServer(
  use: (server: ScriptedServer, client: TestClient) => Promise<void>,
  options: Omit<TestOptions, 'baseUrl'> = {},
): Promise<void> {
  return withScript(server => withClient({ baseUrl: server.url, ...options }, client => use(server, client)));
}

export interface DemoAndClient {
  readonly server: DemoServer;
  readonly client: TestClient;
}

/** A small demo server whose clock stands still, and a client with its token. */
export async function withDemo(
  options: DemoServerOptions,
  use: (started: DemoAndClient) => Promise<void>,
  clientOptions: Partial<ClientOptions> = {},
): Promise<void> {
  const clock = createManualClock(startMs);
  const server = await startDemoServer({
    jobs: 20,
    groups: 4,
    devices: 30,
    pace: 'still',
    clock,
    ...options,
  });
  try {
    await withClient({ baseUrl: server.url, getToken: () => server.token, ...clientOptions }, client =>
      use({ server, client }),
    );
  } finally {
    await server.close();
  }
}

export async function pagesOf<T>(pages: AsyncIterable<Page<T>>): Promise<Page<T>[]> {
  const found: Page<T>[] = [];
  for await (const page of pages) found.push(page);
  return found;
}

export async function itemsOf<T>(pages: AsyncIterable<Page<T>>): Promise<T[]> {
  return (await pagesOf(pages)).flatMap(page => page.items);
}

/** The error with which the promise rejects; a promise that resolves fails the test. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('The test expects a rejection.');
}

/** The error that the promise rejects with, which must be of this class. */
export async function rejectionOf<T extends Error>(
  type: abstract new (...args: never[]) => T,
  promise: Promise<unknown>,
): Promise<T> {
  const error = await rejection(promise);
  if (error instanceof type) return error;
  throw new Error(`expected ${type.name}, got ${inspect(error)}`);
}

/** Why the client itself rejected a request. */
export async function notSentProblem(promise: Promise<unknown>): Promise<NotSentProblem> {
  return (await rejectionOf(NotSentError, promise)).problem;
}

/** The value, which must exist. */
export function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The test expects this to exist.');
  return value;
}
