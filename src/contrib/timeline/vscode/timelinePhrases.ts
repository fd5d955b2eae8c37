import { hoursAndMinutes } from '../../../base/clockFormat.ts';
import { displayText, joinTexts } from '../../../base/displayText.ts';
import { mapTable } from '../../../base/tables.ts';
import { calendarDate, dayMs } from '../../../recurrence/text/calendarDay.ts';
import { localizer, plural, t } from '../../../workbench/platform/localize.ts';
import type { Timeline } from '../common/timelineBuild.ts';
import type { AgendaRow } from '../common/timelineModel.ts';
import type { TimelineSpan } from '../common/timelineSpan.ts';
import type { TimelineNote } from '../protocol/timelineOverview.ts';
import { type TimelineTexts, timelineWords } from '../protocol/timelineTexts.ts';

/** The static texts of the page. Its tab says that it is a timeline, so its title is the server. */
export function timelineTexts(serverName: string): TimelineTexts {
  const texts = mapTable(timelineWords, key => t(timelineWords[key]));
  return serverName === '' ? texts : { ...texts, title: serverName };
}

const namedAtMost = 3;

export interface TimelineCoverage {
  readonly timeline: Timeline;
  readonly loaded: number;
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly isZoneKnown: boolean;
  readonly unknownGroups: number;
  readonly hasDynamicGroups: boolean;
  /** The query's device if no job or group contains it; otherwise ''. */
  readonly unknownDevice: string;
  /** What may reach the query's device without being known; first the groups, if there are any. */
  readonly unknownReach: readonly string[];
  readonly hasUnknownIds: boolean;
  /** The span begins in the past. */
  readonly isPast: boolean;
}

/** "60 jobs · 152 runs · 19 not shown · 50 of 120 jobs read". */
export function factsText({ timeline, hasMore, loaded, total, unknownDevice }: TimelineCoverage): string {
  const { model, leftOut, jobCount } = timeline;
  const runs = model.runsIn.reduce((sum, count) => sum + count, 0);
  const missed = model.missedIn.reduce((sum, count) => sum + count, 0);
  const { disabled, unscheduled, unreadable, unpredictable } = leftOut;
  const notShown = disabled + unscheduled + unreadable.length + unpredictable.length;
  const coverage = hasMore && t('{loaded} of {total} jobs read', { loaded, total: total ?? '?' });
  if (unknownDevice !== '')
    return joinTexts(
      ' ',
      t('No device “{name}” is known.', { name: displayText(unknownDevice, 60) }),
      coverage,
    );
  return joinTexts(
    ' · ',
    plural('{count} job|{count} jobs', jobCount),
    plural('{count} run|{count} runs', runs),
    notShown > 0 && plural('{count} not shown|{count} not shown', notShown),
    missed > 0 && plural('{count} did not run or was not seen|{count} did not run or were not seen', missed),
    coverage,
  );
}

const countedTexts = {
  unreadable:
    '{count} job has a schedule that cannot be read: {jobs}.|{count} jobs have schedules that cannot be read: {jobs}.',
  unpredictable:
    'The runs of {count} job cannot be predicted: {jobs}.|The runs of {count} jobs cannot be predicted: {jobs}.',
  cut: '{count} job runs so often that only its first runs are counted: {jobs}.|{count} jobs run so often that only their first runs are counted: {jobs}.',
  paused: '{count} job is paused for a part of this time.|{count} jobs are paused for a part of this time.',
  openStart:
    '{count} job has no start date, so its runs are estimated.|{count} jobs have no start date, so their runs are estimated.',
  unknownGroups:
    'The devices of {count} group are unknown, so clashes on them are not shown.|The devices of {count} groups are unknown, so clashes on them are not shown.',
} as const;

/** Notes on everything that the timeline does not show or only estimates, so that nothing is omitted silently. */
export function leftOutNotes(coverage: TimelineCoverage): TimelineNote[] {
  const { leftOut } = coverage.timeline;
  return [
    ...(coverage.hasMore ? [notLoaded(coverage)] : []),
    ...unknownReach(coverage),
    ...(coverage.isPast ? pastNotes(coverage.timeline) : []),
    ...named('unreadable', leftOut.unreadable),
    ...named('unpredictable', leftOut.unpredictable),
    ...named('cut', leftOut.cut),
    ...(leftOut.openZone > 0 && !coverage.isZoneKnown ? [openZone(leftOut.openZone)] : []),
    ...counted('openStart', leftOut.openStart),
    ...counted('paused', leftOut.paused),
    ...notRunning(leftOut.disabled, leftOut.unscheduled),
    ...counted('unknownGroups', coverage.unknownGroups),
    ...(coverage.hasDynamicGroups
      ? [plain(t('The devices of dynamic groups are unknown, so clashes on them are not shown.'))]
      : []),
  ];
}

