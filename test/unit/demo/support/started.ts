import type { DemoServerOptions } from '../../../demo/options.ts';
import { type DemoServer, startDemoServer } from '../../../demo/server.ts';
import { createManualClock, type ManualClock } from '../../../support/manualClock.ts';

/** A Wednesday. */
export const startMs = Date.UTC(2026, 2, 4, 12);

interface Responded {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
}

export interface Started {
  readonly server: DemoServer;
  readonly clock: ManualClock;
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Responded>;
}

/** Runs `use` with a small server on which nothing changes by itself. */
export async function withServer(
  options: DemoServerOptions,
  use: (started: Started) => Promise<void>,
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
    await use({ server, clock, ask: asking(server) });
  } finally {
    await server.close();
  }
}

function asking(server: DemoServer): Started['ask'] {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(path.startsWith('http') ? path : server.url + path, {
      method,
      redirect: 'manual',
      headers: { Authorization: `Token ${server.token}`, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: jsonOf(response, text) };
  };
}

function jsonOf(response: Response, text: string): unknown {
  return response.headers.get('content-type') === 'application/json' && text !== ''
    ? JSON.parse(text)
    : undefined;
}

/** The value at a path inside a JSON value. */
export function at(value: unknown, ...place: readonly (string | number)[]): unknown {
  return place.reduce<unknown>((inner, key) => new Map<unknown, unknown>(entries(inner)).get(key), value);
}

function entries(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return value.map((item: unknown, index) => [index, item]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value; throws if it is missing. */
export function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The test expects this to exist.');
  return value;
}
