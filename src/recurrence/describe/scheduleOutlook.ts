import type { Localizer } from '../../util/localizer.ts';
import { listBudgetSteps, scheduleStates } from '../expand/nextRuns.ts';
import { type OpenTimes, openTimes } from '../expand/openTimes.ts';
import { createPredictor, type Predictor } from '../expand/predictor.ts';
import { dayMs, hourMs, minuteMs } from '../text/calendarDay.ts';
import type { Dialect } from '../text/dialect.ts';
import { problemText } from '../text/recurrenceProblem.ts';
import { hasErrors, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone } from '../text/timeZone.ts';
import { describeRecurrenceSet, describeRecurrenceSetBriefly } from './description.ts';
import { dialectDifference, dialectNote } from './dialectNote.ts';
import { describeNextRun } from './nextRunText.ts';
import { type RunTime, runTimes } from './runTimes.ts';
import { scheduleWarnings, scheduleWarningText } from './scheduleWarning.ts';

export interface OutlookOptions {
  /** IANA name of the zone for times without one on this server; `undefined` while it is not configured. */
  readonly serverZone: string | undefined;
  /** The time zone of the reader; needed with the first schedule. */
  readonly readerZone: string;
  readonly localizer: Localizer;
}

/** A short text that expires at a given instant. */
export interface ExpiringText {
  readonly text: string;
  readonly freshUntilMs: number;
}

export interface ScheduledRun extends RunTime {
  /** Set for a run that no rule produces (decision 28). */
  readonly source: 'start' | 'end' | undefined;
}

interface ScheduleProblem {
  readonly severity: 'error' | 'warning';
  readonly text: string;
  /** Offsets in the schedule's text. */
  readonly start: number;
  readonly end: number;
}

export interface ScheduleDetails {
  readonly sentence: string;
  /** "in 2 h", "Mon 03:00"; '' when there is no next run or it is unknown. */
  readonly next: string;
  readonly runs: readonly ScheduledRun[];
  /** Why there are fewer runs than requested, and what the text leaves open. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly problems: readonly ScheduleProblem[];
}

/** The sentence and the warnings cost time as well; together they take less than 150 ms for any text. */
const detailsBudgetSteps = 120_000;
const countedMs = 12 * hourMs;

/** The schedules of one server as one reader sees them. The work for any text is bounded. */
export class ScheduleOutlook {
  readonly #options: OutlookOptions;
  #detailsPredictor: Predictor | undefined;
  #states: ReturnType<typeof scheduleStates> | undefined;
  #times: ReturnType<typeof runTimes> | undefined;

  constructor(options: OutlookOptions) {
    this.#options = options;
  }

  /** While the server's zone is unknown, the reader's zone is used instead, and a note says so. */
  get #zone(): string {
    const { serverZone, readerZone } = this.#options;
    return serverZone !== undefined && findTimeZone(serverZone) ? serverZone : readerZone;
  }

