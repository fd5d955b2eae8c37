import * as vscode from 'vscode';
import { HttpStatusError, isApiError, NotSentError } from '../../api/errors/apiError.ts';
import { fieldRow, placeLabel } from '../../api/fields/objectFields.ts';
import type { DraftProblem } from '../../api/model/drafts.ts';
import { DocumentTextError, type SaveState } from '../../api/model/saveErrors.ts';
import type { ServerConfig } from '../../api/model/server.ts';
import { toTypedDraft } from '../../api/model/textKeys.ts';
import { joinTexts } from '../../base/displayText.ts';
import { jsonEqual } from '../../base/json.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import { fieldLabels } from '../platform/fieldLabels.ts';
import { localizer, plural, t } from '../platform/localize.ts';
import type { Log } from '../platform/log.ts';
import { noticeText } from '../platform/safeText.ts';
import { readDocumentText } from './documentText.ts';
import type { NewRef, ObjectRef } from './documentUri.ts';
import { objectKinds } from './objectKinds.ts';

const shownAtMost = 5;

/** The error messages about fields, with their labels; `undefined` if the error is about something else. */
export function fieldErrorText(error: unknown): string | undefined {
  if (!(error instanceof HttpStatusError) || error.fieldErrors.length === 0) return undefined;
  const general =
    error.detail === '' ? [] : [t('Response from the server: {detail}', { detail: error.detail })];
  const fields = error.fieldErrors
    .slice(0, shownAtMost)
    .map(({ path, message }) => `${placeLabel(path, localizer)}: ${message}`);
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
 * What a form says of a failed save in addition to the error messages at its fields: it names them, and gives what the
 * server said in general. `undefined` if no field shows the error.
 */
function besideFields(error: unknown): string | undefined {
  const fields = error instanceof NotSentError ? [] : fieldsAtFault(error);
  if (fields.length === 0 || fields.some(field => fieldRow(field) === undefined)) return undefined;
  const detail = error instanceof HttpStatusError ? error.detail : '';
  return joinTexts(
    ' ',
    detail !== '' && t('Response from the server: {detail}', { detail }),
    plural(
      'Not saved. Correct this field: {fields}.|Not saved. Correct these fields: {fields}.',
      fields.length,
      { fields: fieldLabels(fields) },
    ),
  );
}

/** A save reads the object again before it sends anything, so after an error of a read, nothing was sent. */
function afterReading(error: unknown, problem: string): string {
  return isApiError(error) && error.request.method === 'GET'
    ? t('Not saved: nothing was sent, and your edits are kept. {problem}', { problem })
    : problem;
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

export interface FileErrorParts {
  readonly notices: Pick<ErrorNotices, 'text'>;
  readonly log: Pick<Log, 'error'>;
}

/** Converts an error into one that makes VS Code show why a document could not be read or saved. */
export function fileError(
  { notices, log }: FileErrorParts,
  server: ServerConfig | undefined,
  error: unknown,
): Error {
  if (error instanceof vscode.FileSystemError) return error;
  const text = fieldErrorText(error) ?? notices.text(error, server);
  if (isApiError(error)) log.error(text);
  // VS Code shows the message in a notification, where server text must not become a link.
  return namelessError(noticeText(text));
}

/** The server's error messages at the fields of the rejected text. */
function reportProblems(error: unknown): readonly DraftProblem[] {
  const source = isApiError(error) && error.kind === 'outcome' ? error.cause : error;
  if (!isApiError(source) || source.kind !== 'http') return [];
  return source.fieldErrors.map(({ path, message }) => ({ path, severity: 'error', text: message }));
}

/** Whether a text no longer contains what the save was rejected for; `undefined` if no text can show that. */
type IsFixed = ((text: string) => boolean) | undefined;

function fixCheck(error: unknown, { ref, text: rejected }: RejectedText): IsFixed {
  // An error that was found locally is fixed once it is no longer found.
  if (error instanceof DocumentTextError) {
    return text => {
      try {
        readDocumentText(text, objectKinds[ref.objectKind], ref.kind === 'new');
        return true;
      } catch (again) {
        if (!(again instanceof DocumentTextError) || again.path.length === 0) return false;
        return !jsonEqual(again.problem, error.problem);
      }
    };
  }
  // An error response counts as fixed once all of its fields have changed.
  const before = toTypedDraft(rejected);
  const fields = fieldsAtFault(error);
  if (before === undefined || fields.length === 0) return undefined;
  return text => {
    const now = toTypedDraft(text);
    return now !== undefined && fields.every(field => !jsonEqual(before[field], now[field]));
  };
}

interface RejectedText {
  readonly ref: ObjectRef | NewRef;
  readonly text: string;
}

/** The state of a document's last save, and what it was rejected for until that is fixed. */
export class SaveOutcome {
  readonly #onChange: () => void;
  readonly #onFailed: (error: unknown) => void;
  #state: SaveState = { kind: 'idle' };
  /** Why the last save failed, for when no field says it. */
  #message = '';
  #problems: readonly DraftProblem[] = [];
  #isFixed: IsFixed;
  /** Whether any save of the document has failed. */
  hasFailed = false;

  constructor(onChange: () => void, onFailed: (error: unknown) => void) {
    this.#onChange = onChange;
    this.#onFailed = onFailed;
  }

  get state(): SaveState {
    return this.#state;
  }

  /** The server's error messages for the last save of this text. */
  get serverProblems(): readonly DraftProblem[] {
    return this.#problems;
  }

  started(): void {
    this.#state = { kind: 'saving' };
    this.#onChange();
  }

  /** The document matches the server, or the text of a rejected save no longer exists. */
  settled(): void {
    if (this.#state.kind === 'idle') return;
    this.#state = { kind: 'idle' };
    this.#onChange();
  }

  failed(error: unknown, message: string, rejected: RejectedText): void {
    this.#message = message;
    this.#state = { kind: 'failed', text: besideFields(error) ?? afterReading(error, message) };
    this.hasFailed = true;
    this.#problems = reportProblems(error);
    this.#isFixed = fixCheck(error, rejected);
    this.#onChange();
    this.#onFailed(error);
  }

  /** What the server reported refers to the previous text. */
  edited(text: string): void {
    this.#forgetProblems();
    if (this.#isFixed?.(text) !== true) return;
    this.#isFixed = undefined;
    this.settled();
  }

  /** VS Code has saved the text. */
  saved(): void {
    this.#isFixed = undefined;
    this.#forgetProblems();
  }

  #forgetProblems(): void {
    if (this.#problems.length === 0) return;
    this.#problems = [];
    if (this.#state.kind === 'failed') this.#state = { kind: 'failed', text: this.#message };
    this.#onChange();
  }
}
