import { localizer, plural, t } from '../platform/localize.ts';
import type { TimelineNote, TimelineRow } from '../protocol/timelineOverview.ts';
import { type TimelineTexts, timelineWords } from '../protocol/timelineTexts.ts';
import { dayMs } from '../recurrence/text/calendarDay.ts';
import type { Timeline } from '../timeline/timelineBuild.ts';
import type { AgendaRow } from '../timeline/timelineModel.ts';
import type { TimelineSpan } from '../timeline/timelineSpan.ts';
import { hoursAndMinutes } from '../util/clockFormat.ts';
import { displayText, joinTexts } from '../util/displayText.ts';
import { mapTable } from '../util/tables.ts';

/** The static texts of the page. */
export function timelineTexts(serverName: string): TimelineTexts {
  const texts = mapTable(timelineWords, key => t(timelineWords[key]));
  return serverName === '' ? texts : { ...texts, title: t('Timeline of {server}', { server: serverName }) };
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
}

/** "120 runs of 8 jobs until Friday, November 27, 2026." */
export function summaryText({ model, scheduledJobs }: Timeline): string {
  const runs = model.runsIn.reduce((sum, count) => sum + count, 0);
  return t('{runs}; {jobs} with a schedule.', {
    runs: plural('{count} run|{count} runs', runs),
    jobs: plural('{count} job|{count} jobs', scheduledJobs),
  });
}

const countedTexts = {
  unreadable:
    '{count} job has a schedule that cannot be read: {jobs}.|{count} jobs have schedules that cannot be read: {jobs}.',
  unpredictable:
    'The runs of {count} job cannot be predicted: {jobs}.|The runs of {count} jobs cannot be predicted: {jobs}.',
  cut: '{count} job runs so often that only its first runs are counted: {jobs}.|{count} jobs run so often that only their first runs are counted: {jobs}.',
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
    ...named('unreadable', leftOut.unreadable),
    ...named('unpredictable', leftOut.unpredictable),
    ...named('cut', leftOut.cut),
    ...(leftOut.openZone > 0 && !coverage.isZoneKnown ? [openZone(leftOut.openZone)] : []),
    ...counted('openStart', leftOut.openStart),
    ...notRunning(leftOut.disabled, leftOut.unscheduled),
    ...counted('unknownGroups', coverage.unknownGroups),
    ...(coverage.hasDynamicGroups
      ? [plain(t('The devices of dynamic groups are unknown, so clashes on them are not shown.'))]
      : []),
  ];
}

function notLoaded({ loaded, total }: TimelineCoverage): TimelineNote {
  const text =
    total === undefined
      ? t('{loaded} jobs were read so far; there are more.', { loaded })
      : t('{loaded} of {total} jobs were read so far; the others are not shown.', { loaded, total });
  return { text, action: 'resumeReading', actionText: t('Resume') };
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

/** Formats the days and times of a span on the reader's clock. */
export class SpanFormats {
  readonly #weekday = format({ weekday: 'short' }, 'UTC');
  readonly #dayOfMonth = format({ day: 'numeric' }, 'UTC');
  readonly #long = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, 'UTC');
  readonly #time: Intl.DateTimeFormat;

  constructor(zoneId: string) {
    this.#time = format({ weekday: 'short', day: 'numeric', month: 'short', ...hoursAndMinutes }, zoneId);
  }

  days({ firstDay, dayCount }: TimelineSpan) {
    return Array.from({ length: dayCount }, (_, index) => {
      const date = (firstDay + index) * dayMs;
      // Two explicit lines, because a single one would wrap depending on the column width.
      const short = `${this.#weekday.format(date)}\n${this.#dayOfMonth.format(date)}`;
      return { short, long: this.#long.format(date) };
    });
  }

  row({ job, firstMs, count, sharedDevices, others }: AgendaRow): TimelineRow {
    const names = others.map(({ name }) => name);
    const jobs = someNames(names, names.length);
    return {
      jobId: job.id,
      time: this.#time.format(firstMs),
      name: displayText(job.name, 200),
      times: count === 1 ? '' : plural('{count} time|{count} times', count),
      clash:
        sharedDevices === 0
          ? ''
          : plural('{count} device also in {jobs}|{count} devices also in {jobs}', sharedDevices, { jobs }),
    };
  }
}

function format(options: Intl.DateTimeFormatOptions, timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(localizer.language, { ...options, timeZone });
}
