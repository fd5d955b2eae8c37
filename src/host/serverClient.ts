import { type Client, type ClientOptions, createClient } from '../api/client.ts';
import type { ServerConfig } from '../model/server.ts';
import type { Log } from './log.ts';

/** The client of a server as it is configured; everything that speaks to a server uses this one. */
export function createServerClient(
  server: ServerConfig,
  getToken: ClientOptions['getToken'],
  log: Log,
): Client {
  return createClient({
    baseUrl: server.url,
    getToken,
    readOnly: server.readOnly === true,
    ...(server.jobListQuery === undefined ? {} : { jobListQuery: server.jobListQuery }),
    ...(server.timeoutSeconds === undefined ? {} : { timeoutMs: server.timeoutSeconds * 1_000 }),
    onExchange: exchange => log.exchange(server.name, exchange),
  });
}
