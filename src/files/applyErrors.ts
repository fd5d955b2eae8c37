import { isApiError } from '../api/errors/apiError.ts';
import { reasonText } from '../api/errors/errorText.ts';
import { fieldRow } from '../fields/objectFields.ts';
import { JournalError } from '../journal/openRun.ts';
import { displayText } from '../util/displayText.ts';
import type { Localizer } from '../util/localizer.ts';

/** The server has changed since the plan was made; nothing was sent for this item. */
export class PlanOutdatedError extends Error {
  override readonly name = 'PlanOutdatedError';
  /** Fields whose values have changed; empty if the object was created or deleted. */
  readonly fields: readonly string[];
  readonly what: 'changed' | 'created' | 'deleted';

  constructor(what: PlanOutdatedError['what'], fields: readonly string[] = []) {
    super(`the object was ${what} since the plan was made`);
    this.what = what;
    this.fields = fields;
  }
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
  if (isApiError(error)) return reasonText(error, localizer);
  if (error instanceof PlanOutdatedError) return changedText(error, localizer);
  if (error instanceof GroupIdUnknownError)
    return t('The ID of the group “{name}” is unknown.', { name: displayText(error.group, 120) });
  if (error instanceof JournalError) return journalText(error, localizer);
  return error instanceof Error ? error.message : String(error);
}

function journalText({ code, message }: JournalError, { t }: Localizer): string {
  if (code === 'taken') return t('Another window continues this operation.');
  return t('Could not write the recovery log on this computer, so nothing was sent: {reason}', {
    reason: displayText(message, 300),
  });
}

function changedText({ what, fields }: PlanOutdatedError, localizer: Localizer): string {
  const { t } = localizer;
  if (what === 'created') return t('It was created on the server after the plan was made. Plan again.');
  if (what === 'deleted') return t('It was deleted on the server after the plan was made. Plan again.');
  const labels = fields.map(field => fieldRow(field)?.label(localizer) ?? displayText(field, 60));
  return t('Changed on the server after the plan was made: {fields}. Plan again.', {
    fields: labels.join(', '),
  });
}
