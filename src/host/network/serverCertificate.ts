import { connect, type PeerCertificate, type TLSSocket } from 'node:tls';
import { type ProxyServer, type ProxySettings, proxyFor } from './proxyChoice.ts';
import { openTunnel, proxyConnector } from './proxyTunnel.ts';

/** What a person needs to recognise a certificate; all of it comes from the other side. */
export interface ShownCertificate {
  readonly subject: string;
  readonly issuer: string;
  readonly validFrom: string;
  readonly validTo: string;
  /** SHA-256, in pairs with colons. */
  readonly fingerprint: string;
  /** Names it was issued for, as OpenSSL writes them. */
  readonly names: string;
}

const timeoutMs = 10_000;

/**
 * The certificate that a server shows at the moment, trusted or not. Only the handshake is made: no request,
 * no token, and the connection is closed.
 */
export async function readServerCertificate(url: URL, proxies: ProxySettings): Promise<ShownCertificate> {
  const proxy = proxyFor(url, proxies);
  const socket = await handshake(url, proxy);
  try {
    return shownCertificate(socket.getPeerCertificate());
  } finally {
    socket.destroy();
  }
}

async function handshake(url: URL, proxy: ProxyServer | undefined): Promise<TLSSocket> {
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
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      ...(tunnel === undefined ? {} : { socket: tunnel }),
      // To be looked at by a person, not to be trusted: nothing is sent over this connection.
      rejectUnauthorized: false,
    });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('the handshake took too long')));
    socket.once('secureConnect', () => resolve(socket));
    socket.once('error', reject);
  });
}

function shownCertificate(certificate: PeerCertificate): ShownCertificate {
  return {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    validFrom: certificate.valid_from,
    validTo: certificate.valid_to,
    fingerprint: certificate.fingerprint256,
    names: certificate.subjectaltname ?? '',
  };
}

/** `CN=devices.example, O=Example` of a distinguished name. */
function nameText(name: PeerCertificate['subject']): string {
  return Object.entries(name)
    .flatMap(([key, value]) => [value].flat().map(part => `${key}=${String(part)}`))
    .reverse()
    .join(', ');
}
