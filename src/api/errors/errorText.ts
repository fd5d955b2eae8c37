import { deviceLabel } from '../../model/device.ts';
import { displayText } from '../../util/displayText.ts';
import type { Localizer } from '../../util/localizer.ts';
import { connectionText } from './connectionErrorText.ts';
import type { Act, ApiError, ContractError, OutcomeError, RedirectError } from './errors.ts';
import { shapeText } from './shapeText.ts';
import { statusText } from './statusErrorText.ts';

type T = Localizer['t'];

/** What happened, to what, and what to do next, as one or two sentences in the person's language. */
export function errorText(error: ApiError, serverName: string, localizer: Localizer): string {
  const { t } = localizer;
  const act = actText(error.request.act, localizer);
  const server = displayText(serverName, 60);
  return `${t('{act} on “{server}” failed.', { act, server })} ${reasonText(error, localizer)}`;
}

/** The part of an error's sentence that says why, and what helps. */
export function reasonText(error: ApiError, localizer: Localizer): string {
  const { t } = localizer;
  switch (error.kind) {
    case 'connection':
      return connectionText(error, localizer);
    case 'http':
      return statusText(error, localizer);
    case 'contract':
      return contractText(error, localizer);
    case 'redirect':
      return redirectText(error, t);
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
    case 'damagedText':
      return t(
        '{fields}: characters (�) were damaged on the way here, and saving would store the damage. Type them again; nothing was sent.',
        { fields: error.fields.join(', ') },
      );
    case 'unwritableDevices':
      return t(
        'These devices have neither a host name nor an address, so a replace would drop them: {devices}.',
        {
          devices: error.devices.map(device => displayText(deviceLabel(device), 60)).join(', '),
        },
      );
    case 'partialStop':
      return t('Asked to stop: {asked} of {count}; not sent: {unsent}; for the other {failed}: {reason}', {
        asked: error.askedIds.length,
        count: error.askedIds.length + error.failedIds.length + error.unsentIds.length,
        unsent: error.unsentIds.length,
        failed: error.failedIds.length,
        reason: reasonText(error.reason, localizer),
      });
    case 'outcome':
      return outcomeText(error, localizer);
  }
}

/** What a request was for: "Creating the job". */
export function actText(act: Act, { t }: Localizer): string {
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
    searchDevices: t('Searching devices'),
  };
  return texts[act];
}

function redirectText(error: RedirectError, t: T): string {
  if (error.httpsBaseUrl !== undefined) {
    return t('The server wants HTTPS. Change its URL to {url}.', { url: error.httpsBaseUrl });
  }
  return error.isSignIn
    ? t('The server leads to a page to sign in on ({target}). Sign in again with a new token.', {
        target: error.target,
      })
    : t('The server redirects to {target}, which is not followed. Check the URL of the server.', {
        target: error.target,
      });
}

function contractText(error: ContractError, localizer: Localizer): string {
  const { t } = localizer;
  switch (error.problem) {
    case 'html': {
      const { host } = new URL(error.request.origin);
      return error.detail === ''
        ? t('A web page came from {host} instead of data: this is not such a server, or its URL is wrong.', {
            host,
          })
        : t(
            'A web page (“{title}”) came from {host} instead of data: this is not such a server, or its URL is wrong.',
            { title: error.detail, host },
          );
    }
    case 'notJson':
      return t('The answer is not JSON: this is not such a server, or its URL is wrong.');
    case 'empty':
      return t('The answer is empty: this is not such a server, or its URL is wrong.');
    case 'truncated':
      return t('The answer breaks off in the middle. Try again.');
    case 'excessive':
      return t(
        'The response of {path} has more elements than any list of such a server, so it was not read.',
        { path: error.request.path },
      );
    case 'otherObject':
      return t(
        'The server answered with another object than the one that was asked for. Nothing was taken over.',
      );
    case 'shape':
      return t('The response of {path} does not fit the API: at “{at}”, {expected}.', {
        path: error.request.path,
        at: error.at === '' ? '/' : error.at,
        expected: shapeText(error.detail, localizer),
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
