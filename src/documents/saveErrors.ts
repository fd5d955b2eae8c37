import { DamagedTextError, HttpStatusError } from '../api/errors.ts';
import { fieldLabels, placeLabel } from '../host/fieldLabels.ts';
import { localizer } from '../host/localize.ts';

const { t } = localizer;
const shownAtMost = 5;

/** What is wrong with which fields of a save, by their labels; `undefined` when it is about something else. */
export function fieldErrorText(error: unknown): string | undefined {
  if (error instanceof DamagedTextError) {
    return t(
      '{fields}: characters (�) were damaged on the way here, and saving would store the damage. Type them again; nothing was sent.',
      { fields: fieldLabels(error.fields) },
    );
  }
  if (!(error instanceof HttpStatusError) || error.fieldErrors.length === 0) return undefined;
  const general = error.detail === '' ? [] : [t('The server says: {detail}', { detail: error.detail })];
  const fields = error.fieldErrors
    .slice(0, shownAtMost)
    .map(({ path, message }) => `${placeLabel(path)}: ${message}`);
  return [...general, ...fields].join(' ');
}

/**
 * An error as VS Code shows it best. It writes "Unable to write file '…' (name: message)", and leaves out a name
 * that is empty.
 */
export function namelessError(message: string): Error {
  const error = new Error(message);
  error.name = '';
  return error;
}