function pastNotes({ model }: Timeline): TimelineNote[] {
  const planned = t(
    'Past runs are those that were planned, by the schedules of that time as far as they were read.',
  );
  if (!model.isPastKnown) return [plain(planned)];
  return [
    plain(planned),
    plain(
      t(
        'The server does not report runs: what is shown of them was seen by this extension. A run that begins and ends with the same result between two readings of the status remains unseen.',
      ),
    ),
  ];
}

function notLoaded({ loaded, total }: TimelineCoverage): TimelineNote {
  const text =
    total === undefined
      ? t('{loaded} jobs were read so far; there are more.', { loaded })
      : t('{loaded} of {total} jobs were read so far; the others are not shown.', { loaded, total });
  return { text, action: 'resumeReading', actionText: t('Resume') };
}

function unknownReach({ unknownReach: texts, hasUnknownIds }: TimelineCoverage): TimelineNote[] {
  return texts.map((text, index) => {
    const note = plain(`${text}.`);
    return index === 0 && hasUnknownIds
      ? { ...note, action: 'findGroupIds', actionText: t('Find IDs') }
      : note;
  });
}

function openZone(count: number): TimelineNote {
  const text = plural(
    '{count} job has no time zone; it is shown as if the server were in yours.|{count} jobs have no time zone; they are shown as if the server were in yours.',
    count,
  );
  return { text, action: 'setZone', actionText: t('Set Server Time Zone') };
}

function notRunning(disabled: number, unscheduled: number): TimelineNote[] {
  const what = joinTexts(
    ', ',
    disabled > 0 && plural('{count} disabled job|{count} disabled jobs', disabled),
    unscheduled > 0 && plural('{count} job without a schedule|{count} jobs without a schedule', unscheduled),
  );
  return what === '' ? [] : [plain(t('Not shown: {what}.', { what }))];
}

function plain(text: string): TimelineNote {
  return { text, actionText: '' };
}

function named(kind: keyof typeof countedTexts, jobs: readonly string[]): TimelineNote[] {
  return counted(kind, jobs.length, someNames(jobs, jobs.length));
}

function counted(kind: keyof typeof countedTexts, count: number, jobs = ''): TimelineNote[] {
  return count === 0 ? [] : [plain(plural(countedTexts[kind], count, { jobs }))];
}

function someNames(names: readonly string[], count: number): string {
  const shown = names.slice(0, namedAtMost).map(name => t('“{name}”', { name: displayText(name, 60) }));
  return shown.join(', ') + (count > namedAtMost ? ', …' : '');
}

/** Formats the days and times of a span. The formats are those of UTC, because they format times of a wall clock. */
export class SpanFormats {
  readonly #weekday = format({ weekday: 'short' });
  readonly #date = format({ day: 'numeric' });
  readonly #long = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  readonly #week = format({ day: 'numeric', month: 'long', year: 'numeric' });
  readonly #month = format({ month: 'long', year: 'numeric' });
  readonly #time = format(hoursAndMinutes);

  title({ kind, day, firstDay, dayCount }: TimelineSpan): string {
    if (kind === 'day') return this.#long.format(day * dayMs);
    if (kind === 'month') return this.#month.format(day * dayMs);
    return this.#week.formatRange(firstDay * dayMs, (firstDay + dayCount - 1) * dayMs);
  }

  days({ kind, day, firstDay, dayCount }: TimelineSpan) {
    const { month } = calendarDate(day);
    return Array.from({ length: dayCount }, (_, index) => {
      const date = (firstDay + index) * dayMs;
      return {
        weekday: this.#weekday.format(date),
        date: this.#date.format(date),
        long: this.#long.format(date),
        isOther: kind === 'month' && calendarDate(firstDay + index).month !== month,
      };
    });
  }

  time(instantMs: number, { zone }: Pick<TimelineSpan, 'zone'>): string {
    return this.#time.format(zone.toWall(instantMs));
  }
}

function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(localizer.language, { ...options, timeZone: 'UTC' });
}

/** "6 times", or '' for once. */
export function timesText(count: number): string {
  return count === 1 ? '' : plural('{count} time|{count} times', count);
}

/** "1 device also in “Backup”", or '' for none. */
export function clashText({ sharedDevices, others }: Pick<AgendaRow, 'sharedDevices' | 'others'>): string {
  if (sharedDevices === 0) return '';
  const names = others.map(({ name }) => name);
  const jobs = someNames(names, names.length);
  return plural('{count} device also in {jobs}|{count} devices also in {jobs}', sharedDevices, { jobs });
}
