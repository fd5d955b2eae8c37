import { HttpStatusError } from '../api/errors/httpStatusError.ts';
import { NotSentError } from '../api/errors/notSentError.ts';
import { DocumentTextError } from '../model/saveErrors.ts';
import { fieldLabels, placeLabel } from '../platform/fieldLabels.ts';
import { t } from '../platform/localize.ts';

const shownAtMost = 5;

/** The error messages about fields, with their labels; `undefined` if the error is about something else. */
export function fieldErrorText(error: unknown): string | undefined {
  if (error instanceof NotSentError && error.problem.code === 'damagedText') {
    return t(
      '{fields}: some characters (�) were damaged in transfer, so nothing was sent. Type them again before you save.',
      { fields: fieldLabels(error.problem.fields) },
    );
  }
  if (!(error instanceof HttpStatusError) || error.fieldErrors.length === 0) return undefined;
  const general =
    error.detail === '' ? [] : [t('Response from the server: {detail}', { detail: error.detail })];
  const fields = error.fieldErrors
    .slice(0, shownAtMost)
    .map(({ path, message }) => `${placeLabel(path)}: ${message}`);
  return [...general, ...fields].join(' ');
}

/** The fields that caused a save to be rejected; empty if there are none. */
export function fieldsAtFault(error: unknown): readonly string[] {
  if (error instanceof NotSentError && error.problem.code === 'damagedText') return error.problem.fields;
  if (error instanceof DocumentTextError) return error.path.slice(0, 1).map(String);
  if (!(error instanceof HttpStatusError)) return [];
  return [...new Set(error.fieldErrors.map(({ path }) => String(path[0])))];
}

/**
 * An error in the form that VS Code displays best: it writes "Unable to write file '…' (name: message)", and omits an
 * empty name.
 */
export function namelessError(message: string): Error {
  const error = new Error(message);
  error.name = '';
  return error;
}
