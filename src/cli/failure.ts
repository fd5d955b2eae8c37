import {
  type ApiError,
  ConnectionError,
  HttpStatusError,
  isApiError,
  isSignedOut,
  NotSentError,
  RedirectError,
} from '../api/errors/apiError.ts';
import { errorText, operationText } from '../api/errors/errorText.ts';
import { writeErrorText } from '../api/writes/writeErrorText.ts';
import { WriteError } from '../api/writes/writeResult.ts';
import { displayText } from '../base/displayText.ts';
import { ExplainedError } from '../base/explainedError.ts';
import { fileErrorText } from '../base/fileErrors.ts';
import { englishLocalizer, type Localizer } from '../base/localizer.ts';
import { JournalError } from '../store/runs/openRun.ts';
import { ConfirmationError, SelectionError, UsageError } from './optionTable.ts';

/** The extension's message with a remedy for the command line. */
export function failureText(error: unknown, serverName: string, localizer: Localizer): string {
  const { t } = localizer;
  if (error instanceof UsageError || error instanceof SelectionError || error instanceof ConfirmationError)
    return error.message;
  if (error instanceof JournalError) return journalText(error, localizer);
  if (error instanceof WriteError) return writeErrorText(error, localizer);
  if (error instanceof ExplainedError) return error.explain(localizer);
  if (!isApiError(error)) {
    const reason = error instanceof Error ? error.message : String(error);
    return fileErrorText(error, localizer) ?? t('Unexpected error: {reason}', { reason });
  }
  const reason = ownReason(error, localizer);
  if (reason === undefined) return errorText(error, serverName, localizer);
  const operation = operationText(error.request.operation, localizer);
  const server = displayText(serverName, 60);
  return `${t('Could not {operation} on “{server}”.', { operation, server })} ${reason}`;
}

export function readOnlyText({ t }: Localizer): string {
  return t('Nothing was sent because of --read-only.');
}

function journalText({ message, cause }: JournalError, localizer: Localizer): string {
  return localizer.t(
    'Nothing was sent, because the run cannot be recorded. {reason} Pass a writable folder with --state-dir.',
    { reason: fileErrorText(cause, localizer) ?? message },
  );
}

/** A reason for the command line, if the extension's text would name VS Code's commands or settings. */
function ownReason(error: ApiError, localizer: Localizer): string | undefined {
  const { t } = localizer;
  if (error instanceof ConnectionError && error.reason === 'proxy') {
    const { code } = error;
    return t('The proxy failed ({code}). Check HTTPS_PROXY and NO_PROXY, or pass --no-proxy.', { code });
  }
  if (error instanceof ConnectionError && error.code.startsWith('CLIENT_PASSPHRASE')) {
    return t(
      'The key in “{file}” is encrypted, and its passphrase is missing or wrong. Pass --client-passphrase-file, or set DEVICE_AUTOMATION_CLIENT_PASSPHRASE.',
      { file: displayText(error.file) },
    );
  }
  if (error instanceof NotSentError && error.problem.code === 'readOnly') return readOnlyText(localizer);
  if (error instanceof NotSentError && error.problem.code === 'plainHttp') {
    return t(
      'Nothing was sent: over plain HTTP, anyone on the network path could read the token. Use HTTPS, or pass --allow-http.',
    );
  }
  if (error instanceof RedirectError && error.isSignIn && error.isElsewhere)
    return t(
      'The server redirects to a sign-in page elsewhere ({target}): the token is invalid or has expired, or a gateway in front of the server expects other headers or a client certificate.',
      { target: error.target },
    );
  if (isSignedOut(error) && !(error instanceof HttpStatusError && error.lacksToken))
    return t('The server rejected the token: it is invalid or has expired.');
  return undefined;
}

/** The kind of error, for scripts. */
export function failureKind(error: unknown): string {
  if (isApiError(error)) return error.kind;
  if (error instanceof UsageError) return 'usage';
  if (error instanceof ConfirmationError) return 'confirmation';
  if (error instanceof SelectionError) return 'selection';
  if (error instanceof ExplainedError && error.kind !== undefined) return error.kind;
  if (error instanceof JournalError) return 'journal';
  return fileErrorText(error, englishLocalizer) === undefined ? 'unexpected' : 'file';
}
