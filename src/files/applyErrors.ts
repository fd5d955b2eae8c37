import { isApiError, isNotFound } from '../api/errors/apiError.ts';
import { reasonText } from '../api/errors/errorText.ts';
import { ApplyLockedError, lockedText } from '../journal/applyLock.ts';
import { JournalError } from '../journal/openRun.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';
import { writeErrorText } from '../writes/writeErrorText.ts';
import { WriteError } from '../writes/writeResult.ts';

/** Whether the server has changed since the plan was made, so that nothing was sent. */
export function isOutdated(error: unknown): boolean {
  if (isNotFound(error)) return true;
  return error instanceof WriteError && ['conflict', 'created', 'anotherObject'].includes(error.failure.kind);
}

/** A job refers to a group whose ID is unknown, so it cannot be sent. */
export class GroupIdUnknownError extends Error {
  override readonly name = 'GroupIdUnknownError';
  readonly group: string;

  constructor(group: string) {
    super(`the ID of the group ${group} is not known`);
    this.group = group;
  }
}

/** No item of the plan may be applied. */
export class PlanNotAppliedError extends Error {
  override readonly name = 'PlanNotAppliedError';
  readonly reason: 'incomplete' | 'readOnly' | 'otherServer';

  constructor(reason: PlanNotAppliedError['reason']) {
    super(`the plan was not applied: ${reason}`);
    this.reason = reason;
  }
}

/** A sentence that says why an item was not applied. */
export function applyErrorText(error: unknown, localizer: Localizer): string {
  const { t } = localizer;
  if (isNotFound(error)) return deletedMeanwhileText(localizer);
  if (isApiError(error)) return reasonText(error, localizer);
  if (error instanceof ApplyLockedError) return lockedText(error, localizer);
  if (error instanceof WriteError)
    return joinTexts(' ', writeErrorText(error, localizer), isOutdated(error) && t('Plan again.'));
  if (error instanceof GroupIdUnknownError)
    return t('The ID of the group “{name}” is unknown.', { name: displayText(error.group, 120) });
  if (error instanceof JournalError)
    return t('Could not write the recovery log on this computer, so nothing was sent: {reason}', {
      reason: displayText(error.message, 300),
    });
  return error instanceof Error ? error.message : String(error);
}

export function deletedMeanwhileText({ t }: Localizer): string {
  return t('It was deleted on the server after the plan was made. Plan again.');
}
