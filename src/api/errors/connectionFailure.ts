import { keysOf } from '../../base/tables.ts';
import { ConnectionError, type ConnectionReason, type RequestInfo } from './apiError.ts';

/** Codes of Node and undici. */
const codesOf = {
  dns: 'ENOTFOUND EAI_AGAIN EAI_FAIL EAI_NONAME',
  refused: 'ECONNREFUSED',
  unreachable: 'EHOSTUNREACH ENETUNREACH EHOSTDOWN ENETDOWN EADDRNOTAVAIL',
  connectTimeout: 'UND_ERR_CONNECT_TIMEOUT',
  headersTimeout: 'UND_ERR_HEADERS_TIMEOUT',
  bodyTimeout: 'UND_ERR_BODY_TIMEOUT',
  proxy: 'UND_ERR_PRX_TLS',
  reset: 'UND_ERR_SOCKET UND_ERR_RES_CONTENT_LENGTH_MISMATCH ECONNRESET EPIPE ETIMEDOUT ECONNABORTED',
  closed: 'UND_ERR_DESTROYED UND_ERR_CLOSED',
} as const satisfies Partial<Record<ConnectionReason, string>>;

const reasons: ReadonlyMap<string, ConnectionReason> = new Map(
  keysOf(codesOf).flatMap(reason => codesOf[reason].split(' ').map(code => [code, reason] as const)),
);

/** The proxy failed, not the server; `code` is Node's, or an HTTP status such as `HTTP 407`. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code: string;

  constructor(code: string) {
    super(`the proxy failed: ${code}`);
    this.code = code;
  }
}

const certificateCode =
  /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT|UNABLE_TO_|HOSTNAME_MISMATCH|CRL_|ERROR_IN_CERT)/;

/** Failures of these kinds happen before the first byte of a request is written. */
const beforeSending: ReadonlySet<ConnectionReason> = new Set([
  'dns',
  'refused',
  'unreachable',
  'certificate',
  'clientFile',
  'connectTimeout',
  'proxy',
]);

/** OpenSSL's codes for failed handshakes; its other codes can also end an open connection. */
const handshakeCode =
  /^ERR_SSL_.*(WRONG_VERSION_NUMBER|UNSUPPORTED_PROTOCOL|PROTOCOL_VERSION|HANDSHAKE_FAILURE|NO_SHARED_CIPHER|NO_PROTOCOLS_AVAILABLE|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNRECOGNIZED_NAME)$/;

/** TLS alerts by which a server rejects a client without a certificate, or with one that it rejects (RFC 8446, 6.2). */
const clientCertificateCode =
  /^ERR_SSL_.*_(CERTIFICATE_REQUIRED|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_REVOKED|CERTIFICATE_EXPIRED|CERTIFICATE_UNKNOWN|UNKNOWN_CA|ACCESS_DENIED)$/;
const clientCertificateAlerts = ['42', '43', '44', '45', '46', '48', '49', '116'];

/**
 * Classifies an error of Node or undici. The original is dropped, because it may contain more than may be shown.
 * `isUnanswered`: the transport has not received any response yet.
 */
export function connectionFailure(
  request: RequestInfo,
  error: unknown,
  isUnanswered = false,
): ConnectionError {
  const code = errorCode(error);
  const found = reasonOf(code, error);
  // With TLS 1.3, a handshake ends for the client before the server has seen that it has no certificate.
  const isRejected = found === 'reset' && isUnanswered && request.origin.startsWith('https:');
  const reason = isRejected ? 'unanswered' : found;
  const isBefore = beforeSending.has(reason) || handshakeCode.test(code);
  const mayHaveSent = !isBefore || isFailureWhileOpen(error);
  return new ConnectionError(request, reason, { code, file: textMember(error, 'file') ?? '' }, mayHaveSent);
}

function isFailureWhileOpen(error: unknown): boolean {
  for (const current of causes(error)) {
    if ('syscall' in current && (current.syscall === 'read' || current.syscall === 'write')) return true;
  }
  return false;
}

function* causes(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

function reasonOf(code: string, error: unknown): ConnectionReason {
  for (const current of causes(error)) if (current instanceof ProxyError) return 'proxy';
  if (certificateCode.test(code)) return 'certificate';
  if (code.startsWith('CLIENT_')) return 'clientFile';
  const alert = alertOf(error);
  if (clientCertificateCode.test(code) || clientCertificateAlerts.includes(alert)) return 'clientCertificate';
  if (code.endsWith('_HANDSHAKE_FAILURE') || alert === '40') return 'handshake';
  if (code.startsWith('ERR_SSL') || code === 'EPROTO') return 'tls';
  // undici reports a proxy that rejects CONNECT as an aborted request.
  if (error instanceof Error && /proxy response/i.test(error.message)) return 'proxy';
  return reasons.get(code) ?? 'other';
}

/** The number of the TLS alert that the server sent. */
function alertOf(error: unknown): string {
  for (const { message } of causes(error)) {
    const [, alert] = /SSL alert number (\d+)/.exec(message) ?? [];
    if (alert !== undefined) return alert;
  }
  return '';
}

export function errorCode(error: unknown): string {
  return textMember(error, 'code') ?? (error instanceof Error ? error.name : 'unknown');
}

function textMember(error: unknown, name: string): string | undefined {
  for (const current of causes(error)) {
    const value: unknown = Reflect.get(current, name);
    if (typeof value === 'string') return value;
  }
  return undefined;
}
