import { joinTexts } from '../../base/displayText.ts';
import type { Localizer } from '../../base/localizer.ts';
import { pausedRule, pausingRules } from '../amend/exclusion.ts';
import { lastInstant, untilInstant } from '../expand/resolvedSet.ts';
import { dayMs, minuteMs } from '../text/calendarDay.ts';
import { localTime } from '../text/dateTimeValue.ts';
import { hasErrors, isEmptySet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { type DateKind, groupDates, type NamedDate } from './dateGroups.ts';
import {
  type DescribedSet,
  type DescribeOptions,
  nameDate,
  toDescribedSet,
  type ViewedRule,
} from './describedSet.ts';
import { briefClause, exceptionClause, ruleClause } from './ruleClause.ts';
import { isNear } from './runTimes.ts';
import { spanOfDay } from './timesView.ts';
import type { ScheduleWords } from './words/en.ts';
import { wordsFor } from './words/wordsFor.ts';

/** A longer list of dates gets its own sentence. */
const maxDatesWithin = 4;
/** Longer lists of dates are grouped by time and month. */
const readableLength = 400;
/**
 * Only reached with hundreds of dates at as many times, with dozens of rules, or with a rule that lists every day of
 * the year.
 */
const maxSentenceLength = 4000;
const maxBriefLength = 150;
const maxBriefRules = 2;

/**
 * Describes the set as a sentence without its full stop: "every Monday at 03:00, except January 1, 2027". Long
 * descriptions continue in a second sentence. Sets that run at different times never have the same description,
 * unless it ends in "…".
 */
export function describeRecurrenceSet(
  set: RecurrenceSet,
  { language }: Localizer,
  options: DescribeOptions,
): string {
  const words = wordsFor(language);
  return describeReadable(set, words, () => {
    const described = toDescribedSet(set, options);
    const write = (isGrouped: boolean) => joinSentences(new SetWords(described, words).sentences(isGrouped));
    const listed = write(false);
    const grouped = listed.length > readableLength ? write(true) : listed;
    const whole = grouped.length < listed.length ? grouped : listed;
    const text = shorten(whole, maxSentenceLength);
    return described.hasMoreRules && text === whole ? `${text}…` : text;
  });
}

/** Describes the set in a few words for a list: "Mon, Thu 03:00"; "…" marks what was left out. */
export function describeRecurrenceSetBriefly(
  set: RecurrenceSet,
  { language }: Localizer,
  options: DescribeOptions,
): string {
  const words = wordsFor(language);
  return describeReadable(set, words, () => new SetWords(toDescribedSet(set, options), words).brief());
}

/** A set that is empty or has errors has nothing to describe. */
function describeReadable(set: RecurrenceSet, words: ScheduleWords, describe: () => string): string {
  if (isEmptySet(set)) return words.noSchedule;
  return hasErrors(set) ? words.unreadable : describe();
}

/** Capitalizes every sentence but the first. Russian dates already end in the full stop of «г.». */
function joinSentences(sentences: readonly string[]): string {
  return sentences.reduce(
    (text, sentence) =>
      `${text}${text.endsWith('.') ? '' : '.'} ${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`,
  );
}

/** Rules can list every day of the year, and nobody reads further than this. */
function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, text.lastIndexOf(' ', length))}…` : text;
}

/** The EXRULEs: those that fit after "except", and those that need their own sentence. */
interface ExceptionClauses {
  readonly within: readonly string[];
  readonly beside: readonly string[];
}

/** Puts one set into the words of one language. */
class SetWords {
  readonly #set: DescribedSet;
  readonly #words: ScheduleWords;

  constructor(set: DescribedSet, words: ScheduleWords) {
    this.#set = set;
    this.#words = words;
  }

  sentences(isGrouped: boolean): readonly string[] {
    return this.#set.rules.length > 0 ? this.#ruleSentences(isGrouped) : this.#dateSentences(isGrouped);
  }

  #ruleSentences(isGrouped: boolean): readonly string[] {
    const words = this.#words;
    const { runs, startRun, excluded } = this.#set;
    const { rules, until } = this.#ruleClauses();
    const { within, beside } = this.#exceptionClauses();
    const dates = runs.filter(run => run !== startRun);
    const isWithin = (values: readonly NamedDate[]) => values.length > 0 && values.length <= maxDatesWithin;
    const also = [
      ...(startRun === undefined ? [] : [words.startDate(this.#dateText(startRun))]),
      ...(isWithin(dates) ? dates.map(date => this.#dateText(date)) : []),
    ];
    const except = [...within, ...(isWithin(excluded) ? [this.#list(excluded)] : [])];
    return [
      joinTexts(
        ', ',
        rules,
        also.length > 0 && words.alsoOn(words.list(also)),
        except.length > 0 && words.except(except),
        joinTexts(' ', this.#fromClause(), until),
        this.#pausedClause(),
      ),
      ...(dates.length > maxDatesWithin ? this.#manyDates('additional', dates, isGrouped) : []),
      ...(beside.length > 0 ? [words.exceptions(beside)] : []),
      ...(excluded.length > maxDatesWithin ? this.#manyDates('excluded', excluded, isGrouped) : []),
    ];
  }

  #dateSentences(isGrouped: boolean): readonly string[] {
    const words = this.#words;
    const { runs, isDoubtful } = this.#set;
    if (runs.length === 0) return [words.noRuns];
    const named = this.#manyDates('runs', runs, isGrouped);
    if (!isDoubtful) return named;
    const { within, beside } = this.#exceptionClauses();
    return [
      ...named.slice(0, -1),
      joinTexts(', ', named.at(-1), within.length > 0 && words.except(within)),
      ...(beside.length > 0 ? [words.exceptions(beside)] : []),
    ];
  }

  /** All rules as one clause, and the end they share. */
  #ruleClauses(): { readonly rules: string; readonly until: string | undefined } {
    const words = this.#words;
    const { rules, set, reading } = this.#set;
    const ends = rules.map(viewed => this.#untilClause(viewed, lastInstant(set, reading)));
    const [until] = ends;
    if (ends.every(end => end === until))
      return { rules: words.joinRules(rules.map(viewed => this.#ruleAndCount(viewed))), until };
    const withEnds = rules.map((viewed, index) => {
      // COUNT is an end without a date.
      const end = ends[index] ?? (viewed.rule.count === undefined && words.withoutEnd);
      return joinTexts(', ', this.#ruleAndCount(viewed), end);
    });
    return { rules: words.joinRules(withEnds), until: undefined };
  }

  #ruleAndCount({ rule, view }: ViewedRule): string {
    const words = this.#words;
    return joinTexts(', ', ruleClause(view, words), rule.count !== undefined && words.count(rule.count));
  }

  /** "paused until January 9, 2027", if the EXRULEs do nothing else; '' if that is past. */
  #pausedClause(): string | undefined {
    const { set, reading, zone, start, nowMs } = this.#set;
    const ends = pausingRules(set, reading);
    const lastMs = ends[0]?.untilMs;
    if (
      lastMs === undefined ||
      ends.length !== set.exceptionRules.length ||
      new Set(ends.map(({ rule }) => rule)).size !== new Set(set.rules.map(pausedRule)).size ||
      ends.some(({ untilMs }) => untilMs !== lastMs)
    )
      return undefined;
    // UNTIL is the last second of a pause.
    const untilMs = lastMs + 1000;
    const wallMs = zone.toWall(untilMs);
    if (wallMs % minuteMs !== 0) return undefined;
    if (nowMs !== undefined && untilMs <= nowMs) return '';
    const isMidnight = wallMs % dayMs === 0 && zone.toInstant(wallMs).clockChange === undefined;
    const date = nameDate(untilMs, this.#set);
    return this.#words.paused(isMidnight || start.isDate ? this.#words.date(wallMs) : this.#dateText(date));
  }

  #exceptionClauses(): ExceptionClauses {
    const words = this.#words;
    const { rules, exceptionRules } = this.#set;
    if (this.#pausedClause() !== undefined) return { within: [], beside: [] };
    const within: string[] = [];
    const beside: string[] = [];
    for (const viewed of exceptionRules) {
      const { times } = viewed.view;
      const isLike = (other: ViewedRule) => JSON.stringify(other.view.times) === JSON.stringify(times);
      // Times are omitted when all rules have the same, unless they are steps.
      const isOmitted = times.kind !== 'steps' && rules.length > 0 && rules.every(isLike);
      const openTime = times.kind === 'open' && !isOmitted ? words.atStartTime : '';
      const time = isOmitted || times.kind === 'open' ? openTime : undefined;
      const end = this.#untilClause(viewed, Number.POSITIVE_INFINITY);
      const isEndless = end === undefined && viewed.rule.count === undefined;
      const clause = isEndless ? exceptionClause(viewed.view, words, time) : undefined;
      if (clause !== undefined) within.push(clause);
      else beside.push(joinTexts(', ', this.#ruleAndCount(viewed) + openTime, end));
    }
    return { within, beside };
  }

  /** The end of a rule: "until March 31, 2027"; `undefined` when it has none. */
  #untilClause({ rule, view: { times } }: ViewedRule, lastOfSetMs: number): string | undefined {
    const words = this.#words;
    const { zone, reading, start } = this.#set;
    const lastMs = Math.min(untilInstant(rule, zone, reading), lastOfSetMs);
    if (lastMs === Number.POSITIVE_INFINITY) return undefined;
    const wallMs = zone.toWall(lastMs);
    if (start.isDate) return words.until(words.date(wallMs));
    const [first, last] = spanOfDay(times) ?? ['00:00', '23:59:59'];
    const time = localTime(wallMs);
    if (time < first) return words.until(words.date(wallMs - dayMs));
    return words.until(time >= last ? words.date(wallMs) : this.#dateText(nameDate(lastMs, this.#set)));
  }

  /** A start that is itself a run has already been named. */
  #fromClause(): string | undefined {
    const words = this.#words;
    const { start, nowMs, zone, startRun } = this.#set;
    if (start.wallMs === undefined || nowMs === undefined || startRun !== undefined) return undefined;
    return zone.toInstant(start.wallMs).instantMs > nowMs ? words.from(words.date(start.wallMs)) : undefined;
  }

  #manyDates(kind: DateKind, dates: readonly NamedDate[], isGrouped: boolean): readonly string[] {
    const words = this.#words;
    if (isGrouped)
      return groupDates(dates, words.daysOfMonth).map(group =>
        words.manyDates(kind, group, this.#set.start.zoneLabel),
      );
    return [words.listedDates[kind](this.#list(dates), dates.length)];
  }

  #list(dates: readonly NamedDate[]): string {
    return this.#words.list(dates.map(date => this.#dateText(date)));
  }

  #dateText({ wallMs, time }: NamedDate): string {
    return this.#words.dateTime(wallMs, time && time + this.#set.start.zoneLabel);
  }

  brief(): string {
    const words = this.#words;
    const { rules, runs, startRun, excluded, set, reading } = this.#set;
    if (rules.length === 0) return this.#briefDates();
    const clauses = rules.slice(0, maxBriefRules).map(viewed => {
      const { count } = viewed.rule;
      const runCount = count !== undefined && words.count(count);
      const until = this.#untilClause(viewed, lastInstant(set, reading));
      return joinTexts(', ', briefClause(viewed.view, words), runCount, until);
    });
    const { within, beside } = this.#exceptionClauses();
    const whole = joinTexts(
      ', ',
      joinTexts('; ', ...clauses, rules.length > maxBriefRules && '…'),
      within.length > 0 && words.except(within),
      this.#pausedClause(),
    );
    const isMore = beside.length + excluded.length > 0 || runs.some(run => run !== startRun);
    return shorten(isMore && !whole.endsWith('…') ? `${whole}…` : whole, maxBriefLength);
  }

  #briefDates(): string {
    const words = this.#words;
    const { runs, zone, nowMs, start } = this.#set;
    const [first] = runs;
    if (first === undefined) return words.noRuns;
    const time = first.time && first.time + start.zoneLabel;
    const isShort = nowMs !== undefined && isNear(first.wallMs, zone.toWall(nowMs));
    const text = isShort
      ? words.briefDateTime(first.wallMs, time)
      : `${words.briefDate(first.wallMs)} ${time}`.trim();
    return runs.length > 1 ? `${text}…` : text;
  }
}
