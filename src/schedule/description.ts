import type { Localizer } from '../util/localizer.ts';
import { dayOfWall, timeOfDay } from './dateTimeValue.ts';
import { ruleEnd } from './descriptionEnd.ts';
import {
  type DescribeOptions,
  type DescriptionInput,
  descriptionInput,
  wallInZone,
} from './descriptionInput.ts';
import { localTime } from './localDateTime.ts';
import { predictSet } from './predictor.ts';
import { hasErrors, isEmptySet, type RecurrenceSet } from './recurrenceSet.ts';
import type { RuleView } from './ruleView.ts';
import type { ScheduleWords } from './words/scheduleWords.ts';
import { wordsFor } from './words/wordsFor.ts';

const MAX_NAMED_DATES = 3;
const MAX_NAMED_RULES = 5;
const MAX_SENTENCE_LENGTH = 1000;
const MAX_BRIEF_LENGTH = 150;

/** The set as a sentence without its full stop: "every Monday at 03:00, except 1 January 2027". */
export function describeRecurrenceSet(
  set: RecurrenceSet,
  localizer: Localizer,
  options: DescribeOptions,
): string {
  const words = wordsFor(localizer.language);
  const lack = wordsForLack(set, words);
  if (lack !== undefined) {
    return lack;
  }
  const input = descriptionInput(set, options);
  const clauses = input.views.length > 0 ? ruleClauses(input, words) : singleDates(input, words);
  return shorten(clauses.join(', '), MAX_SENTENCE_LENGTH);
}

/** What is said of a set that has nothing to describe. */
function wordsForLack(set: RecurrenceSet, words: ScheduleWords): string | undefined {
  if (isEmptySet(set)) {
    return words.noSchedule;
  }
  return hasErrors(set) ? words.unreadable : undefined;
}

/** The set in a few words for a list: "Mon, Thu 03:00". */
export function describeRecurrenceSetBriefly(
  set: RecurrenceSet,
  localizer: Localizer,
  options: DescribeOptions,
): string {
  const words = wordsFor(localizer.language);
  const lack = wordsForLack(set, words);
  if (lack !== undefined) {
    return lack;
  }
  const input = descriptionInput(set, options);
  const [first, second, ...more] = input.views;
  if (!first) {
    const [date, ...others] = dateWalls(input);
    const time = date === undefined || input.start.isDate ? '' : localTime(date) + input.start.zoneLabel;
    const text = date === undefined ? words.noSchedule : words.briefDateTime(date, time);
    return others.length > 0 ? `${text}${words.andMore}` : text;
  }
  const rules = [first, ...(second ? [second] : [])].map(({ view }) => words.briefRule(view)).join('; ');
  const text = [more.length > 0 ? `${rules}; ${words.andMore}` : rules, ...exceptRuleClauses(input, words)];
  const dates = dateWalls(input).length > 0 ? words.andMore : '';
  return shorten(`${text.join(', ')}${dates}`, MAX_BRIEF_LENGTH);
}

