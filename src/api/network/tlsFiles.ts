import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { Duplex } from 'node:stream';
import { createSecureContext, type SecureContextOptions, TLSSocket } from 'node:tls';
import { readNamedBytes } from '../../base/namedFiles.ts';
import { resolveUserPath } from '../../base/userPath.ts';

/** In bytes; the bundles of operating systems have less than 1 MiB. */
const longestFile = 16 * 1024 * 1024;

/** The code tells which file or certificate is at fault, and why. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
  readonly code:
    | 'CERT_FILE_UNREADABLE'
    | 'CERT_NOT_THE_TRUSTED_ONE'
    | 'CLIENT_CERT_UNREADABLE'
    | 'CLIENT_CERT_EXPIRED'
    | 'CLIENT_KEY_UNREADABLE'
    | 'CLIENT_KEY_MISMATCH'
    | 'CLIENT_PASSPHRASE_MISSING'
    | 'CLIENT_PASSPHRASE_WRONG'
    | 'CLIENT_PFX_UNSUPPORTED';

  constructor(code: CertificateError['code'], cause?: unknown) {
    super(code, { cause });
    this.code = code;
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
    throw new CertificateError(code, cause);
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
      const { ino, size, mtimeMs, ctimeMs } = await stat(resolveUserPath(file, environment));
      return [ino, size, mtimeMs, ctimeMs].join(' ');
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
  if (found.length === 0) throw new CertificateError('CERT_FILE_UNREADABLE');
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
  { clientCertificateFile, clientKeyFile }: ClientFiles,
  environment: Environment,
  getPassphrase: GetPassphrase = async () => undefined,
): Promise<SecureContextOptions> {
  if (clientCertificateFile === undefined) return {};
  const bytes = await readTlsFile(clientCertificateFile, environment, 'CLIENT_CERT_UNREADABLE');
  const certificates = certificatesIn(bytes);
  const [leaf] = certificates;
  if (leaf === undefined) return readPfx(bytes, getPassphrase);
  const keyBytes =
    clientKeyFile === undefined
      ? bytes
      : await readTlsFile(clientKeyFile, environment, 'CLIENT_KEY_UNREADABLE');
  const key = await readKey(keyBytes.toString(), getPassphrase);
  if (!leaf.checkPrivateKey(key)) throw new CertificateError('CLIENT_KEY_MISMATCH');
  checkValidity(leaf.validTo);
  return {
    cert: certificates.join('\n'),
    key: key.export({ type: 'pkcs8', format: 'pem' }),
  };
}

async function readKey(text: string, getPassphrase: GetPassphrase): Promise<KeyObject> {
  const isEncrypted = /^(-----BEGIN ENCRYPTED |Proc-Type: 4,ENCRYPTED)/m.test(text);
  const passphrase = isEncrypted ? await getPassphrase() : '';
  if (passphrase === undefined) throw new CertificateError('CLIENT_PASSPHRASE_MISSING');
  try {
    return createPrivateKey({ key: text, passphrase });
  } catch (cause) {
    throw new CertificateError(isEncrypted ? 'CLIENT_PASSPHRASE_WRONG' : 'CLIENT_KEY_UNREADABLE', cause);
  }
}

async function readPfx(pfx: Buffer, getPassphrase: GetPassphrase): Promise<SecureContextOptions> {
  const withoutPassphrase = { pfx, passphrase: '' };
  const problem = pfxProblem(withoutPassphrase);
  if (problem === undefined) return withoutPassphrase;
  if (problem.code !== 'CLIENT_PASSPHRASE_WRONG') throw problem;
  const passphrase = await getPassphrase();
  if (passphrase === undefined) throw new CertificateError('CLIENT_PASSPHRASE_MISSING');
  const identity = { pfx, passphrase };
  const remaining = pfxProblem(identity);
  if (remaining !== undefined) throw remaining;
  return identity;
}

/** Node's messages are those of OpenSSL, and in VS Code those of BoringSSL. */
function pfxProblem(identity: SecureContextOptions): CertificateError | undefined {
  try {
    // A socket without a connection is the documented way to the certificate of a context.
    const socket = new TLSSocket(new Duplex({ read: () => undefined }), {
      secureContext: createSecureContext(identity),
    });
    const certificate = socket.getCertificate();
    socket.destroy();
    if (certificate !== null && 'valid_to' in certificate) checkValidity(certificate.valid_to);
    return undefined;
  } catch (error) {
    if (error instanceof CertificateError) return error;
    const message = String(error);
    if (/mac verify|password|decrypt/i.test(message))
      return new CertificateError('CLIENT_PASSPHRASE_WRONG', error);
    return new CertificateError(
      /unsupported/i.test(message) ? 'CLIENT_PFX_UNSUPPORTED' : 'CLIENT_CERT_UNREADABLE',
      error,
    );
  }
}

function checkValidity(validTo: string): void {
  if (Date.parse(validTo) < Date.now()) throw new CertificateError('CLIENT_CERT_EXPIRED');
}

/** The certificates in PEM, DER or PKCS #7, in their order; damaged ones are left out. */
function certificatesIn(bytes: Buffer): readonly X509Certificate[] {
  const blocks = bytes.toString('latin1').matchAll(/-----BEGIN (CERTIFICATE|PKCS7|CMS)-----([^-]+)-----END/g);
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
