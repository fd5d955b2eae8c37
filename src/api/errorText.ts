import { deviceLabel } from '../model/device.ts';
import { displayText } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';
import type {
  Act,
  ApiError,
  ConnectionError,
  ContractError,
  HttpStatusError,
  OutcomeError,
} from './errors.ts';

type T = Localizer['t'];

/** What happened, to what, and what to do next, as one or two sentences in the person's language. */
export function errorText(error: ApiError, serverName: string, localizer: Localizer): string {
  const { t } = localizer;
  const act = actText(error.request.act, t);
  const server = displayText(serverName, 60);
  return `${t('{act} on “{server}” failed.', { act, server })} ${reasonText(error, localizer)}`;
}

/** The part of an error's sentence that says why, and what helps. */
export function reasonText(error: ApiError, localizer: Localizer): string {
  const { t } = localizer;
  switch (error.kind) {
    case 'connection':
      return connectionText(error, t);
    case 'http':
      return statusText(error, localizer);
    case 'contract':
      return contractText(error, t);
    case 'redirect':
      return error.httpsBaseUrl === undefined
        ? t('The server redirects to {target}, which is not followed. Check the URL of the server.', {
            target: error.target,
          })
        : t('The server wants HTTPS. Change its URL to {url}.', { url: error.httpsBaseUrl });
    case 'tooLarge':
      return t('The answer is larger than {size} MiB and was not read.', {
        size: Math.round(error.limitBytes / 1024 / 1024),
      });
    case 'pagination':
      return error.reason === 'loop'
        ? t('The list of pages leads back to a page already read. This is a fault of the server.')
        : t('The list of pages does not end. This is a fault of the server.');
    case 'token':
      return error.reason === 'missing'
        ? t('There is no token for this server. Sign in to it.')
        : t('The token has characters that no token can have. Sign in again.');
    case 'readOnly':
      return t(
        'This server is marked as read-only here, so nothing was sent. “Edit Server…” can change that.',
      );
    case 'plainHttp':
      return t(
        'Its URL is plain HTTP, and you have not agreed to that: nothing was sent. “Edit Server…” can change the URL, or asks you.',
      );
    case 'unwritableDevices':
      return t(
        'These devices have neither a host name nor an address, so a replace would drop them: {devices}.',
        {
          devices: error.devices.map(device => displayText(deviceLabel(device), 60)).join(', '),
        },
      );
    case 'outcome':
      return outcomeText(error, localizer);
  }
}

function actText(act: Act, t: T): string {
  const texts: Readonly<Record<Act, string>> = {
    listJobs: t('Reading the jobs'),
    getJob: t('Reading the job'),
    getJobStatus: t('Reading the status of the job'),
    createJob: t('Creating the job'),
    replaceJob: t('Replacing the job'),
    updateJob: t('Changing the job'),
    stopJobs: t('Stopping jobs'),
    deleteJob: t('Deleting the job'),
    listGroups: t('Reading the groups'),
    getGroup: t('Reading the group'),
    createGroup: t('Creating the group'),
    replaceGroup: t('Replacing the group'),
    updateGroup: t('Changing the group'),
    deleteGroup: t('Deleting the group'),
  };
  return texts[act];
}

function connectionText(error: ConnectionError, t: T): string {
  const { host } = new URL(error.request.origin);
  switch (error.reason) {
    case 'dns':
      return t('The name {host} cannot be resolved ({code}). Check the URL and your network.', {
        host,
        code: error.code,
      });
    case 'refused':
      return t('{host} refuses the connection ({code}). Check the port, and whether the server is running.', {
        host,
        code: error.code,
      });
    case 'unreachable':
      return t('{host} cannot be reached ({code}). Check your network or VPN.', { host, code: error.code });
    case 'connectTimeout':
      return t('{host} does not answer to the attempt to connect. Check your network or VPN.', { host });
    case 'certificate':
      return t('The certificate of {host} is not trusted: {reason} ({code}).', {
        host,
        reason: certificateText(error.code, t),
        code: error.code,
      });
    case 'tls':
      return t(
        'No secure connection to {host} could be made ({code}). Check that the server speaks HTTPS on this port.',
        {
          host,
          code: error.code,
        },
      );
    case 'proxy':
      return proxyText(host, error.code, t);
    case 'headersTimeout':
      return t('{host} accepted the request but did not answer in time. Try again later.', { host });
    case 'bodyTimeout':
      return t('The answer of {host} stopped half-way. Try again.', { host });
    case 'reset':
      return t('The connection to {host} broke before the answer was complete ({code}). Try again.', {
        host,
        code: error.code,
      });
    case 'closed':
    case 'other':
      return t('The connection to {host} failed ({code}).', { host, code: error.code });
  }
}

