import type { Draft } from '../../../api/model/draft.ts';
import type { FieldEdit } from '../../../api/model/fieldEdit.ts';
import { ascending } from '../../../base/collections.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { digits, timeOfDay } from '../../../recurrence/text/dateTimeValue.ts';
import { weekdayCodes } from '../../../recurrence/text/recurrenceRule.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import {
  listChangeText,
  type MemberNaming,
  membersText,
} from '../../../workbench/commands/runs/memberTexts.ts';
import { fieldLabels } from '../../../workbench/platform/fieldLabels.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import { type ChangeObstacle, type JobChange, obstacleTexts } from '../common/jobChange.ts';
import { spanParts } from '../common/spanText.ts';

/** Names the IDs in a change. */
export interface ChangeNaming extends MemberNaming {
  /** A short description of a schedule. */
  readonly sentence: (params: string) => string;
}

export function changeNaming(
  { labels, schedules }: Pick<MemberNaming, 'labels'> & Uses<'schedules'>,
  session: ServerSession,
): ChangeNaming {
  const outlook = schedules.of(session.server);
  const nowMs = Date.now();
  return { session, labels, sentence: params => outlook.brief(params, nowMs) };
}

/** A change as a heading: "Add to Policies: Baseline". */
export function changeTitle(change: JobChange, naming: ChangeNaming): string {
  switch (change.kind) {
    case 'add':
    case 'remove': {
      const words = {
        field: fieldLabels([change.field]),
        items: membersText(change.field, change.items, naming),
      };
      return change.kind === 'add'
        ? t('Add to {field}: {items}', words)
        : t('Remove from {field}: {items}', words);
    }
    case 'enable':
      return change.enabled ? t('Enable') : t('Disable');
    case 'rename':
      return t('Replace “{find}” with “{replacement}” in Names', change);
    case 'moveBy':
      return moveTitle(change.spanMs);
    case 'moveToTime':
      return timeTitle(change);
    case 'moveToZone':
      return t('Move Schedules to the Time Zone {zone}', { zone: zoneText(change) });
  }
}

/** "Move Schedules 2 h Later". */
export function moveTitle(spanMs: number): string {
  const span = spanText(spanMs);
  return spanMs < 0
    ? t('Move Schedules {span} Earlier', { span })
    : t('Move Schedules {span} Later', { span });
}

function timeTitle({ timeMs, days }: Extract<JobChange, { kind: 'moveToTime' }>): string {
  const words = {
    days: days === undefined ? '' : daysText(days),
    time: timeMs === undefined ? '' : timeText(timeMs),
  };
  if (days === undefined) return t('Move Schedules to {time}', words);
  return timeMs === undefined
    ? t('Move Schedules to {days}', words)
    : t('Move Schedules to {days}, {time}', words);
}

/** "Monday, Friday", "Monday–Friday". */
function daysText(days: readonly number[]): string {
  const sorted = ascending(days);
  if (sorted.length === weekdayCodes.length) return t('every day');
  const names = sorted.map(weekdayName);
  return sorted.join('') === '01234' ? `${names[0]}–${names[4]}` : names.join(', ');
}

/** The name of a weekday; 0 is Monday. */
export function weekdayName(day: number): string {
  const format = new Intl.DateTimeFormat(localizer.language, { weekday: 'long', timeZone: 'UTC' });
  return format.format(Date.UTC(2024, 0, 1 + day));
}

/** "1 day 2 h". */
function spanText(spanMs: number): string {
  const { days, hours, minutes } = spanParts(spanMs);
  return joinTexts(
    ' ',
    days > 0 && plural('{count} day|{count} days', days),
    hours > 0 && t('{count} h', { count: hours }),
    minutes > 0 && t('{count} min', { count: minutes }),
  );
}

function timeText(timeMs: number): string {
  const { hour, minute } = timeOfDay(timeMs);
  return `${digits(hour)}:${digits(minute)}`;
}

function zoneText({ zone }: Extract<JobChange, { kind: 'moveToZone' }>): string {
  if (zone.kind === 'named') return zone.tzid;
  return zone.kind === 'utc' ? 'UTC' : t('of the Server');
}

/** What an edit changes in a job: "Policies: + Baseline", "Name: A → B". */
export function editText({ before, after }: FieldEdit, naming: ChangeNaming): string {
  return Object.entries(after)
    .map(([field, value]) => `${fieldLabels([field])}: ${fieldChange(field, [before[field], value], naming)}`)
    .join(', ');
}

function fieldChange(
  field: string,
  [before, after]: readonly [unknown, unknown],
  naming: ChangeNaming,
): string {
  if (!Array.isArray(before) || !Array.isArray(after)) {
    const described = [valueText(field, before, naming), valueText(field, after, naming)] as const;
    // A schedule can change without its description, such as “every 2 hours” two hours later.
    const [from, to] =
      described[0] === described[1] ? differingLines(String(before), String(after), naming) : described;
    return t('{before} → {after}', { before: from, after: to });
  }
  return listChangeText(field, [before, after], naming);
}

function differingLines(before: string, after: string, { isWhole }: ChangeNaming): readonly [string, string] {
  const [had, has] = [before.split(/\r?\n/), after.split(/\r?\n/)];
  const text = (lines: readonly string[], others: readonly string[]) =>
    displayText(
      lines.filter(line => !others.includes(line)).join(' '),
      isWhole === true ? Number.POSITIVE_INFINITY : 200,
    );
  return [text(had, has), text(has, had)];
}

/** The value of a field that is no list. */
export function valueText(field: string, value: unknown, { sentence, isWhole }: ChangeNaming): string {
  if (value === undefined) return t('not known');
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  const length = isWhole === true ? Number.POSITIVE_INFINITY : 200;
  return field === 'params' ? sentence(String(value)) : displayText(String(value), length);
}

/** Why a job cannot be changed. */
export function obstacleText(obstacle: ChangeObstacle): string {
  return t(obstacleTexts[obstacle]);
}

/** The values of the fields that an edit touches, in JSON, by their labels. */
export function fieldLines(draft: Draft): readonly string[] {
  return Object.entries(draft).map(([field, value]) => `${fieldLabels([field])}: ${JSON.stringify(value)}`);
}
