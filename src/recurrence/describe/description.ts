import { joinTexts } from '../../util/displayText.ts';
import type { Localizer } from '../../util/localizer.ts';
import { hasErrors, isEmptySet, type RecurrenceSet } from '../text/recurrenceSet.ts';
import { type DateKind, groupDates, type NamedDate } from './dateGroups.ts';
import {
  type DescribedDates,
  dateTimeText,
  describeDates,
  type Moment,
  nameDate,
  namedDateText,
} from './descriptionDates.ts';
import type { DescribeOptions, DescriptionInput } from './descriptionInput.ts';
import { exceptionClauses, ruleClauses, untilClause } from './descriptionRules.ts';
import { isNear } from './nextRunText.ts';
import { briefClause } from './ruleClause.ts';
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
  localizer: Localizer,
  options: DescribeOptions,
): string {
  return describeReadable(set, localizer, options, dates => {
    const textOf = (isGrouped: boolean) =>
      joinSentences(sentencesOf({ ...dates, isGrouped }), localizer.language);
    const whole = textOf(false);
    if (whole.length <= readableLength) return describeEnd(whole, dates.input);
    const grouped = textOf(true);
    return describeEnd(grouped.length < whole.length ? grouped : whole, dates.input);
  });
}

/** A set that is empty or has errors has nothing to describe. */
function describeReadable(
  set: RecurrenceSet,
  { language }: Localizer,
  options: DescribeOptions,
  describe: (dates: DescribedDates) => string,
): string {
  const words = wordsFor(language);
  if (isEmptySet(set)) return words.noSchedule;
  return hasErrors(set) ? words.unreadable : describe(describeDates(set, words, options));
}

interface DescriptionParts extends DescribedDates {
  /** Whether dates are grouped as days of months. */
  readonly isGrouped: boolean;
}

function sentencesOf(parts: DescriptionParts): readonly string[] {
  return parts.input.views.length > 0 ? ruleSentences(parts) : dateSentences(parts);
}

function describeEnd(text: string, { hasMoreRules }: DescriptionInput): string {
  const shortened = shorten(text, maxSentenceLength);
  return hasMoreRules && shortened === text ? `${text}…` : shortened;
}

/** Capitalizes every sentence but the first. Russian dates already end in the full stop of «г.». */
function joinSentences(sentences: readonly string[], language: string): string {
  return sentences.reduce(
    (text, sentence) =>
      `${text}${text.endsWith('.') ? '' : '.'} ${sentence.charAt(0).toLocaleUpperCase(language)}${sentence.slice(1)}`,
  );
}

/** Rules can list every day of the year, and nobody reads further than this. */
function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, text.lastIndexOf(' ', length))}…` : text;
}

function ruleSentences(parts: DescriptionParts): readonly string[] {
  const { input, runs, start, excluded } = parts;
  const { words } = input;
  const { rules, until } = ruleClauses(input);
  const exceptions = exceptionClauses(input);
  const dates = runs.filter(run => run !== start).map(run => nameDate(run, input));
  const isWithin = (values: readonly NamedDate[]) => values.length > 0 && values.length <= maxDatesWithin;
  const also = [
    ...(start === undefined ? [] : [words.startDate(dateTimeText(start, input))]),
    ...(isWithin(dates) ? textsOf(dates, parts) : []),
  ];
  const except = [...exceptions.within, ...(isWithin(excluded) ? [listOf(excluded, parts)] : [])];
  return [
    joinTexts(
      ', ',
      rules,
      also.length > 0 && words.alsoOn(words.list(also)),
      except.length > 0 && words.except(except),
      joinTexts(' ', fromClause(input, start), until),
    ),
    ...(dates.length > maxDatesWithin ? manySentences('additional', dates, parts) : []),
    ...(exceptions.beside.length > 0 ? [words.exceptions(exceptions.beside)] : []),
    ...(excluded.length > maxDatesWithin ? manySentences('excluded', excluded, parts) : []),
  ];
}

function textsOf(dates: readonly NamedDate[], { input }: DescriptionParts): readonly string[] {
  return dates.map(date => namedDateText(date, input));
}

function listOf(dates: readonly NamedDate[], parts: DescriptionParts): string {
  return parts.input.words.list(textsOf(dates, parts));
}

function manySentences(
  kind: DateKind,
  dates: readonly NamedDate[],
  parts: DescriptionParts,
): readonly string[] {
  const { input, isGrouped } = parts;
  const { words } = input;
  if (isGrouped)
    return groupDates(dates, input.start.zoneLabel, words.daysOfMonth).map(group =>
      words.manyDates(kind, group),
    );
  const list = listOf(dates, parts);
  return [kind === 'additional' ? words.moreDates(list) : words.exceptionDates(list)];
}

/** A start that is itself a run has already been named. */
function fromClause(
  { set, options: { nowMs }, zone, words }: DescriptionInput,
  ownStart: Moment | undefined,
): string | undefined {
  const start = set.start?.wallMs;
  if (start === undefined || nowMs === undefined || ownStart !== undefined) return undefined;
  return zone.toInstant(start).instantMs > nowMs ? words.from(words.date(start)) : undefined;
}

function dateSentences(parts: DescriptionParts): readonly string[] {
  const { input, runs, isGrouped, isDoubtful } = parts;
  const { words } = input;
  const dates = runs.map(run => nameDate(run, input));
  if (dates.length === 0) return [words.noRuns];
  const named = isGrouped
    ? manySentences('runs', dates, parts)
    : [words.onDates(listOf(dates, parts), dates.length)];
  if (!isDoubtful) return named;
  const { within, beside } = exceptionClauses(input);
  return [
    ...named.slice(0, -1),
    [...named.slice(-1), ...(within.length > 0 ? [words.except(within)] : [])].join(', '),
    ...(beside.length > 0 ? [words.exceptions(beside)] : []),
  ];
}

/** Describes the set in a few words for a list: "Mon, Thu 03:00"; "…" marks what was left out. */
export function describeRecurrenceSetBriefly(
  set: RecurrenceSet,
  localizer: Localizer,
  options: DescribeOptions,
): string {
  return describeReadable(set, localizer, options, ({ input, runs, start, excluded }) => {
    const { words, views } = input;
    if (views.length === 0) return briefDates(runs, input);
    const rules = views.slice(0, maxBriefRules).map(viewed => {
      const { count } = viewed.rule;
      const runCount = count !== undefined && words.count(count);
      return joinTexts(', ', briefClause(viewed.view, words), runCount, untilClause(viewed, input));
    });
    const { within, beside } = exceptionClauses(input);
    const whole = joinTexts(
      ', ',
      joinTexts('; ', ...rules, views.length > maxBriefRules && '…'),
      within.length > 0 && words.except(within),
    );
    const isMore = beside.length + excluded.length > 0 || runs.some(run => run !== start);
    return shorten(isMore && !whole.endsWith('…') ? `${whole}…` : whole, maxBriefLength);
  });
}

function briefDates(runs: readonly Moment[], input: DescriptionInput): string {
  const { words, zone, options } = input;
  const [first] = runs;
  if (first === undefined) return words.noRuns;
  const { wallMs, time: clock } = nameDate(first, input);
  const time = clock && clock + input.start.zoneLabel;
  const text =
    options.nowMs !== undefined && isNear(wallMs, zone.toWall(options.nowMs))
      ? words.briefDateTime(wallMs, time)
      : `${words.briefDate(wallMs)} ${time}`.trim();
  return runs.length > 1 ? `${text}…` : text;
}
