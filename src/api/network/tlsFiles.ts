import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';
import { ExplainedError } from '../../base/explainedError.ts';
import type { Localizer } from '../../base/localizer.ts';
import { readNamedBytes } from '../../base/namedFiles.ts';
import { resolveUserPath } from '../../base/userPath.ts';
import { certificateText } from '../errors/errorText.ts';

/** In bytes; the bundles of operating systems have less than 1 MiB. */
const longestFile = 16 * 1024 * 1024;

/** The code tells which file or certificate is at fault, and why. */
export class CertificateError extends ExplainedError {
  override readonly name = 'CertificateError';
  readonly code:
    | 'CERT_FILE_UNREADABLE'
    | 'CERT_NOT_THE_TRUSTED_ONE'
    | 'CLIENT_CERT_UNREADABLE'
    | 'CLIENT_CERT_UNSUPPORTED'
    | 'CLIENT_CERT_EXPIRED'
    | 'CLIENT_KEY_UNREADABLE'
    | 'CLIENT_KEY_UNSUPPORTED'
    | 'CLIENT_KEY_MISMATCH'
    | 'CLIENT_PASSPHRASE_MISSING'
    | 'CLIENT_PASSPHRASE_WRONG'
    | 'CLIENT_PFX_UNSUPPORTED';
  /** The path of the file, as the user wrote it. */
  readonly file: string;

  constructor(code: CertificateError['code'], file = '', cause?: unknown) {
    super(code, { cause });
    this.code = code;
    this.file = file;
  }

