import type { Localizer } from '../../base/localizer.ts';
import { type OpenTimes, openTimes, type ScheduleState, scheduleStates } from '../expand/nextRuns.ts';
import { createPredictor, type Predictor } from '../expand/predictor.ts';
import type { ZoneReading } from '../expand/resolvedSet.ts';
import { dayMs, hourMs } from '../text/calendarDay.ts';
import type { Dialect } from '../text/dateTimeValue.ts';
import { problemText, type RecurrenceProblem } from '../text/recurrenceProblem.ts';
import { hasErrors, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { findTimeZone, utc } from '../text/timeZone.ts';
import { describeRecurrenceSet, describeRecurrenceSetBriefly } from './description.ts';
import { dialectDifference, dialectNote } from './dialectNote.ts';
import { describeNextRun, freshUntil, type RunTime, runTimes } from './runTimes.ts';
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

export interface ScheduleDetails {
  readonly sentence: string;
  /** "in 2 h", "Mon 03:00"; '' when there is no next run or it is unknown. */
  readonly next: string;
  readonly runs: readonly ScheduledRun[];
  /** Why there are fewer runs than requested, and what the text leaves open. */
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly problems: readonly (Pick<RecurrenceProblem, 'severity' | 'start' | 'end'> & {
    readonly text: string;
  })[];
}

/** The sentence and the warnings cost time as well; together they take less than 150 ms for any text. */
const detailsBudgetSteps = 120_000;
const dialect: Dialect = 'django';

/**
 * The schedules of one server as one reader sees them. The work for any text is bounded. Whatever needs `Intl` is
 * created on first use, because that is slow.
 */
export class ScheduleOutlook {
  readonly #options: OutlookOptions;
  #predictor: Predictor | undefined;
  #states: ReturnType<typeof scheduleStates> | undefined;
  #runTimes: ReturnType<typeof runTimes> | undefined;

  constructor(options: OutlookOptions) {
    this.#options = options;
  }

  get predictor(): Predictor {
    this.#predictor ??= createPredictor({ dialect, zone: this.#zone, budgetSteps: detailsBudgetSteps });
    return this.#predictor;
  }

  /** How the server reads times without a zone, as far as it is known. */
  get reading(): ZoneReading {
    return { dialect, zone: findTimeZone(this.#zone) ?? utc };
  }

  get isZoneKnown(): boolean {
    const { serverZone } = this.#options;
    return serverZone !== undefined && findTimeZone(serverZone) !== undefined;
  }

  /** While the server's zone is unknown, the reader's zone is used instead, and a note says so. */
  get #zone(): string {
    const { serverZone, readerZone } = this.#options;
    return serverZone !== undefined && this.isZoneKnown ? serverZone : readerZone;
  }

  /** The text of a row: the next run, or else the schedule in a few words. */
  row(text: string, nowMs: number): ExpiringText {
    const { localizer, readerZone } = this.#options;
    const state = this.#stateOf(text, nowMs);
    if (state.kind === 'at' && this.#isCertain(state.open)) {
      return {
        text: describeNextRun(state.instantMs, nowMs, localizer, readerZone),
        freshUntilMs: freshUntil(state.instantMs, nowMs),
      };
    }
    return { text: this.#rowWithoutRun(text, nowMs, state), freshUntilMs: nowMs + hourMs };
  }

  #rowWithoutRun(text: string, nowMs: number, { kind, open }: ScheduleState): string {
    const { localizer } = this.#options;
    if (kind === 'empty') return localizer.t('No schedule');
    if (kind === 'unreadable') return localizer.t('cannot be read: {text}', { text: oneLine(text) });
    if (kind === 'never' && this.#isCertain(open)) return localizer.t('no more runs');
    return this.brief(text, nowMs);
  }

  /** The schedule in a few words. */
  brief(text: string, nowMs: number): string {
    const set = this.predictor.parse(text);
    return describeRecurrenceSetBriefly(set, this.#options.localizer, { dialect, zone: this.#zone, nowMs });
  }

  /** The instant of the next run, for sorting; `undefined` when there is none or it is unknown. */
  nextRunMs(text: string, nowMs: number): number | undefined {
    const state = this.#stateOf(text, nowMs);
    return state.kind === 'at' && this.#isCertain(state.open) ? state.instantMs : undefined;
  }

  /** Whether the schedule had runs and all of them are past, in whichever zone its times are. */
  hasEnded(text: string, nowMs: number): boolean {
    const state = this.#stateOf(text, nowMs);
    if (state.kind !== 'never') return false;
    return this.#isCertain(state.open) || this.#stateOf(text, nowMs - dayMs).kind === 'never';
  }

  /** The schedule as a sentence, capital letter and full stop included. */
  sentence(text: string, nowMs: number): string {
    const { localizer } = this.#options;
    const set = this.predictor.parse(text);
    const description = describeRecurrenceSet(set, localizer, { dialect, zone: this.#zone, nowMs });
    return asSentence(description);
  }

  details(text: string, nowMs: number, runsAtMost: number): ScheduleDetails {
    const { localizer, readerZone } = this.#options;
    const zone = this.#zone;
    const set = this.predictor.parse(text);
    const prediction = this.predictor.predict(text, { fromMs: nowMs, limit: runsAtMost });
    const [first] = prediction.occurrences;
    const isCertain = this.#isCertain(openTimes(set, dialect));
    const isTooLong = prediction.kind === 'cannotPredict' && prediction.reason === 'searchTooLong';
    const readable = hasErrors(set) ? undefined : set;
    const difference = readable && dialectDifference(readable, zone, nowMs);
    const warnings = readable ? scheduleWarnings(readable, { dialect, zone, readerZone, nowMs }) : [];
    this.#runTimes ??= runTimes(localizer, readerZone);
    const timesOf = this.#runTimes;
    return {
      sentence: this.sentence(text, nowMs),
      next: first && isCertain ? describeNextRun(first.instantMs, nowMs, localizer, readerZone) : '',
      runs: prediction.occurrences.map(({ instantMs, source }) => ({
        ...timesOf(instantMs),
        source: set.rules.length > 0 && (source === 'start' || source === 'end') ? source : undefined,
      })),
      notes: [
        ...(isTooLong ? [localizer.t('Its runs cannot be predicted: the search would take too long.')] : []),
        ...(readable ? this.#zoneNotes(readable) : []),
        ...(difference ? [dialectNote(difference, localizer, readerZone)] : []),
      ],
      warnings: warnings.map(warning => scheduleWarningText(warning, localizer, readerZone)),
      problems: set.problems.map(problem => {
        const { severity, start, end } = problem;
        return { severity, text: problemText(problem, localizer), start, end };
      }),
    };
  }

  #stateOf(text: string, nowMs: number): ScheduleState {
    this.#states ??= scheduleStates({ dialect, zone: this.#zone });
    return this.#states(text, nowMs);
  }

  /** Whether run times are certain, and not only the description. */
  #isCertain(open: OpenTimes): boolean {
    return open === 'none' || (open === 'zone' && this.isZoneKnown);
  }

  #zoneNotes(set: RecurrenceSet): readonly string[] {
    const { localizer, serverZone, readerZone } = this.#options;
    const note = zoneNote(set, dialect, localizer);
    if (note === undefined || openTimes(set, dialect) !== 'zone') return note === undefined ? [] : [note];
    const zone = this.isZoneKnown
      ? localizer.t("The server's time zone is set to {zone}.", { zone: serverZone ?? '' })
      : localizer.t("The server's time zone is unknown; these dates assume yours, {zone}.", {
          zone: readerZone,
        });
    return [note, zone];
  }
}

function oneLine(text: string): string {
  return text.slice(0, 300).replace(/\s+/g, ' ').trim();
}

/** Turns text into a sentence with a capital letter and a full stop. */
export function asSentence(words: string): string {
  if (words === '') return '';
  // Russian dates already end in the full stop of «г.».
  const stop = /[.…]$/.test(words) ? '' : '.';
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${stop}`;
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
