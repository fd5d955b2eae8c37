import { connect } from 'node:net';
import { Agent } from 'undici';
import type { ScriptedServer } from './scriptedServer.ts';

export interface NamedHosts {
  readonly dispatcher: () => Promise<Agent>;
  /** Scheme, host and port of every connection that was opened, in order. */
  readonly opened: readonly string[];
}

/**
 * Every origin leads to one scripted server, https without encryption: a test sees where a request would have gone,
 * with host names that do not resolve.
 */
export function namedHosts(server: ScriptedServer): NamedHosts {
  const opened: string[] = [];
  const dispatcher = async () =>
    new Agent({
      connect: ({ protocol, hostname, port }, callback) => {
        const isHttps = protocol === 'https:';
        opened.push(new URL(`${protocol}//${hostname}:${port || (isHttps ? 443 : 80)}`).origin);
        const socket = connect(server.port, '127.0.0.1');
        socket.once('connect', () => callback(null, socket));
        socket.once('error', error => callback(error, null));
      },
    });
  return { dispatcher, opened };
}