  override explain(localizer: Localizer): string {
    const { code, file } = this;
    const reason = certificateText(code, localizer, file);
    return localizer.t('A certificate of the connection cannot be used: {reason} ({code}).', {
      reason,
      code,
    });
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

async function readTlsFile(
  path: string,
  environment: Environment,
  code: CertificateError['code'],
): Promise<Buffer> {
  try {
    return await readNamedBytes(resolveUserPath(path, environment), longestFile);
  } catch (cause) {
    throw new CertificateError(code, path, cause);
  }
}

/** Changes when one of the files is written, replaced or deleted. */
export async function fileStamp(
  files: readonly (string | undefined)[],
  environment: Environment,
): Promise<string> {
  const stamps = files.map(async file => {
    if (file === undefined) return '';
    try {
      const found = await stat(resolveUserPath(file, environment));
      const { ino, size, mtimeMs, ctimeMs } = found;
      // What a pipe of a shell has can only be read once.
      return found.isFile() ? [ino, size, mtimeMs, ctimeMs].join(' ') : '';
    } catch {
      // The problem is named when the file is read.
      return 'absent';
    }
  });
  return (await Promise.all(stamps)).join();
}

/** The CAs in a file, in PEM, DER or PKCS #7. */
export async function readAuthorities(path: string, environment: Environment): Promise<readonly string[]> {
  // Node silently ignores damaged content.
  const found = certificatesIn(await readTlsFile(path, environment, 'CERT_FILE_UNREADABLE'));
  if (found.length === 0) throw new CertificateError('CERT_FILE_UNREADABLE', path);
  return found.map(String);
}

export interface ClientFiles {
  /** PEM, or PKCS #12 (.pfx, .p12) with the key. */
  readonly clientCertificateFile?: string | undefined;
  /** PEM, may be encrypted; by default in the file of the certificate. */
  readonly clientKeyFile?: string | undefined;
}

/** The passphrase of the server's client certificate, if it is known; only called if a file needs one. */
export type GetPassphrase = () => Promise<string | undefined>;

/** The certificate of the client and its key, checked as far as this is possible without a server. */
export async function readClientIdentity(
  { clientCertificateFile: file, clientKeyFile: keyFile = file }: ClientFiles,
  environment: Environment,
  getPassphrase: GetPassphrase = async () => undefined,
): Promise<SecureContextOptions> {
  if (file === undefined || keyFile === undefined) return {};
  const bytes = await readTlsFile(file, environment, 'CLIENT_CERT_UNREADABLE');
  const certificates = certificatesIn(bytes);
  if (certificates.length === 0) return readPfx(bytes, file, getPassphrase);
  const keyBytes =
    keyFile === file ? bytes : await readTlsFile(keyFile, environment, 'CLIENT_KEY_UNREADABLE');
  const key = await readKey(textOf(keyBytes), keyFile, getPassphrase);
  // PKCS #7 and many exports have its authorities before it.
  const own = certificates.find(certificate => certificate.checkPrivateKey(key));
  if (own === undefined) throw new CertificateError('CLIENT_KEY_MISMATCH', keyFile);
  const chain = [own, ...certificates.filter(certificate => certificate !== own)];
  const identity = { cert: chain.join('\n'), key: key.export({ type: 'pkcs8', format: 'pem' }) };
  const problem = identityProblem(identity, file);
  if (problem !== undefined) throw problem;
  return identity;
}

/** Decrypts the key, because TLS of Node and of VS Code read different kinds of encryption. */
async function readKey(text: string, file: string, getPassphrase: GetPassphrase): Promise<KeyObject> {
  const [key = ''] = /-----BEGIN ([A-Z ]*)PRIVATE KEY-----.+?-----END \1PRIVATE KEY-----/s.exec(text) ?? [];
  const isEncrypted = /^(-----BEGIN ENCRYPTED |Proc-Type: 4,ENCRYPTED)/m.test(key);
  const passphrase = isEncrypted ? await getPassphrase() : '';
  if (passphrase === undefined) throw new CertificateError('CLIENT_PASSPHRASE_MISSING', file);
  try {
    return createPrivateKey({ key, passphrase });
  } catch (cause) {
    if (unsupported.test(String(cause))) throw new CertificateError('CLIENT_KEY_UNSUPPORTED', file, cause);
    throw new CertificateError(
      isEncrypted ? 'CLIENT_PASSPHRASE_WRONG' : 'CLIENT_KEY_UNREADABLE',
      file,
      cause,
    );
  }
}

/** How OpenSSL, and BoringSSL in VS Code, name an encryption or an algorithm that they do not have. */
const unsupported = /envelope routines::unsupported|OPENSSL_internal:(UNSUPPORTED|UNKNOWN)/i;

async function readPfx(
  pfx: Buffer,
  file: string,
  getPassphrase: GetPassphrase,
): Promise<SecureContextOptions> {
  const withoutPassphrase = { pfx, passphrase: '' };
  const problem = identityProblem(withoutPassphrase, file);
  if (problem === undefined) return withoutPassphrase;
  if (problem.code !== 'CLIENT_PASSPHRASE_WRONG') throw problem;
  const passphrase = await getPassphrase();
  if (passphrase === undefined) throw new CertificateError('CLIENT_PASSPHRASE_MISSING', file);
  const identity = { pfx, passphrase };
  const remaining = identityProblem(identity, file);
  if (remaining !== undefined) throw remaining;
  return identity;
}

function identityProblem(identity: SecureContextOptions, file: string): CertificateError | undefined {
  try {
    // A socket without a connection is the documented way to the certificate of a context.
    const socket = new TLSSocket(new Duplex({ read: () => undefined }), {
      secureContext: createSecureContext(identity),
    });
    const certificate = socket.getCertificate();
    socket.destroy();
    const isExpired =
      certificate !== null && 'valid_to' in certificate && Date.parse(certificate.valid_to) < Date.now();
    return isExpired ? new CertificateError('CLIENT_CERT_EXPIRED', file) : undefined;
  } catch (error) {
    const isPfx = identity.pfx !== undefined;
    return new CertificateError(isPfx ? pfxCode(String(error)) : 'CLIENT_CERT_UNSUPPORTED', file, error);
  }
}

/** Node's messages are those of OpenSSL, and in VS Code those of BoringSSL. */
function pfxCode(message: string): CertificateError['code'] {
  if (/mac verify|password|decrypt/i.test(message)) return 'CLIENT_PASSPHRASE_WRONG';
  if (/private key|null parameter/i.test(message)) return 'CLIENT_KEY_UNREADABLE';
  return /unsupported|unknown/i.test(message) ? 'CLIENT_PFX_UNSUPPORTED' : 'CLIENT_CERT_UNREADABLE';
}

/** The text of a PEM file; tools of Windows also write UTF-16. */
function textOf(bytes: Buffer): string {
  return bytes.toString(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf16le' : 'latin1');
}

/** The certificates in PEM, DER or PKCS #7, in their order; damaged ones are left out. */
function certificatesIn(bytes: Buffer): readonly X509Certificate[] {
  const blocks = textOf(bytes).matchAll(
    /-----BEGIN ((?:X509 |TRUSTED )?CERTIFICATE|PKCS7|CMS)-----([^-]+)-----END/g,
  );
  const encoded = Array.from(blocks, ([, , base64 = '']) => Buffer.from(base64, 'base64'));
  return (encoded.length === 0 ? [bytes] : encoded).flatMap(der => {
    const certificate = certificateOf(der);
    return certificate === undefined ? pkcs7Certificates(der) : [certificate];
  });
}

function certificateOf(der: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

const [sequence, context0] = [0x30, 0xa0];

/** The certificates of a SignedData (RFC 5652, 5.1), which Node does not read. */
function pkcs7Certificates(der: Buffer): readonly X509Certificate[] {
  const inside = (bytes: Buffer | undefined, tag: number) =>
    derElements(bytes ?? Buffer.alloc(0)).find(element => element.tag === tag)?.content;
  const signedData = inside(inside(inside(der, sequence), context0), sequence);
  return derElements(inside(signedData, context0) ?? Buffer.alloc(0))
    .map(({ whole }) => certificateOf(whole))
    .filter(certificate => certificate !== undefined);
}

interface DerElement {
  readonly tag: number;
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** The elements of DER, up to the first one that is cut. */
function derElements(bytes: Buffer): readonly DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at + 2 <= bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2);
    const lengthBytes = first < 0x80 ? 0 : first - 0x80;
    const start = at + 2 + lengthBytes;
    if (lengthBytes > 4 || start > bytes.length) break;
    const length = lengthBytes === 0 ? first % 0x80 : bytes.readUIntBE(at + 2, lengthBytes);
    const end = start + length;
    if (end > bytes.length) break;
    elements.push({ tag, whole: bytes.subarray(at, end), content: bytes.subarray(start, end) });
    at = end;
  }
  return elements;
}
