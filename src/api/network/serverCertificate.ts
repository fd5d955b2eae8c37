import { isIP } from 'node:net';
import {
  connect,
  createSecureContext,
  type PeerCertificate,
  type SecureContext,
  type SecureContextOptions,
  type TLSSocket,
} from 'node:tls';
import { type ProxyServer, type ProxySettings, proxyFor } from './proxyChoice.ts';
import { openTunnel, proxyConnector } from './proxyTunnel.ts';

/** The details by which a user recognizes a certificate; all of them come from the server. */
export interface ShownCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256, in pairs with colons. */
  readonly fingerprint: string;
  /** The names it was issued for, in OpenSSL's format. */
  readonly names: string;
}

const timeoutMs = 10_000;

export interface Handshake {
  readonly certificate: ShownCertificate;
  /** `TLSv1.3`. */
  readonly protocol: string;
  readonly cipher: string;
  /** OpenSSL's or Node's error code for the certificate; `undefined` when it is trusted. */
  readonly failure: string | undefined;
}

/**
 * Reads the certificate that a server presents, trusted or not. Only performs the handshake: sends no request and no
 * token, then closes the connection. `identity`: the client certificate, which some servers require for that.
 */
export async function readServerCertificate(
  url: URL,
  proxies: ProxySettings,
  identity: SecureContextOptions = {},
): Promise<ShownCertificate> {
  return (await tryHandshake(url, proxies, createSecureContext(identity))).certificate;
}

/** Also verifies the certificate against the CAs of `context` (by default Node's own). */
export async function tryHandshake(
  url: URL,
  proxies: ProxySettings,
  context?: SecureContext,
): Promise<Handshake> {
  const socket = await handshake(url, proxyFor(url, proxies), context);
  try {
    return {
      certificate: readShownCertificate(socket.getPeerCertificate()),
      protocol: socket.getProtocol() ?? '',
      cipher: socket.getCipher().standardName,
      // Node's types declare an error, but the value is its code.
      failure: socket.authorized ? undefined : String(socket.authorizationError),
    };
  } finally {
    socket.destroy();
  }
}

async function handshake(
  url: URL,
  proxy: ProxyServer | undefined,
  secureContext: SecureContext | undefined,
): Promise<TLSSocket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = Number(url.port || '443');
  const tunnel =
    proxy === undefined
      ? undefined
      : await openTunnel(proxy, await proxyConnector(proxy), `${url.hostname}:${port}`);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      socket: tunnel,
      secureContext,
      // Safe, because nothing is sent over this connection: the certificate is only shown to the user.
      rejectUnauthorized: false,
    });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the handshake took too long')));
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
  });
}

function readShownCertificate(certificate: PeerCertificate): ShownCertificate {
  return {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    validFrom: certificate.valid_from,
    validTo: certificate.valid_to,
    fingerprint: certificate.fingerprint256,
    names: certificate.subjectaltname ?? '',
  };
}

/** Formats a distinguished name: `CN=devices.example, O=Example`. */
function nameText(name: PeerCertificate['subject']): string {
  return Object.entries(name)
    .flatMap(([key, value]) => [value].flat().map(part => `${key}=${String(part)}`))
    .reverse()
    .join(', ');
}
