import { foldText } from '../../../base/foldText.ts';
import type { Window } from '../../../recurrence/amend/exclusion.ts';
import { calendarDate, dayMs, minuteMs, modulo, weekdayOf } from '../../../recurrence/text/calendarDay.ts';
import { dayOfWall, digits, parseDateTime } from '../../../recurrence/text/dateTimeValue.ts';
import type { TimeZone } from '../../../recurrence/text/timeZone.ts';
import { parseSpan } from './spanText.ts';

/** A window and why it is asked for; '' for no reason. */
export interface AskedWindow extends Window {
  readonly reason: string;
}

const months = [
  ['jan', 'янв'],
  ['feb', 'фев'],
  ['mar', 'мар'],
  ['apr', 'апр'],
  ['may', 'май', 'мая'],
  ['jun', 'июн'],
  ['jul', 'июл'],
  ['aug', 'авг'],
  ['sep', 'сен'],
  ['oct', 'окт'],
  ['nov', 'ноя'],
  ['dec', 'дек'],
];
/** From Monday on. */
const weekdays = [
  ['mon', 'пон', 'пн'],
  ['tue', 'вто', 'вт'],
  ['wed', 'сре', 'ср'],
  ['thu', 'чет', 'чт'],
  ['fri', 'пят', 'пт'],
  ['sat', 'суб', 'сб'],
  ['sun', 'вос', 'вс'],
];
const days = [
  ['today', 'сегодня'],
  ['tomorrow', 'завтра'],
];

/** Ends with the whole last day, if the end has no time. */
const through = /\s*(?:[-–—]|\.{2,3}|…|to|through|по)\s*/y;
/** Ends when the last day begins, if the end has no time. */
const upTo = /\s*(?:until|till|до)\s+/y;
const beginning = /\s*(?:from|since|со|с)\s+/y;
const duration = /^\s*(?:for|in|на|через)\s+/;

/**
 * Parses a window, on the clock of a zone: "until Jan 9", "30.12-9.1: stocktaking", "from 2026-12-30 18:00 until 9 Jan",
 * "for 2h", "до 9 января". Days with a dot have the day first. Without a beginning, it begins now; a day without a year
 * is the next one. `undefined` for anything else, and for a window that is over or empty.
 */
export function parseWindow(text: string, nowMs: number, zone: TimeZone): AskedWindow | undefined {
  const [, words = '', reason = ''] = /^(.*?)(?::\s+(.*))?$/s.exec(text.trim()) ?? [];
  const folded = foldText(words);
  const untilMs = durationEnd(folded, nowMs);
  const window =
    untilMs === undefined ? new WindowReader(folded, nowMs, zone).read() : { fromMs: nowMs, untilMs };
  return window && window.untilMs > Math.max(window.fromMs, nowMs)
    ? { fromMs: Math.max(window.fromMs, nowMs), untilMs: window.untilMs, reason: reason.trim() }
    : undefined;
}

/**
 * Parses a time to come, in the same words: "13:00", "tomorrow 01:00", "Jan 9 18:00", "in 10 min". A day needs a time.
 */
export function parseMoment(text: string, nowMs: number, zone: TimeZone): number | undefined {
  const folded = foldText(text.trim());
  const untilMs = durationEnd(folded, nowMs);
  if (untilMs !== undefined) return untilMs;
  const atMs = new WindowReader(folded.replace(/^(?:at|в)\s+/, ''), nowMs, zone).readMoment();
  return atMs === undefined || atMs <= nowMs ? undefined : atMs;
}

function durationEnd(text: string, nowMs: number): number | undefined {
  const isNamed = duration.test(text);
  // Without a word before it, 1:30 is a time of day.
  const spanMs = !isNamed && text.includes(':') ? undefined : parseSpan(text.replace(duration, ''));
  return spanMs === undefined || spanMs < 0 ? undefined : Math.ceil((nowMs + spanMs) / minuteMs) * minuteMs;
}

interface Moment {
  readonly wallMs: number;
  readonly hasTime: boolean;
}

class WindowReader {
  readonly #text: string;
  readonly #nowMs: number;
  readonly #zone: TimeZone;
  #at = 0;

  constructor(text: string, nowMs: number, zone: TimeZone) {
    this.#text = text;
    this.#nowMs = nowMs;
    this.#zone = zone;
  }

