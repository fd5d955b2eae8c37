import { t } from '../platform/localize.ts';
import { type ScheduleTexts, scheduleWords } from '../protocol/scheduleTexts.ts';
import { type BuilderIssue, builderIssueWords } from '../recurrence/builder/builderIssue.ts';
import { mapTable } from '../util/tables.ts';

export function scheduleTexts(): ScheduleTexts {
  return mapTable(scheduleWords, key => t(scheduleWords[key]));
}

/** Why the builder cannot write a schedule, for each possible reason. */
export function issueTexts(): Readonly<Record<BuilderIssue, string>> {
  return mapTable(builderIssueWords, issue => t(builderIssueWords[issue]));
}
