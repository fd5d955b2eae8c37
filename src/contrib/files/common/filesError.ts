import { isApiError, isNotFound } from '../../../api/errors/apiError.ts';
import { reasonText } from '../../../api/errors/errorText.ts';
import { writeErrorText } from '../../../api/writes/writeErrorText.ts';
import { WriteError } from '../../../api/writes/writeResult.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { ExplainedError } from '../../../base/explainedError.ts';
import type { Localizer } from '../../../base/localizer.ts';
import { JournalError } from '../../../store/runs/openRun.ts';

/** Whether the server has changed since the plan was made, so that nothing was sent. */
export function isOutdated(error: unknown): boolean {
  if (isNotFound(error)) return true;
  return error instanceof WriteError && outdated.has(error.failure.kind);
}

const outdated: ReadonlySet<string> = new Set([
  'conflict',
  'created',
  'anotherObject',
  'otherTarget',
  'targeted',
]);

type FilesFailure =
  /** No item of the plan may be applied. */
  | { readonly kind: 'incomplete' | 'readOnly' | 'otherServer' }
  /** It is to be changed, or a job refers to it, so that nothing can be sent. */
  | { readonly kind: 'groupIdUnknown'; readonly name: string }
  /** A stored plan is not as it was stored. */
  | { readonly kind: 'notAPlan' | 'newer' | 'edited' }
  /** The file system of the files, for example that of a remote computer, cannot be used now. */
  | { readonly kind: 'unavailable'; readonly folder: string; readonly reason: string }
  /** Fields that may be secrets or contain the address of the server, which no file may contain. */
  | { readonly kind: 'secret'; readonly name: string; readonly fields: readonly string[] };

/** Files or plans that cannot be used. */
export class FilesError extends ExplainedError {
  override readonly name = 'FilesError';
  override readonly kind = 'selection';
  readonly failure: FilesFailure;

  constructor(failure: FilesFailure) {
    super(failure.kind);
    this.failure = failure;
  }

  explain({ t }: Localizer): string {
    const { failure } = this;
    return t(failureTexts[failure.kind], {
      folder: 'folder' in failure ? displayText(failure.folder, 200) : '',
      reason: 'reason' in failure ? failure.reason : '',
      name: 'name' in failure ? displayText(failure.name, 120) : '',
      fields: 'fields' in failure ? failure.fields.join(', ') : '',
    });
  }
}

const failureTexts = {
  incomplete: 'Nothing was applied, because some files cannot be read.',
  readOnly: 'This server is marked as read-only, so nothing was sent. Run “Edit Server…” to change that.',
  otherServer:
    'The server was removed or its URL has changed in the meantime, so nothing was sent. Run the command again.',
  groupIdUnknown: 'The ID of the group “{name}” is unknown.',
  notAPlan: 'The file is no plan, or it is incomplete. Nothing was sent.',
  newer: 'The plan was written by a newer version of this program. Nothing was sent.',
  edited: 'The plan was edited after it was written. Nothing was sent.',
  unavailable:
    'Could not read “{folder}”: its file system is not available ({reason}). Check the connection, then try again.',
  secret:
    'No plan was written, because a file with it would contain what may be a secret or the address of the server: {fields} of “{name}”. Apply the files instead.',
} as const satisfies Readonly<Record<FilesFailure['kind'], string>>;

/** A sentence that says why an item was not applied. */
export function applyErrorText(error: unknown, localizer: Localizer): string {
  const { t } = localizer;
  if (isNotFound(error)) return deletedMeanwhileText(localizer);
  if (isApiError(error)) return reasonText(error, localizer);
  if (error instanceof WriteError)
    return joinTexts(' ', writeErrorText(error, localizer), isOutdated(error) && t('Plan again.'));
  if (error instanceof ExplainedError) return error.explain(localizer);
  if (error instanceof JournalError)
    return t('Could not write the recovery log on this computer, so nothing was sent: {reason}', {
      reason: displayText(error.message, 300),
    });
  return error instanceof Error ? error.message : String(error);
}

export function deletedMeanwhileText({ t }: Localizer): string {
  return t('It was deleted on the server after the plan was made. Plan again.');
}
