import { displayText, joinTexts } from '../../base/displayText.ts';
import { isRecord } from '../../base/json.ts';
import type { Localizer } from '../../base/localizer.ts';
import { isKeyOf } from '../../base/tables.ts';
import { fieldLabel, placeLabel } from '../fields/objectFields.ts';
import { deviceLabel } from '../model/device.ts';
import type { Mismatch, ValueKind } from '../model/mismatch.ts';
import {
  type ApiError,
  allowsOnlyReplacing,
  type ConnectionError,
  type ContractProblem,
  type HttpStatusError,
  type NotSentProblem,
  type Operation,
  type OutcomeError,
  operationTexts,
  type RedirectError,
  type RequestInfo,
} from './apiError.ts';

type T = Localizer['t'];

/** What happened, to what, and what to do next, as one or two sentences in the user's language. */
export function errorText(error: ApiError, serverName: string, localizer: Localizer): string {
  const { t } = localizer;
  const operation = operationText(error.request.operation, localizer);
  const server = displayText(serverName, 60);
  return `${t('Could not {operation} on “{server}”.', { operation, server })} ${reasonText(error, localizer)}`;
}

/** The part of an error's sentence that gives the reason and a remedy. */
export function reasonText(error: ApiError, localizer: Localizer): string {
  const { t } = localizer;
  switch (error.kind) {
    case 'connection':
      return connectionText(error, localizer);
    case 'http':
      return statusText(error, localizer);
    case 'contract':
      return contractText(error.problem, error.request, localizer);
    case 'redirect':
      return redirectText(error, t);
    case 'notSent':
      return notSentText(error.problem, localizer);
    case 'partialStop':
      return t(
        'Stop requested for {asked} of {count} jobs; {failed} failed and {unsent} were not sent. {reason}',
        {
          asked: error.requestedIds.length,
          count: error.requestedIds.length + error.failedIds.length + error.unsentIds.length,
          unsent: error.unsentIds.length,
          failed: error.failedIds.length,
          reason: reasonText(error.reason, localizer),
        },
      );
    case 'outcome':
      return outcomeText(error, localizer);
  }
}

export function operationText(operation: Operation, { t }: Localizer): string {
  return t(operationTexts[operation]);
}

function redirectText(error: RedirectError, t: T): string {
  if (error.httpsBaseUrl !== undefined) {
    return t('The server requires HTTPS. Change its URL to {url}.', { url: error.httpsBaseUrl });
  }
  const { target } = error;
  if (error.isSignIn)
    return error.isElsewhere
      ? t(
          'The server redirects to a sign-in page elsewhere ({target}). Sign in again with a new token; or, if this is a gateway in front of the server, check its headers and the client certificate with “Edit Server…”.',
          { target },
        )
      : t('The server redirects to a sign-in page ({target}). Sign in again with a new token.', { target });
  return t(
    'The server redirects to {target}; such redirects are not followed. Check the URL of the server.',
    {
      target,
    },
  );
}

const notSentTexts = {
  tokenMissing: 'There is no token for this server. Sign in.',
  tokenMalformed: 'The token contains invalid characters. Sign in again.',
  tokenUnreplaced:
    'In place of the token there is a variable that was not replaced, so nothing was sent. Sign in again.',
  readOnly: 'This server is marked as read-only, so nothing was sent. Run “Edit Server…” to change that.',
  plainHttp:
    'Plain HTTP was not approved for this server, so nothing was sent. Run “Edit Server…” to change the URL or to approve it.',
  commandMissing:
    'The command for the headers of this server was not found or must not be executed, so nothing was sent. Check “headersCommand”.',
  commandSlow:
    'The command for the headers of this server did not end within 30 seconds, so nothing was sent. Check “headersCommand”.',
  commandFailed:
    'The command for the headers of this server failed, so nothing was sent. Run it in a terminal, and check “headersCommand”.',
  commandOutput:
    'The command for the headers of this server must print lines of “Name: value”, each name once, without Authorization, Host and Content-…, so nothing was sent. Run it in a terminal, and check “headersCommand”.',
  clientCertificateUnused:
    "VS Code's own connections take client certificates from the operating system only, so nothing was sent. Run “Edit Server…” to use the extension's connections, or to remove the client certificate.",
  unverifiedTls:
    'NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment disables the check of certificates for VS Code’s connections, so nothing was sent. Remove the variable, or use the extension’s connections for this server.',
  damagedText:
    '{fields}: some characters (�) were damaged in transfer, so nothing was sent. Type them again before you save.',
  unwritableDevices:
    'These devices have neither a host name nor an address, so replacing the list would remove them: {devices}.',
} as const;

