import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import * as tls from 'node:tls';
import * as z from 'zod';

export interface AuthorityOptions {
  /** A PEM file of CAs that are trusted for one server besides the others. */
  readonly caFile: string | undefined;
  /** `http.systemCertificates` of VS Code. */
  readonly useSystem: boolean;
}

/** Where Linux distributions keep the CAs of the system; VS Code reads the same. */
const linuxBundles = ['/etc/ssl/certs/ca-certificates.crt', '/etc/ssl/certs/ca-bundle.crt'];

const PemListSchema = z.array(z.string());

/** A CA file that is not there, or holds no certificate. The code is told as a certificate's failure. */
class AuthorityFileError extends Error {
  override readonly name = 'AuthorityFileError';
  readonly code = 'CERT_FILE_UNREADABLE';
}

let system: Promise<readonly string[]> | undefined;

/**
 * Node's own CAs, those of the operating system, and those of the server's file; made into a context once,
 * since reading some hundred certificates for each connection would be slow.
 */
export async function trustedAuthorities(options: AuthorityOptions): Promise<tls.SecureContext> {
  const own = options.caFile === undefined ? [] : await certificatesOf(options.caFile);
  if (options.useSystem) system ??= systemCertificates();
  const ofSystem = options.useSystem && system !== undefined ? await system : [];
  if (own.length + ofSystem.length === 0) return tls.createSecureContext();
  return tls.createSecureContext({ ca: [...tls.rootCertificates, ...ofSystem, ...own] });
}

async function certificatesOf(file: string): Promise<readonly string[]> {
  // A relative one would be looked for in the folder in which VS Code was started: anybody's, perhaps.
  if (!isAbsolute(file)) throw new AuthorityFileError('the path of the CA file is not absolute');
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new AuthorityFileError('the CA file cannot be read', { cause });
  });
  // What is between the lines may be damaged, which Node passes over without a word.
  const found = pemBlocks(text).filter(isCertificate);
  if (found.length === 0) throw new AuthorityFileError('the CA file holds no certificate');
  return found;
}

/** Node can tell them from 22.15 on; before, only Linux keeps them where they can simply be read. */
async function systemCertificates(): Promise<readonly string[]> {
  const read: unknown = Reflect.get(tls, 'getCACertificates');
  if (typeof read === 'function') {
    const list = PemListSchema.safeParse(Reflect.apply(read, tls, ['system']));
    return list.success ? list.data : [];
  }
  if (process.platform !== 'linux') return [];
  for (const file of linuxBundles) {
    const text = await readFile(file, 'utf8').catch(() => '');
    if (text !== '') return pemBlocks(text);
  }
  return [];
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function pemBlocks(text: string): readonly string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
}
