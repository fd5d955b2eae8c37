import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Redact } from '../../../base/redact.ts';

const metricsContentType = 'text/plain; version=0.0.4; charset=utf-8';

/** What the endpoints report; all of it comes from memory, so a scrape never waits for the observed server. */
export interface MetricsSource {
  metrics(): Promise<string>;
  /** Whether the observed server is available, and a sentence about it. */
  health(): { readonly isUp: boolean; readonly text: string };
  /** Whether the job list has been read once, so that the metrics are about the whole fleet. */
  isReady(): boolean;
}

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Reads `[ADDR:]PORT`; loopback unless an address is given. `undefined` if it is neither. */
export function parseListen(text: string): MetricsAddress | undefined {
  const [, bracketed, plain, portText = ''] = /^(?:(?:\[([^\]]+)\]|([^:]*)):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(portText);
  if (portText === '' || port > 65_535) return undefined;
  return { host: bracketed ?? (plain || '127.0.0.1'), port };
}

/**
 * Serves `/metrics` and the checks that orchestrators use: `/livez` is the process, `/readyz` the first complete
 * reading, `/healthz` the observed server. An outage of that server must not restart the process, which would lose
 * nothing but time: only `/healthz` fails then.
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  source: MetricsSource,
  redact: Redact,
): Promise<MetricsServer> {
  // An error may quote what the server returned.
  const end = (response: ServerResponse, status: number, text: string, type?: string) =>
    send(response, status, redact(text.endsWith('\n') ? text : `${text}\n`), type);
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0];
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return end(response, 405, 'Only GET and HEAD.');
    if (path === '/livez') return end(response, 200, 'ok');
    if (path === '/readyz')
      return source.isReady()
        ? end(response, 200, 'ok')
        : end(response, 503, 'The jobs have not been read yet.');
    if (path === '/healthz') {
      const { isUp, text } = source.health();
      return end(response, isUp ? 200 : 503, text);
    }
    if (path !== '/metrics') return end(response, 404, '/metrics, /healthz, /livez, /readyz');
    source.metrics().then(
      text => end(response, 200, text, metricsContentType),
      (error: unknown) => end(response, 500, error instanceof Error ? error.message : String(error)),
    );
  });
  // A scraper that never sends its request must not hold a socket for ever.
  server.requestTimeout = 10_000;
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  const usedPort = address !== null && typeof address === 'object' ? address.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${usedPort}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}