function notSentText(problem: NotSentProblem, localizer: Localizer): string {
  const fields = problem.code === 'damagedText' ? problem.fields : [];
  const devices = problem.code === 'unwritableDevices' ? problem.devices : [];
  return localizer.t(notSentTexts[problem.code], {
    fields: fields.map(field => fieldLabel(field, localizer)).join(', '),
    devices: devices.map(device => displayText(deviceLabel(device), 60)).join(', '),
  });
}

function outcomeText(error: OutcomeError, { t }: Localizer): string {
  if (error.outcome === 'notDone') {
    return t('The response was lost. The change does not appear on the server, so it was not made.');
  }
  return error.candidateIds.length === 0
    ? t(
        'The response was lost, and it is unknown whether the server carried out the request. Refresh and check before you try again.',
      )
    : t('The response was lost. Possibly created: {ids}. Check them before you try again.', {
        ids: error.candidateIds.map(id => `#${id}`).join(', '),
      });
}

const contractTexts = {
  page: '{host} returned a web page instead of data. Check the URL: this may not be a remote desktop management server.',
  html: '{host} returned a web page (“{title}”) instead of data. Check the URL: this may not be a remote desktop management server.',
  notJson: 'The response is not JSON. Check the URL: this may not be a remote desktop management server.',
  invalidJson:
    'The response is not valid JSON: line {line}, column {column}. This is an error on the server.',
  empty: 'The response is empty. Check the URL: this may not be a remote desktop management server.',
  truncated: 'The response was cut off. Try again.',
  unknownCharset:
    'The text of the response cannot be read: its character set “{charset}” is unknown. Ask the administrator of the server to send UTF-8.',
  damagedText:
    'The text of the response cannot be read: its bytes are not valid {charset}. Ask the administrator of the server to send UTF-8.',
  tooLarge: 'The response is larger than {size} MiB, so it was not read.',
  excessive:
    'The response from {path} was not read: it has a list of more than 600,000 elements, an object of more than 100,000 keys, more than 20 levels, or a text of more than 4 MiB.',
  pageLoop: 'The list of pages leads back to a page already read. This is an error on the server.',
  tooManyPages: 'The list of pages does not end. This is an error on the server.',
  otherObject: 'The server returned a different object from the one requested. It was ignored.',
  shape: 'The response from {path} does not match the API: at “{at}”, {expected}.',
} as const;

function contractText(problem: ContractProblem, request: RequestInfo, localizer: Localizer): string {
  const text = contractTexts[problem.code === 'html' && problem.title === '' ? 'page' : problem.code];
  const { path, origin } = request;
  return localizer.t(text, { path, host: new URL(origin).host, ...contractDetails(problem, localizer) });
}

function contractDetails(
  problem: ContractProblem,
  localizer: Localizer,
): Readonly<Record<string, string | number>> {
  switch (problem.code) {
    case 'html':
      return { title: problem.title };
    case 'invalidJson':
      return { line: problem.line, column: problem.column };
    case 'unknownCharset':
    case 'damagedText':
      return { charset: problem.charset };
    case 'tooLarge':
      return { size: Math.round(problem.limitBytes / 1024 / 1024) };
    case 'shape':
      return { at: problem.mismatch.path || '/', expected: mismatchProblem(problem.mismatch, localizer) };
    default:
      return {};
  }
}

const meanings = [
  [[400, 422], 'The server rejected the data (HTTP {status}).'],
  [[401], 'The token is invalid or has expired (HTTP 401). Sign in again with a new one.'],
  [
    [403],
    'Your token does not allow this (HTTP 403). Ask the administrator of the server for the permission, or use a token that has it.',
  ],
  [[404], 'Not found on the server (HTTP 404). It may have been deleted, or the URL of the server is wrong.'],
  [[405], 'The server does not allow this (HTTP 405).'],
  [[407], 'The proxy requires authentication (HTTP 407). Check the proxy settings.'],
  [[409, 412], 'It has changed on the server in the meantime (HTTP {status}).'],
  [[413], 'The request is too large for the server (HTTP 413).'],
  [[414], 'The URL of the request is too long for the server (HTTP 414).'],
  [
    [415],
    'The server does not accept JSON here (HTTP 415). Check the URL: this may not be a remote desktop management server.',
  ],
  [[429], 'Too many requests (HTTP 429). Try again later.'],
  [[502, 503, 504], 'The server is temporarily unavailable (HTTP {status}). Try again later.'],
] as const;

