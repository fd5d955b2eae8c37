import { HttpStatusError } from '../api/errors/httpStatusError.ts';
import type { ServerConfig } from '../model/server.ts';
import type { Log } from '../platform/log.ts';
import { createServerClient } from './serverClient.ts';

/** `limited`: the server accepts the token, but the token may not list jobs. */
export type ConnectionTest =
  | { readonly kind: 'ok' | 'limited' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** One real request with the token, before anything about the server is stored. */
export async function testConnection(
  server: ServerConfig,
  token: string,
  log: Pick<Log, 'exchange'>,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const client = createServerClient(server, () => token, log);
  try {
    await client.jobs.list({ signal }).next();
    return { kind: 'ok' };
  } catch (error) {
    if (error instanceof HttpStatusError && error.status === 403) return { kind: 'limited' };
    return { kind: 'failed', error };
  } finally {
    await client.close();
  }
}
