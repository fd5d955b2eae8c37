import { TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import { CertificateError } from './certificateError.ts';

/** Compares fingerprints with or without colons, in any case. */
export function isSamePin(one: string, other: string): boolean {
  const plain = (text: string) => text.replace(/[^0-9a-f]/gi, '').toLowerCase();
  return plain(one).length === 64 && plain(one) === plain(other);
}

/**
 * Passes a connection on only if the server has proved to own the key of exactly the pinned certificate (SHA-256).
 * Nothing is sent before that, so `connector` may leave the certificate unchecked.
 */
export function withPin(connector: buildConnector.connector, pin: string): buildConnector.connector {
  return (options, callback) =>
    connector(options, (...[error, socket]) => {
      if (error !== null) return callback(error, null);
      const shown = socket instanceof TLSSocket ? socket.getPeerCertificate().fingerprint256 : undefined;
      if (shown !== undefined && isSamePin(shown, pin)) return callback(null, socket);
      socket.destroy();
      return callback(
        new CertificateError('CERT_NOT_THE_TRUSTED_ONE', 'not the certificate that was trusted'),
        null,
      );
    });
}