function statusText(error: HttpStatusError, localizer: Localizer): string {
  const { t } = localizer;
  const parts = [statusMeaning(error, localizer)];
  if (error.detail !== '') parts.push(t('Response from the server: {detail}', { detail: error.detail }));
  for (const field of error.fieldErrors.slice(0, 5)) {
    parts.push(`${placeLabel(field.path, localizer)}: ${field.message}`);
  }
  if (error.requestId !== '') parts.push(t('Request ID: {id}.', { id: error.requestId }));
  return parts.join(' ');
}

/** What some responses mean besides their status. */
const specialMeanings = {
  gateway:
    '{host} returned a web page instead of data (HTTP 403). A gateway or firewall in front of the server rejected the request, not the server: ask its administrator to let it pass.',
  tokenLost:
    'The token did not reach the server (HTTP 401). The web server in front of it probably removes the Authorization header: its administrator must let it pass, with Apache by “WSGIPassAuthorization On”.',
  clientCertificate: '{host} requires a client certificate, or rejected yours (HTTP {status}).',
  onlyReplace:
    'The server does not allow changing single fields (PATCH, HTTP {status}), only replacing the whole object (PUT). In VS Code, “Replace on Server (PUT)…” does that for the open document, after a preview.',
} as const;

function specialMeaning(error: HttpStatusError): keyof typeof specialMeanings | undefined {
  const { status, form, detail } = error;
  const isCertificate = status === 496 || status === 495 || (status === 400 && form === 'html');
  if (isCertificate && (status !== 400 || /ssl certificate|client certificate/i.test(detail)))
    return 'clientCertificate';
  if (status === 403 && form === 'html') return 'gateway';
  if (status === 401 && error.lacksToken) return 'tokenLost';
  return allowsOnlyReplacing(error) ? 'onlyReplace' : undefined;
}

function statusMeaning(error: HttpStatusError, { t, plural }: Localizer): string {
  const { status, retryAfterMs, request } = error;
  const special = specialMeaning(error);
  if (special !== undefined)
    return joinTexts(
      ' ',
      t(specialMeanings[special], { status, host: new URL(request.origin).host }),
      special === 'clientCertificate' && t(certificateAdvice),
    );
  if (status === 429 && retryAfterMs !== undefined) {
    return plural(
      'Too many requests (HTTP 429). Try again in {count} second.|Too many requests (HTTP 429). Try again in {count} seconds.',
      Math.ceil(retryAfterMs / 1000),
    );
  }
  const [, meaning] = meanings.find(([statuses]) => statuses.some(known => known === status)) ?? [];
  const other =
    status >= 500
      ? 'The server returned an error (HTTP {status}). Try again later, or contact its administrator.'
      : 'The server rejected the request (HTTP {status}).';
  return t(meaning ?? other, { status });
}

const connectionTexts = {
  dns: 'Could not resolve {host} ({code}). Check the URL and your network.',
  refused: '{host} refused the connection ({code}). Check the port, and whether the server is running.',
  unreachable: '{host} cannot be reached ({code}). Check your network or VPN.',
  connectTimeout: 'Timed out connecting to {host}. Check your network or VPN.',
  certificate: 'The certificate of {host} is not trusted: {reason} ({code}).',
  clientFile: 'The client certificate for {host} cannot be used, so nothing was sent: {reason} ({code}).',
  clientCertificate: '{host} requires a client certificate, or rejected yours ({code}).',
  handshake:
    '{host} rejected the secure connection ({code}). It may require other ciphers, or a client certificate.',
  unanswered:
    '{host} closed the secure connection without a response ({code}). Try again. If this repeats, it may require a client certificate.',
  tls: 'Could not establish a secure connection to {host} ({code}). Check that the server uses HTTPS on this port.',
  headersTimeout: '{host} accepted the request but did not respond in time. Try again later.',
  bodyTimeout: 'The response from {host} stopped before it was complete. Try again.',
  tooSlow: '{host} responded too slowly. Try again later.',
  reset: 'The connection to {host} broke before the response was complete ({code}). Try again.',
  closed:
    'The connection to {host} was closed because the settings or the token of the server changed. Try again.',
  other: 'The connection to {host} failed ({code}).',
  proxyLogin: 'The proxy requires authentication (HTTP 407). Check the proxy settings.',
  proxyRejected: 'The proxy rejected the connection to {host} ({code}). Check the proxy settings.',
  proxyUnusable: 'The proxy for {host} cannot be used ({code}). Check the proxy settings of VS Code.',
} as const;