  get #stateOf(): ReturnType<typeof scheduleStates> {
    this.#states ??= scheduleStates(
      createPredictor({
        dialect: 'django',
        zone: this.#zone,
        budgetSteps: listBudgetSteps,
        rememberedTexts: 0,
      }),
    );
    return this.#states;
  }

  /** Created on first use: rows do not need these formats, and they are slow to create. */
  get #runTimes(): ReturnType<typeof runTimes> {
    const { localizer, readerZone } = this.#options;
    this.#times ??= runTimes(localizer, readerZone);
    return this.#times;
  }

  get predictor(): Predictor {
    this.#detailsPredictor ??= createPredictor({
      dialect: 'django',
      zone: this.#zone,
      budgetSteps: detailsBudgetSteps,
    });
    return this.#detailsPredictor;
  }

  get isZoneKnown(): boolean {
    const { serverZone } = this.#options;
    return serverZone !== undefined && findTimeZone(serverZone) !== undefined;
  }

  /** The text of a row: the next run, or else the schedule in a few words. */
  row(text: string, nowMs: number): ExpiringText {
    const { localizer, readerZone } = this.#options;
    const settled = (words: string): ExpiringText => ({ text: words, freshUntilMs: nowMs + hourMs });
    const { text: reading, open, nextRun } = this.#stateOf(text, nowMs);
    if (reading === 'empty') return settled(localizer.t('No schedule'));
    if (reading === 'unreadable')
      return settled(localizer.t('cannot be read: {text}', { text: oneLine(text) }));
    if (!this.#isSettled(open) || nextRun.kind === 'unknown') return settled(this.#brief(text, nowMs));
    if (nextRun.kind === 'never') return settled(localizer.t('no more runs'));
    const { instantMs } = nextRun.occurrence;
    return {
      text: describeNextRun(instantMs, nowMs, localizer, readerZone),
      freshUntilMs: freshUntil(instantMs, nowMs),
    };
  }

  /** The instant of the next run, for sorting; `undefined` when there is none or it is unknown. */
  nextRunMs(text: string, nowMs: number): number | undefined {
    const { open, nextRun } = this.#stateOf(text, nowMs);
    return nextRun.kind === 'at' && this.#isSettled(open) ? nextRun.occurrence.instantMs : undefined;
  }

  /** Whether the schedule had runs and all of them are past, in whichever zone its times are. */
  hasEnded(text: string, nowMs: number): boolean {
    const { text: reading, open, nextRun } = this.#stateOf(text, nowMs);
    if (reading !== 'readable' || nextRun.kind !== 'never') return false;
    return this.#isSettled(open) || this.#stateOf(text, nowMs - dayMs).nextRun.kind === 'never';
  }

  /** The schedule as a sentence, capital letter and full stop included. */
  sentence(text: string, nowMs: number): string {
    const { localizer } = this.#options;
    const set = this.predictor.parse(text);
    return asSentence(describeRecurrenceSet(set, localizer, this.#describing(nowMs)), localizer.language);
  }

  details(text: string, nowMs: number, runsAtMost: number): ScheduleDetails {
    const { localizer, readerZone } = this.#options;
    const set = this.predictor.parse(text);
    const { dialect, zone } = this.predictor.options;
    const prediction = this.predictor.predict(text, { fromMs: nowMs, limit: runsAtMost });
    const [first] = prediction.occurrences;
    const isRunning = first !== undefined && this.#isCertain(set);
    const warnings = hasErrors(set) ? [] : scheduleWarnings(set, { dialect, zone, readerZone, nowMs });
    return {
      sentence: this.sentence(text, nowMs),
      next: isRunning ? describeNextRun(first.instantMs, nowMs, localizer, readerZone) : '',
      runs: prediction.occurrences.map(({ instantMs, source }) => ({
        ...this.#runTimes(instantMs),
        source: set.rules.length > 0 && (source === 'start' || source === 'end') ? source : undefined,
      })),
      notes: [
        ...(prediction.kind === 'cannotPredict' && prediction.reason === 'searchTooLong'
          ? [localizer.t('Its runs cannot be predicted: the search would take too long.')]
          : []),
        ...this.#zoneNotes(set),
        ...this.#dialectNotes(set, nowMs),
      ],
      warnings: warnings.map(warning => scheduleWarningText(warning, localizer, readerZone)),
      problems: set.problems.map(problem => ({
        severity: problem.severity,
        text: problemText(problem, localizer),
        start: problem.start,
        end: problem.end,
      })),
    };
  }

  /** Whether its run times are certain, and not only its description. */
  #isCertain(set: RecurrenceSet): boolean {
    return this.#isSettled(openTimes(set, this.predictor.options.dialect));
  }

  #isSettled(open: OpenTimes): boolean {
    return open === 'none' || (open === 'zone' && this.isZoneKnown);
  }

  #zoneNotes(set: RecurrenceSet): string[] {
    const { localizer, serverZone, readerZone } = this.#options;
    const { dialect } = this.predictor.options;
    const note = hasErrors(set) ? undefined : zoneNote(set, dialect, localizer);
    if (note === undefined) return [];
    if (openTimes(set, dialect) !== 'zone') return [note];
    const zone = this.isZoneKnown
      ? localizer.t("The server's time zone is set to {zone}.", { zone: serverZone ?? '' })
      : localizer.t("The server's time zone is unknown; these dates assume yours, {zone}.", {
          zone: readerZone,
        });
    return [note, zone];
  }

  /** Needed because it is unknown whether a server follows RFC 5545 or Django's recurrence field. */
  #dialectNotes(set: RecurrenceSet, nowMs: number): string[] {
    const { localizer, readerZone } = this.#options;
    const difference = dialectDifference(set, { zone: this.predictor.options.zone, nowMs });
    return difference ? [dialectNote(difference, localizer, readerZone)] : [];
  }

  #brief(text: string, nowMs: number): string {
    const set = this.predictor.parse(text);
    return describeRecurrenceSetBriefly(set, this.#options.localizer, this.#describing(nowMs));
  }

  #describing(nowMs: number) {
    const { dialect, zone } = this.predictor.options;
    return { dialect, zone, nowMs };
  }
}

/** The instant at which "in 5 min", "in 2 h" or "Mon 03:00" becomes outdated, at most an hour ahead. */
function freshUntil(nextMs: number, nowMs: number): number {
  const leftMs = nextMs - nowMs;
  if (leftMs <= minuteMs) return nextMs;
  const stepMs = leftMs < hourMs ? minuteMs : hourMs;
  const stepsLeft = Math.round(leftMs / stepMs);
  const changesMs = leftMs < countedMs ? nextMs - (stepsLeft - 0.5) * stepMs : nextMs - countedMs;
  return Math.min(Math.max(changesMs, nowMs + minuteMs / 2), nowMs + hourMs);
}

function oneLine(text: string): string {
  return text.slice(0, 300).replace(/\s+/g, ' ').trim();
}

/** Turns text into a sentence with a capital letter and a full stop. */
export function asSentence(words: string, language: string): string {
  if (words === '') return '';
  // Russian dates already end in the full stop of «г.».
  const stop = /[.…]$/.test(words) ? '' : '.';
  return `${words.charAt(0).toLocaleUpperCase(language)}${words.slice(1)}${stop}`;
}

/** A sentence about times that the text leaves open; `undefined` when none are open. */
export function zoneNote(set: RecurrenceSet, dialect: Dialect, localizer: Localizer): string | undefined {
  const { start, rules, dates } = set;
  if (!start && rules.length > 0) {
    return localizer.t(
      'The schedule has no start, so its days and times may count from the moment the server reads it.',
    );
  }
  const values = [...(start ? [start] : []), ...dates];
  if (values.some(value => value.form === 'date')) {
    return localizer.t("Dates without a time begin at midnight in the server's own time zone.");
  }
  const floating = values.filter(value => value.form === 'floating');
  if (floating.some(value => value.tzid === undefined)) {
    return localizer.t('The schedule has no time zone: the server interprets these times in its own.');
  }
  const ignored = dialect === 'django' ? floating[0]?.tzid : undefined;
  return ignored === undefined
    ? undefined
    : localizer.t(
        'The server most likely ignores the time zone {zone} and interprets these times in its own.',
        { zone: ignored },
      );
}
