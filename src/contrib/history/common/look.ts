import type { StatusKind } from '../../../api/model/jobStatus.ts';

/** A status as a server returned it. The server made it between these two moments of its own clock. */
export interface Look {
  readonly word: string;
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** Consecutive looks of one writer at a job that all returned the same word. */
export interface Span {
  readonly word: string;
  /** The server returned the first of these words at this time or before. */
  readonly firstMs: number;
  /** The server returned the last of these words at this time or later: of a single look, before `firstMs`. */
  readonly lastMs: number;
  /** The longest time without a look in between; 0 for a single look. */
  readonly largestGapMs: number;
  /** How long before `firstMs` and after `lastMs` these looks may have been. */
  readonly slackMs: number;
  /** Which program looked: the order of its looks is known. */
  readonly writer: string;
}

/** The name of this program among the writers. */
export const ownWriter = '';

/** What the words of a server mean. */
export type KindOf = (word: string) => StatusKind;

/** Up to here the pauses between looks may differ as they like. */
const usualGapMs = 30_000;
const usualSlackMs = 1_000;
const longestPauseMs = 86_400_000;
/** A pause this many times longer than those before begins another span, so that its length does not count for all. */
const longer = 2;
const shorter = 8;

/**
 * How long a job rests at least between two runs that take this long: what was seen executing before and after a shorter
 * pause is one run. Nothing says so for certain, but without it nobody could tell how long a run takes.
 */
export function shortestRestMs(runMs: number): number {
  return Math.max(30_000, runMs * 0.15);
}

/** The newest span of a job, and its last look. */
export interface OpenSpan {
  readonly span: Span;
  /** While it executes: since when, without a pause in which it may have rested. */
  readonly oneSinceMs: number;
  readonly last: Look;
  /** Which span of the job this is; a longer version of a span has the same number. */
  readonly number: number;
  /** No look of these spans was later than this, as far as they tell. */
  readonly untilMs: number;
}

/**
 * Adds a look. Pauses of very different length become spans of their own, which share the look between them, so that
 * one long pause does not hide how closely the job was looked at before and after it; so do slow responses. Looks at an
 * executing job are of one span only if it is one run. With `isCut` the look begins a span in any case, because each file
 * has its own.
 */
export function addLook(
  open: OpenSpan | undefined,
  given: Look,
  { isCut = false, isExecuting = false } = {},
): OpenSpan {
  const number = open === undefined ? 0 : open.number + 1;
  // Nothing connects it with looks that were later by the server's clock.
  if (open === undefined || given.latestMs < open.last.earliestMs) return startSpan(given, number);
  const look = lookAfter(open, given);
  const pauseMs = look.latestMs - open.last.earliestMs;
  const mayRest = pauseMs > shortestRestMs(open.last.earliestMs - open.oneSinceMs);
  const isApart = open.last.word !== look.word || (isExecuting && mayRest) || pauseMs > longestPauseMs;
  const next = isApart ? startSpan(look, number) : nextSpan(open, look, isCut);
  const untilMs = Math.max(open.untilMs, next.span.lastMs + next.span.slackMs);
  return { ...next, last: look, untilMs, oneSinceMs: isApart ? look.latestMs : open.oneSinceMs };
}

function startSpan(look: Look, number: number): OpenSpan {
  const { latestMs } = look;
  return { span: spanOf(look, look, 0), last: look, number, untilMs: latestMs, oneSinceMs: latestMs };
}

/** A look that followed those of a span: when it was is not known so well that it might be taken for an earlier one. */
function lookAfter({ last, untilMs }: OpenSpan, { word, earliestMs, latestMs }: Look): Look {
  const beforeMs = word === last.word ? last.latestMs : untilMs;
  return {
    word,
    earliestMs: Math.max(earliestMs, last.earliestMs),
    latestMs: Math.max(latestMs, beforeMs + 1),
  };
}

function nextSpan(
  { span, last, number }: OpenSpan,
  look: Look,
  isCut: boolean,
): Pick<OpenSpan, 'span' | 'number'> {
  const gapMs = look.latestMs - last.earliestMs;
  const { largestGapMs } = span;
  const isPaceAlike =
    largestGapMs === 0 ||
    (gapMs <= longer * Math.max(largestGapMs, usualGapMs) && gapMs * shorter >= largestGapMs);
  const next = spanOf(last, look, gapMs);
  if (!isCut && isPaceAlike && isSlackAlike(span.slackMs, slackOf(look)))
    return { span: joinSpans(span, next), number };
  const isChained = isSlackAlike(slackOf(last), slackOf(look));
  return { span: isChained ? next : spanOf(look, look, 0), number: number + 1 };
}

function slackOf({ earliestMs, latestMs }: Look): number {
  return latestMs - earliestMs;
}

function isSlackAlike(oneMs: number, otherMs: number): boolean {
  const [less, more] = oneMs < otherMs ? [oneMs, otherMs] : [otherMs, oneMs];
  return more <= longer * Math.max(less, usualSlackMs);
}

function spanOf(first: Look, last: Look, largestGapMs: number): Span {
  const slackMs = Math.max(slackOf(first), slackOf(last));
  return {
    word: last.word,
    firstMs: first.latestMs,
    lastMs: last.earliestMs,
    largestGapMs,
    slackMs,
    writer: ownWriter,
  };
}

/** A span and its continuation, which begins with the last look of the first one. */
function joinSpans(span: Span, { lastMs, largestGapMs, slackMs }: Span): Span {
  return {
    ...span,
    lastMs,
    largestGapMs: Math.max(span.largestGapMs, largestGapMs),
    slackMs: Math.max(span.slackMs, slackMs),
  };
}