function connectionText({ request, reason, code, file }: ConnectionError, localizer: Localizer): string {
  const { host } = new URL(request.origin);
  const text = connectionTexts[reason === 'proxy' ? proxyProblem(code) : reason];
  return joinTexts(
    ' ',
    localizer.t(text, { host, code, reason: certificateText(code, localizer, file) }),
    (reason === 'clientCertificate' || reason === 'handshake' || reason === 'unanswered') &&
      localizer.t(certificateAdvice),
  );
}

const certificateAdvice =
  'Choose a client certificate with “Edit Server…”, or on the command line with --client-certificate.';

function proxyProblem(code: string): keyof typeof connectionTexts {
  if (code === 'HTTP 407') return 'proxyLogin';
  return code.startsWith('HTTP') || code === 'UND_ERR_ABORTED' ? 'proxyRejected' : 'proxyUnusable';
}

const certificateTexts = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends in a self-signed certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is not known to this computer',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not known to this computer',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not known to this computer',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it was issued for another name',
  CERT_NOT_THE_TRUSTED_ONE: 'it is not the certificate that you trusted for this server',
  CERT_FILE_UNREADABLE:
    'the CA file “{file}” cannot be read or contains no certificate; check the path and its variables',
  CERT_REVOKED: 'it was revoked',
  CLIENT_CERT_UNREADABLE:
    '“{file}” cannot be read or contains no certificate; check the path and its variables',
  CLIENT_CERT_UNSUPPORTED:
    '“{file}” is of a kind that cannot be used here; ask its issuer for one with RSA or P-256',
  CLIENT_CERT_EXPIRED: '“{file}” has expired; ask its issuer for a new one',
  CLIENT_KEY_UNREADABLE:
    '“{file}” cannot be read or contains no private key in PEM; check the path and its variables',
  CLIENT_KEY_UNSUPPORTED:
    'the key in “{file}” cannot be read here; convert it with “openssl pkcs8 -topk8 -v2 aes-256-cbc”',
  CLIENT_KEY_MISMATCH:
    'the key in “{file}” belongs to another certificate; choose the one that it was issued for',
  CLIENT_PASSPHRASE_MISSING: 'the key in “{file}” is encrypted; enter the passphrase',
  CLIENT_PASSPHRASE_WRONG: 'the passphrase of “{file}” is wrong, or the key is damaged; enter it again',
  CLIENT_PFX_UNSUPPORTED:
    'the encryption of “{file}” cannot be read here; convert it to PEM with “openssl pkcs12 -legacy”',
} as const;

/** `file`: the path of the file at fault, if there is one. */
export function certificateText(code: string, { t }: Localizer, file = ''): string {
  const text = isKeyOf(certificateTexts, code) ? certificateTexts[code] : 'it could not be verified';
  return t(text, { file: displayText(file) });
}

/** The mismatch with its path: `peers[0].hostname: …`. */
export function mismatchText(mismatch: Mismatch, localizer: Localizer): string {
  const problem = mismatchProblem(mismatch, localizer);
  return mismatch.path === '' ? problem : `${mismatch.path}: ${problem}`;
}

/** Which entry of a list cannot be read, and why: `#3 “Nightly”: load: …`. */
export function unreadableText(
  { index, raw, problem }: { readonly index: number; readonly raw: unknown; readonly problem?: Mismatch },
  localizer: Localizer,
): string {
  const { id, name } = isRecord(raw) ? raw : {};
  const title = joinTexts(
    ' ',
    (typeof id === 'number' || typeof id === 'string') && `#${displayText(String(id), 40)}`,
    typeof name === 'string' && name.trim() !== '' && `“${displayText(name, 60)}”`,
  );
  const place = title || localizer.t('Entry {number}', { number: index + 1 });
  return joinTexts(': ', place, problem && mismatchText(problem, localizer));
}

const mismatchTexts = {
  kind: 'expected: {expected}, found: {found}',
  value: 'the value is not valid here',
  tooSmall: 'the value is too small',
  tooLarge: 'the value is too large',
  tooDeep: 'it is nested too deeply',
  notANumber: 'the value is not a number in JSON, as NaN and Infinity are not',
  tooManyValues: 'its undocumented fields have more than 200,000 values',
  resultsMissing: 'the list of results is missing',
  badNextLink: 'the link to the next page is missing or invalid',
} as const;

const kindTexts = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  undefined: 'nothing',
} as const;

function mismatchProblem(mismatch: Mismatch, { t }: Localizer): string {
  const text = mismatchTexts[mismatch.code];
  if (mismatch.code !== 'kind') return t(text);
  const kindText = (kind: ValueKind) => (kind === 'null' ? kind : t(kindTexts[kind]));
  return t(text, { expected: kindText(mismatch.expected), found: kindText(mismatch.received) });
}
