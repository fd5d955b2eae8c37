import type { Field, FieldTable } from '../../api/fields/field.ts';
import { formFields, type ObjectKind, objectFields } from '../../api/fields/objectFields.ts';
import type { Draft } from '../../api/model/draft.ts';
import { clockTime } from '../../base/clockFormat.ts';
import { joinTexts } from '../../base/displayText.ts';
import { mapTable } from '../../base/tables.ts';
import {
  type FormTexts,
  formWords,
  type ScheduleTexts,
  scheduleWords,
} from '../../pages/protocol/formTexts.ts';
import type { FormRow, LiveFacts } from '../../pages/protocol/hostMessages.ts';
import { type BuilderIssue, builderIssueWords } from '../../recurrence/builder/builderText.ts';
import type { ScheduleOutlook } from '../../recurrence/describe/scheduleOutlook.ts';
import type { KnownStatus } from '../../store/statuses/statusCache.ts';
import type { OpenDocument } from '../documents/openDocument.ts';
import { localizer, plural, t } from '../platform/localize.ts';
import { statusLabel } from '../platform/statusTexts.ts';

export function formTexts(): FormTexts {
  return mapTable(formWords, key => t(formWords[key]));
}

/** The fields of a form, in table order. */
export function formRows(kind: ObjectKind): FormRow[] {
  const table: FieldTable = objectFields[kind];
  return formFields.flatMap(field => {
    const row = table[field];
    return row === undefined ? [] : [{ field, ...rowParts(row) }];
  });
}

function rowParts(row: Field): Omit<FormRow, 'field'> {
  return {
    section: row.section,
    label: row.label(localizer),
    help: row.help?.(localizer) ?? '',
    addLabel: 'addLabel' in row ? row.addLabel(localizer) : '',
    isRequired: row.isRequired === true,
    ...('onlyWith' in row ? { onlyWith: row.onlyWith } : {}),
  };
}

export function scheduleTexts(): ScheduleTexts {
  return mapTable(scheduleWords, key => t(scheduleWords[key]));
}

/** Why the builder cannot write a schedule, for each possible reason. */
export function issueTexts(): Readonly<Record<BuilderIssue, string>> {
  return mapTable(builderIssueWords, issue => t(builderIssueWords[issue]));
}

/** Describes how the text of a form differs from the server's object. */
export function statusText(
  kind: 'idle' | 'saving',
  isDirty: boolean,
  { isDeleted, id }: Pick<OpenDocument, 'isDeleted' | 'id'>,
): string {
  if (kind === 'saving') return t('Saving…');
  if (isDeleted) return t('Deleted on the server: saving offers to create it again.');
  if (isDirty) return t('Not saved yet.');
  return id === undefined ? t('Not created yet.') : t('Saved.');
}

/** The result of adding names to a list, as a sentence; '' in the usual case of one known name. */
export function additionNotice(
  names: readonly string[],
  present: readonly unknown[],
  isKnown: (name: string) => boolean,
): string {
  const added = names.filter(name => !present.includes(name));
  const unknown = added.filter(name => !isKnown(name)).length;
  if (names.length === 1 && added.length === 1 && unknown === 0) return '';
  const already = names.length - added.length;
  return joinTexts(
    ' ',
    plural('{count} device added.|{count} devices added.', added.length),
    already > 0 && plural('{count} was already in the list.|{count} were already in the list.', already),
    unknown > 0 &&
      plural('{count} is not in any known group or job.|{count} are not in any known group or job.', unknown),
  );
}

export const noLiveFacts: LiveFacts = { status: '', since: '', next: '', isExecuting: false };

/** A job's status, since when, and its next run by the schedule in its form. */
export function liveFacts(
  status: KnownStatus | undefined,
  draft: Draft,
  outlook: Pick<ScheduleOutlook, 'row' | 'nextRunMs'>,
): LiveFacts {
  return {
    status: statusLabel(status),
    since: sinceText(status),
    next: nextText(draft, outlook),
    isExecuting: status?.kind === 'running',
  };
}

function sinceText(status: KnownStatus | undefined): string {
  if (status === undefined) return '';
  return status.sinceMs === undefined
    ? t('as of {time}', { time: clockTime(status.asOfMs) })
    : t('since {time}', { time: clockTime(status.sinceMs) });
}

function nextText({ enabled, params }: Draft, outlook: Pick<ScheduleOutlook, 'row' | 'nextRunMs'>): string {
  if (enabled === false) return t('disabled');
  const text = String(params ?? '');
  const nowMs = Date.now();
  if (outlook.nextRunMs(text, nowMs) === undefined) return '';
  return t('next run {time}', { time: outlook.row(text, nowMs).text });
}