function proxyText(host: string, code: string, t: T): string {
  if (code === 'HTTP 407') return t('The proxy asks for a sign-in (HTTP 407). Check the proxy settings.');
  return code.startsWith('HTTP') || code === 'UND_ERR_ABORTED'
    ? t('The proxy refused the connection to {host} ({code}). Check the proxy settings.', { host, code })
    : t('The proxy on the way to {host} cannot be used ({code}). Check the proxy settings of VS Code.', {
        host,
        code,
      });
}

function certificateText(code: string, t: T): string {
  switch (code) {
    case 'CERT_HAS_EXPIRED':
      return t('it has expired');
    case 'CERT_NOT_YET_VALID':
      return t('it is not valid yet');
    case 'DEPTH_ZERO_SELF_SIGNED_CERT':
      return t('it is self-signed');
    case 'SELF_SIGNED_CERT_IN_CHAIN':
      return t('its chain ends in a self-signed certificate');
    case 'UNABLE_TO_VERIFY_LEAF_SIGNATURE':
    case 'UNABLE_TO_GET_ISSUER_CERT':
    case 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY':
      return t('its issuer is not known to this computer');
    case 'ERR_TLS_CERT_ALTNAME_INVALID':
      return t('it was issued for another name');
    case 'CERT_NOT_THE_TRUSTED_ONE':
      return t('it is not the one that you trusted for this server');
    case 'CERT_FILE_UNREADABLE':
      return t('the CA file set for this server cannot be read, or holds no certificate');
    case 'CERT_REVOKED':
      return t('it was revoked');
    default:
      return t('it could not be checked');
  }
}

function statusText(error: HttpStatusError, localizer: Localizer): string {
  const { t } = localizer;
  const parts = [statusMeaning(error, localizer)];
  if (error.detail !== '') parts.push(t('The server says: {detail}', { detail: error.detail }));
  for (const field of error.fieldErrors.slice(0, 5)) {
    parts.push(`${field.path.join('.')}: ${field.message}`);
  }
  return parts.join(' ');
}

function statusMeaning(error: HttpStatusError, { t, plural }: Localizer): string {
  const wait = Math.ceil((error.retryAfterMs ?? 0) / 1000);
  switch (error.status) {
    case 400:
    case 422:
      return t('The server refused the data (HTTP {status}).', { status: error.status });
    case 401:
      return t('The token is wrong or has expired (HTTP 401). Sign in again with a new one.');
    case 403:
      return t('Your token does not permit this (HTTP 403).');
    case 404:
      return t('The server does not know it (HTTP 404): it is gone, or the URL of the server is wrong.');
    case 405:
      return t('The server does not allow this (HTTP 405).');
    case 407:
      return t('The proxy asks for a sign-in (HTTP 407). Check the proxy settings.');
    case 409:
    case 412:
      return t('It was changed on the server meanwhile (HTTP {status}).', { status: error.status });
    case 413:
      return t('The server finds the request too large (HTTP 413).');
    case 429:
      return error.retryAfterMs === undefined
        ? t('The server asks for fewer requests (HTTP 429). Try again later.')
        : plural(
            'The server asks for fewer requests (HTTP 429). Try again in {count} second.|The server asks for fewer requests (HTTP 429). Try again in {count} seconds.',
            wait,
          );
    case 502:
    case 503:
    case 504:
      return t('The server is not available at the moment (HTTP {status}). Try again later.', {
        status: error.status,
      });
    default:
      return error.status >= 500
        ? t('The server failed (HTTP {status}). Try again later, or ask who runs it.', {
            status: error.status,
          })
        : t('The server refused with HTTP {status}.', { status: error.status });
  }
}

function contractText(error: ContractError, t: T): string {
  switch (error.problem) {
    case 'html':
      return error.detail === ''
        ? t('A web page came instead of data: this is not such a server, or its URL is wrong.')
        : t('A web page (“{title}”) came instead of data: this is not such a server, or its URL is wrong.', {
            title: error.detail,
          });
    case 'notJson':
      return t('The answer is not JSON: this is not such a server, or its URL is wrong.');
    case 'empty':
      return t('The answer is empty: this is not such a server, or its URL is wrong.');
    case 'truncated':
      return t('The answer breaks off in the middle. Try again.');
    case 'otherObject':
      return t(
        'The server answered with another object than the one that was asked for. Nothing was taken over.',
      );
    case 'shape':
      return t('The answer of {path} does not fit the contract: at “{at}”, {expected}.', {
        path: error.request.path,
        at: error.at === '' ? '/' : error.at,
        expected: error.detail,
      });
  }
}

function outcomeText(error: OutcomeError, { t }: Localizer): string {
  if (error.outcome === 'notDone') {
    return t('The answer was lost. The server was read again and does not show the change: it was not made.');
  }
  return error.candidateIds.length === 0
    ? t(
        'The answer was lost, and it is not known whether the server did it. Refresh and look before you try again.',
      )
    : t('The answer was lost. These may be what was made: {ids}. Look at them before you try again.', {
        ids: error.candidateIds.map(id => `#${id}`).join(', '),
      });
}
