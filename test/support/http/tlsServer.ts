import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type RequestListener, request as sendRequest } from 'node:http';
import { createServer } from 'node:https';
import type { TlsOptions } from 'node:tls';
import { listen } from './listen.ts';
import { json } from './responders.ts';
import { jobWire } from './wire.ts';

export type CertificateName = 'good' | 'expired' | 'wrongName' | 'selfSigned';

export interface TlsServer {
  readonly port: number;
  /** Headers of every request, oldest first. */
  readonly received: readonly IncomingHttpHeaders[];
  close(): Promise<void>;
}

const folder = new URL('../../fixtures/tls/', import.meta.url);

export const caFile = new URL('ca.pem', folder).pathname;

/** The path of one of the fixtures. */
export function tlsFixture(name: string): string {
  return new URL(name, folder).pathname;
}

/** What the command line needs for `requiringClients`. */
export const clientVariables = {
  DEVICE_AUTOMATION_CA_FILE: tlsFixture('ca.pem'),
  DEVICE_AUTOMATION_CLIENT_CERTIFICATE: tlsFixture('client.pfx'),
  DEVICE_AUTOMATION_CLIENT_PASSPHRASE: 'client-passphrase',
};

/** What makes a server require a certificate of the fixtures' client CA. */
export const requiringClients: TlsOptions = {
  requestCert: true,
  ca: readFileSync(tlsFixture('clientCa.pem')),
};

export function certificateFile(name: CertificateName): URL {
  return new URL(`${name}.pem`, folder);
}

/** An HTTPS server with one of the fixtures' certificates; it responds to each request with job 1. */
export async function startTlsServer(name: CertificateName, tls: TlsOptions = {}): Promise<TlsServer> {
  const received: IncomingHttpHeaders[] = [];
  const responder = json(jobWire(1));
  const { port, close } = await start(
    name,
    0,
    (request, response) => {
      received.push(request.headers);
      const entry = { method: 'GET', path: '', headers: request.headers, body: '' };
      void responder({ received: entry, request, response });
    },
    tls,
  );
  return { port, received, close };
}

export interface TlsFront {
  readonly url: string;
  close(): Promise<void>;
}

/** TLS in front of a plain HTTP server (`target` is its origin). */
export async function startTlsFront(
  name: CertificateName,
  target: string,
  port = 0,
  tls: TlsOptions = {},
): Promise<TlsFront> {
  const forward: RequestListener = (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const onward = sendRequest(target + url, { method, headers }, incoming => {
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      incoming.pipe(response);
    });
    request.pipe(onward.on('error', () => response.destroy()));
  };
  const started = await start(name, port, forward, tls);
  return { url: `https://127.0.0.1:${started.port}`, close: started.close };
}

async function start(
  name: CertificateName,
  wantedPort: number,
  listener: RequestListener,
  tls: TlsOptions = {},
) {
  const key = readFileSync(new URL('key.pem', folder));
  const server = createServer({ ...tls, key, cert: readFileSync(certificateFile(name)) }, listener);
  const port = await listen(server, wantedPort);
  const close = async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return { port, close };
}