/** Rules may list every day of the year; nobody reads on after this. */
function shorten(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, text.lastIndexOf(' ', length))}…` : text;
}

function ruleClauses(input: DescriptionInput, words: ScheduleWords): string[] {
  const named = input.views.slice(0, MAX_NAMED_RULES);
  const ends = named.map(({ rule, view }) => ruleEnd(rule, view, input, words));
  const endsTogether = ends.every(end => end.join() === ends[0]?.join());
  const rules = named.map(({ view }, index) =>
    [words.rule(view), ...(endsTogether ? [] : (ends[index] ?? []))].join(', '),
  );
  const cutOff = input.views.length > named.length ? [words.andMore] : [];
  return [
    words.joinRules([...rules, ...cutOff]),
    ...alsoClauses(input, words),
    ...exceptClauses(input, words),
    ...spanClauses(fromClause(input, words), endsTogether ? (ends[0] ?? []) : [], named[0]),
  ];
}

/** "from 4 January 2027 until 31 March 2027" is one clause; a number of times stands alone. */
function spanClauses(
  from: readonly string[],
  end: readonly string[],
  first: DescriptionInput['views'][number] | undefined,
): readonly string[] {
  const endsOnDate = end.length > 0 && first?.rule.count === undefined;
  return endsOnDate ? [[...from, ...end].join(' ')] : [...from, ...end];
}

function singleDates(input: DescriptionInput, words: ScheduleWords): string[] {
  const walls = dateWalls(input);
  const dates = walls.length === 0 ? words.noSchedule : namedDates(walls, input, words);
  return [walls.length === 0 ? dates : words.onDates(dates, walls.length), ...exceptClauses(input, words)];
}

/** The dates outside rules, as wall times, ascending: DTSTART where it stands alone, RDATE, perhaps DTEND. */
function dateWalls(input: DescriptionInput): readonly number[] {
  const { set, options, views } = input;
  const start = set.start && views.length === 0 ? [set.start] : [];
  const end = set.end && options.dialect === 'django' ? [set.end] : [];
  return upcoming(
    [...start, ...set.dates, ...end].map(value => wallInZone(value, input)),
    input,
  );
}

function alsoClauses(input: DescriptionInput, words: ScheduleWords): string[] {
  const walls = dateWalls(input);
  const start = startBesideRules(input);
  return [
    ...(walls.length > 0 ? [words.alsoOn(namedDates(walls, input, words))] : []),
    ...(start === undefined ? [] : [words.alsoOnStart(dateTimeText(start, input, words))]),
  ];
}

const START_BUDGET_STEPS = 20_000;

/** DTSTART, where it is a run that no rule gives. */
function startBesideRules(input: DescriptionInput): number | undefined {
  const { set, options, zone } = input;
  if (!set.start || upcoming([set.start.wallMs], input).length === 0) {
    return undefined;
  }
  const fromMs = zone.toInstant(set.start.wallMs).instantMs;
  const predicted = predictSet(set, { fromMs, limit: 1 }, { ...options, budgetSteps: START_BUDGET_STEPS });
  const [first] = predicted.occurrences;
  return first?.source === 'start' && first.instantMs === fromMs ? set.start.wallMs : undefined;
}

function exceptClauses(input: DescriptionInput, words: ScheduleWords): string[] {
  const { set } = input;
  const walls = upcoming(
    set.exceptionDates.map(value => wallInZone(value, input)),
    input,
  );
  const dates = exceptDates(walls, input, words);
  return [...exceptRuleClauses(input, words), ...(dates === '' ? [] : [words.except(dates)])];
}

function exceptRuleClauses({ views, exceptionViews }: DescriptionInput, words: ScheduleWords): string[] {
  const sameTimes = (view: RuleView) =>
    views.every(rule => JSON.stringify(rule.view.times) === JSON.stringify(view.times));
  return exceptionViews
    .slice(0, MAX_NAMED_RULES)
    .map(view => words.except(words.exceptRule(view, !sameTimes(view))));
}

/** Whole days are named without their time, which the rule has just said. */
function exceptDates(walls: readonly number[], input: DescriptionInput, words: ScheduleWords): string {
  const days = new Set(walls.map(dayOfWall));
  const runsADay = new Set(
    input.views.flatMap(({ view }) => (view.times.kind === 'list' ? view.times.times : [])),
  );
  const isWholeDay = (day: number) =>
    input.start.isDate ||
    (runsADay.size > 0 && walls.filter(wall => dayOfWall(wall) === day).length === runsADay.size);
  if (days.size > 0 && [...days].slice(0, MAX_NAMED_DATES).every(isWholeDay)) {
    const firstWalls = [...days].map(day => walls.find(wall => dayOfWall(wall) === day) ?? 0);
    return named(firstWalls, wall => words.date(wall), words);
  }
  return walls.length > 0 ? namedDates(walls, input, words) : '';
}

function fromClause(input: DescriptionInput, words: ScheduleWords): string[] {
  const { set, options, zone } = input;
  const start = set.start?.wallMs;
  // A start that is a run of its own was named already.
  const begins = start !== undefined && options.nowMs !== undefined && startBesideRules(input) === undefined;
  return begins && zone.toInstant(start).instantMs > options.nowMs ? [words.from(words.date(start))] : [];
}

/** Ascending, each once, and without those before now. */
function upcoming(
  walls: readonly number[],
  { zone, options: { nowMs } }: DescriptionInput,
): readonly number[] {
  return [...new Set(walls)]
    .filter(wallMs => nowMs === undefined || zone.toInstant(wallMs).instantMs >= nowMs)
    .sort((a, b) => a - b);
}

function namedDates(walls: readonly number[], input: DescriptionInput, words: ScheduleWords): string {
  return named(walls, wallMs => dateTimeText(wallMs, input, words), words);
}

function named(walls: readonly number[], text: (wallMs: number) => string, words: ScheduleWords): string {
  const shown = walls.length > MAX_NAMED_DATES + 1 ? walls.slice(0, MAX_NAMED_DATES) : walls;
  return words.list(shown.map(text), walls.length - shown.length);
}

function dateTimeText(wallMs: number, { start }: DescriptionInput, words: ScheduleWords): string {
  const { hour, minute, second } = timeOfDay(wallMs);
  const isMidnight = hour + minute + second === 0;
  return words.dateTime(wallMs, start.isDate && isMidnight ? '' : localTime(wallMs) + start.zoneLabel);
}