  read(): Window | undefined {
    const nowWallMs = this.#zone.toWall(this.#nowMs);
    const hasBeginning = this.#take(beginning) !== undefined;
    const isOnlyEnd = !hasBeginning && this.#take(upTo) !== undefined;
    const isThrough = !hasBeginning && !isOnlyEnd && this.#take(/\s*(?:по)\s+/y) !== undefined;
    const first = this.#moment(nowWallMs);
    if (first === undefined) return undefined;
    if (this.#isOver) return hasBeginning ? undefined : this.#window(nowWallMs, first, isThrough);
    const includesLast = this.#take(through) !== undefined;
    if (isOnlyEnd || isThrough || (!includesLast && this.#take(upTo) === undefined)) return undefined;
    const last = this.#moment(first.wallMs);
    return last === undefined || !this.#isOver ? undefined : this.#window(first.wallMs, last, includesLast);
  }

  readMoment(): number | undefined {
    const moment = this.#moment(this.#zone.toWall(this.#nowMs));
    return moment?.hasTime === true && this.#isOver
      ? this.#zone.toInstant(moment.wallMs).instantMs
      : undefined;
  }

  get #isOver(): boolean {
    return this.#text.slice(this.#at).trim() === '';
  }

  #window(fromWallMs: number, last: Moment, includesLast: boolean): Window {
    const untilWallMs = last.wallMs + (includesLast && !last.hasTime ? dayMs : 0);
    const toInstant = (wallMs: number) => this.#zone.toInstant(wallMs).instantMs;
    return { fromMs: toInstant(fromWallMs), untilMs: toInstant(untilWallMs) };
  }

  /** A day, a time or both; one that is not before `leastWallMs` if the year or the day is left open. */
  #moment(leastWallMs: number): Moment | undefined {
    this.#take(/\s+/y);
    const day = this.#day(leastWallMs);
    const time = this.#take(day === undefined ? /(\d{1,2}):(\d\d)/y : /(?:,?\s+|t)(\d{1,2}):(\d\d)/y);
    const timeMs = time && timeOf(time);
    if (time !== undefined && timeMs === undefined) return undefined;
    if (day !== undefined) return { wallMs: day * dayMs + (timeMs ?? 0), hasTime: timeMs !== undefined };
    if (timeMs === undefined) return undefined;
    const today = dayOfWall(leastWallMs) * dayMs + timeMs;
    return { wallMs: today > leastWallMs ? today : today + dayMs, hasTime: true };
  }

  #day(leastWallMs: number): number | undefined {
    const least = dayOfWall(leastWallMs);
    const ordered = this.#take(/(\d{4})-(\d{1,2})-(\d{1,2})/y);
    if (ordered !== undefined) return dayOf(ordered[0], ordered[1], ordered[2]);
    const dotted = this.#take(/(\d{1,2})\.(\d{1,2})(?:\.(\d{4})|\.(?!\.))?/y);
    if (dotted !== undefined) return nextDay(dotted[2], dotted[1], dotted[0], least);
    const named = this.#take(/(\d{1,2})\.?\s+([a-zа-яё]{3,})\.?(?:\s+(\d{4}))?/y);
    if (named !== undefined) return nextDay(named[2], monthOf(named[1]), named[0], least);
    const american = this.#take(/([a-z]{3,})\.?\s+(\d{1,2})(?:,?\s+(\d{4}))?(?!\d|:)/y);
    if (american !== undefined) return nextDay(american[2], monthOf(american[0]), american[1], least);
    return this.#dayWord(least);
  }

  #dayWord(least: number): number | undefined {
    const from = this.#at;
    const [word = ''] = this.#take(/([a-zа-яё]{2,})/y) ?? [];
    const today = dayOfWall(this.#zone.toWall(this.#nowMs));
    const later = days.findIndex(names => names.includes(word));
    if (later >= 0) return today + later;
    const weekday = placeOf(weekdays, word);
    if (weekday !== undefined) {
      const first = Math.max(least, today + 1);
      return first + modulo(weekday - weekdayOf(first), 7);
    }
    this.#at = from;
    return undefined;
  }

  #take(pattern: RegExp): readonly (string | undefined)[] | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return undefined;
    this.#at += found[0].length;
    return found.slice(1);
  }
}

function timeOf([hours, minutes]: readonly (string | undefined)[]): number | undefined {
  const [hour, minute] = [Number(hours), Number(minutes)];
  return hour <= 23 && minute <= 59 ? (hour * 60 + minute) * minuteMs : undefined;
}

/** The place of the name that a word begins with. */
function placeOf(names: readonly (readonly string[])[], word: string): number | undefined {
  const place = names.findIndex(forms =>
    forms.some(form => (form.length === 2 ? word === form : word.startsWith(form))),
  );
  return place < 0 ? undefined : place;
}

function monthOf(word: string | undefined): string | undefined {
  const place = placeOf(months, word ?? '');
  return place === undefined ? undefined : String(place + 1);
}

function dayOf(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): number | undefined {
  const value = parseDateTime(`${year}${digits(Number(month))}${digits(Number(day))}`);
  return value && dayOfWall(value.wallMs);
}

/** The day in this year, or without a year, the first one that is not before `least`. */
function nextDay(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
  least: number,
): number | undefined {
  if (year !== undefined) return dayOf(year, month, day);
  const first = calendarDate(least).year;
  // February 29 is at most eight years away.
  for (let each = first; each <= first + 8; each += 1) {
    const found = dayOf(digits(each, 4), month, day);
    if (found !== undefined && found >= least) return found;
  }
  return undefined;
}
