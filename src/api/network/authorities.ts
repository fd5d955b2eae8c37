import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import tls, { type SecureContextOptions, TLSSocket } from 'node:tls';
import type { buildConnector } from 'undici';
import * as z from 'zod/mini';
import { CertificateError, readAuthorities } from './tlsFiles.ts';

/** Where Linux distributions store the system's CAs; VS Code reads the same files. */
const linuxBundles = ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-bundle.crt'];

const PemListSchema = z.array(z.string());

/**
 * Node's own CAs, those of the operating system, and those in the server's CA file, with the certificate
 * of the client. The context is created once,
 * because parsing hundreds of certificates per connection would be slow.
 */
export async function readTrustedAuthorities(
  useSystem: boolean,
  environment: Readonly<Record<string, string | undefined>>,
  caFile?: string,
  identity: SecureContextOptions = {},
): Promise<tls.SecureContext> {
  const own = caFile === undefined ? [] : await readAuthorities(caFile, environment);
  const ofSystem = useSystem ? await systemCertificates() : [];
  const extra = await extraCertificates(environment);
  if (own.length + ofSystem.length + extra.length === 0) return tls.createSecureContext(identity);
  return tls.createSecureContext({
    ...identity,
    ca: [...tls.rootCertificates, ...ofSystem, ...extra, ...own],
  });
}

/**
 * Those that the environment names for every Node.js program (decision 36): Node adds them only to its default CAs,
 * and only when the process starts. Like Node, ignores a file that cannot be read.
 */
async function extraCertificates(
  environment: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
  const file = environment['NODE_EXTRA_CA_CERTS'];
  // A relative path would be resolved against the folder that VS Code was started in, which anyone may control.
  if (file === undefined || !isAbsolute(file)) return [];
  return readAuthorities(file, {}).catch(() => []);
}

/** Node returns them since 22.15; before that, they can only be read from files on Linux. */
async function systemCertificates(): Promise<readonly string[]> {
  const read: unknown = Reflect.get(tls, 'getCACertificates');
  if (typeof read === 'function') {
    return PemListSchema.safeParse(Reflect.apply(read, tls, ['system'])).data ?? [];
  }
  if (process.platform !== 'linux') return [];
  for (const file of linuxBundles) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return pemBlocks(text);
  }
  return [];
}

function pemBlocks(text: string): readonly string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}

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
      return callback(new CertificateError('CERT_NOT_THE_TRUSTED_ONE'), null);
    });
}
