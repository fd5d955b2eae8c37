import { jsonErrorText } from '../model/jsonErrorText.ts';
import {
  DocumentTextError,
  NotSavedError,
  SaveConflictError,
  type TextProblem,
} from '../model/saveErrors.ts';
import { changedFieldsText, placeLabel } from '../platform/fieldLabels.ts';
import { localizer, t } from '../platform/localize.ts';

/** Why the extension itself did not save a document; `undefined` for other errors. */
export function saveErrorText(error: unknown): string | undefined {
  if (error instanceof SaveConflictError)
    return `${changedFieldsText(error.fields)} ${t('Nothing was saved. Save again to compare or overwrite.')}`;
  if (error instanceof DocumentTextError) return textProblemText(error.problem);
  return error instanceof NotSavedError ? t(notSavedTexts[error.code]) : undefined;
}

function textProblemText(problem: TextProblem): string {
  switch (problem.code) {
    case 'syntax':
      return t('This is not valid JSON: line {line}, column {column}: {problem}.', {
        line: problem.line,
        column: problem.column,
        problem: jsonErrorText(problem.error, localizer),
      });
    case 'notAnObject':
      return t('The document must be one JSON object.');
    case 'tooDeep':
      return t('The JSON is nested too deeply, so it was not sent.');
    case 'value': {
      const { path, text } = problem.problem;
      return path.length === 0 ? text : `${placeLabel(path)}: ${text}`;
    }
  }
}

const notSavedTexts = {
  devicesKept: 'Nothing was saved: the devices stay where they are.',
  reachKept: 'Nothing was saved: the job runs on the same devices as before.',
  nameExists: 'Nothing was sent: this name already exists on the server.',
  encoding:
    'This document is not in UTF-8 here, so saving it would damage text on the server. Run “Change File Encoding”, reopen it with UTF-8, and edit it again.',
  edit: 'VS Code could not edit the document, so this change was not made. Try again.',
} as const;
