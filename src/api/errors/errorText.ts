import { deviceLabel } from '../../model/device.ts';
import { displayText } from '../../util/displayText.ts';
import type { Localizer } from '../../util/localizer.ts';
import { isKeyOf } from '../../util/tables.ts';
import type { ApiError } from './apiError.ts';
import { connectionText } from './connectionErrorText.ts';
import { contractText } from './contractErrorText.ts';
import type { NotSentProblem } from './notSentError.ts';
import type { OutcomeError } from './outcomeError.ts';
import type { RedirectError } from './redirectError.ts';
import { type Operation, operationTexts } from './requestInfo.ts';
import { statusText } from './statusErrorText.ts';

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
      return notSentText(error.problem, t);
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

/** Describes the purpose of a request: "create job". */
export function operationText(operation: Operation, { t }: Localizer): string {
  return t(operationTexts[operation]);
}

/** Describes the operation in a log entry, which another version may have written. */
export function recordedOperationText(operation: string, localizer: Localizer): string {
  return isKeyOf(operationTexts, operation) ? operationText(operation, localizer) : displayText(operation);
}

function redirectText(error: RedirectError, t: T): string {
  if (error.httpsBaseUrl !== undefined) {
    return t('The server requires HTTPS. Change its URL to {url}.', { url: error.httpsBaseUrl });
  }
  return error.isSignIn
    ? t('The server redirects to a sign-in page ({target}). Sign in again with a new token.', {
        target: error.target,
      })
    : t('The server redirects to {target}; such redirects are not followed. Check the URL of the server.', {
        target: error.target,
      });
}

const notSentTexts = {
  tokenMissing: 'There is no token for this server. Sign in.',
  tokenMalformed: 'The token contains invalid characters. Sign in again.',
  readOnly: 'This server is marked as read-only, so nothing was sent. Run “Edit Server…” to change that.',
  plainHttp:
    'Plain HTTP was not approved for this server, so nothing was sent. Run “Edit Server…” to change the URL or to approve it.',
  unverifiedTls:
    'NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment disables the check of certificates for VS Code’s connections, so nothing was sent. Remove the variable, or use the extension’s connections for this server.',
  damagedText:
    '{fields}: some characters (�) were damaged in transfer, so nothing was sent. Type them again before you save.',
  unwritableDevices:
    'These devices have neither a host name nor an address, so replacing the list would remove them: {devices}.',
} as const;

function notSentText(problem: NotSentProblem, t: T): string {
  const fields = problem.code === 'damagedText' ? problem.fields : [];
  const devices = problem.code === 'unwritableDevices' ? problem.devices : [];
  return t(notSentTexts[problem.code], {
    fields: fields.join(', '),
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
