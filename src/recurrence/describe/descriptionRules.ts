import { joinTexts } from '../../util/displayText.ts';
import { lastInstant, untilInstant } from '../expand/resolvedSet.ts';
import { dayMs } from '../text/calendarDay.ts';
import { localTime } from '../text/localDateTime.ts';
import { dateTimeText } from './descriptionDates.ts';
import type { DescriptionInput, ViewedRule } from './descriptionInput.ts';
import { exceptionClause, ruleClause } from './ruleClause.ts';
import { spanOfDay } from './timesView.ts';
import type { ScheduleWords } from './words/en.ts';

/** All rules as one clause, and the end they share. */
export function ruleClauses(input: DescriptionInput): {
  readonly rules: string;
  readonly until: string | undefined;
} {
  const { words } = input;
  const ends = input.views.map(viewed => untilClause(viewed, input));
  const [until] = ends;
  const isShared = ends.every(end => end === until);
  const rules = input.views.map((viewed, index) =>
    joinTexts(', ', ruleAndCount(viewed, words), !isShared && ownEnd(viewed, ends[index], words)),
  );
  return { rules: words.joinRules(rules), until: isShared ? until : undefined };
}

/** COUNT is an end without a date. */
function ownEnd({ rule }: ViewedRule, end: string | undefined, words: ScheduleWords): string | undefined {
  return end ?? (rule.count === undefined ? words.withoutEnd : undefined);
}

function ruleAndCount({ rule, view }: ViewedRule, words: ScheduleWords): string {
  return joinTexts(', ', ruleClause(view, words), rule.count !== undefined && words.count(rule.count));
}

/** The EXRULEs: those that fit after "except", and those that need their own sentence. */
export function exceptionClauses(input: DescriptionInput): {
  readonly within: readonly string[];
  readonly beside: readonly string[];
} {
  const { words } = input;
  const within: string[] = [];
  const beside: string[] = [];
  for (const viewed of input.exceptionViews) {
    const end = untilClause(viewed, { ...input, set: { ...input.set, end: undefined } });
    const isEndless = end === undefined && viewed.rule.count === undefined;
    const time = exceptionTime(viewed, input);
    const clause = isEndless ? exceptionClause(viewed.view, words, time) : undefined;
    if (clause !== undefined) within.push(clause);
    else {
      const openTime = viewed.view.times.kind === 'open' ? (time ?? '') : '';
      beside.push(joinTexts(', ', ruleAndCount(viewed, words) + openTime, end));
    }
  }
  return { within, beside };
}

/**
 * The text that replaces the times: '' when all rules have the same times; `undefined` when the times must be named.
 */
function exceptionTime({ view }: ViewedRule, { views, words }: DescriptionInput): string | undefined {
  const times = JSON.stringify(view.times);
  const isSteps = view.times.kind === 'steps';
  if (!isSteps && views.length > 0 && views.every(rule => JSON.stringify(rule.view.times) === times))
    return '';
  return view.times.kind === 'open' ? words.atStartTime : undefined;
}

/** The end of a rule: "until March 31, 2027"; `undefined` when it has none. */
export function untilClause({ rule, view }: ViewedRule, input: DescriptionInput): string | undefined {
  const { set, zone, reading, start, words } = input;
  const lastMs = Math.min(untilInstant(rule, zone, reading), lastInstant(set, reading));
  if (lastMs === Number.POSITIVE_INFINITY) return undefined;
  const wallMs = zone.toWall(lastMs);
  if (start.isDate) return words.until(words.date(wallMs));
  const time = localTime(wallMs);
  const [first, last] = spanOfDay(view.times) ?? ['00:00', '23:59:59'];
  if (time < first) return words.until(words.date(wallMs - dayMs));
  const end = { instantMs: lastMs, wallMs };
  return words.until(time >= last ? words.date(wallMs) : dateTimeText(end, input));
}
