import type { StatusKind } from '../model/jobStatus.ts';

/** A status as a server returned it. The server made it between these two moments of its own clock. */
export interface Look {
  readonly word: string;
  readonly earliestMs: number;
  readonly latestMs: number;
}

/**
 * Consecutive looks of one writer at a job that all returned the same word. Bounds are such that nothing derived from
 * them is too narrow: of a single look, `lastMs` is earlier than `firstMs` by as long as its response took.
 */
export interface Span {
  readonly word: string;
  /** The server returned the first of these words at this time or before. */
  readonly firstMs: number;
  /** The server returned the last of these words at this time or later. */
  readonly lastMs: number;
  /** The longest time without a look in between; 0 for a single look. */
  readonly largestGapMs: number;
}

/** What the words of a server mean. */
export type KindOf = (word: string) => StatusKind;

/** Up to here the pauses between looks may differ as they like. */
const usualGapMs = 30_000;
/** A pause this many times longer than those before begins another span, so that its length does not count for all. */
const longer = 2;
const shorter = 8;

/** The newest span of a job, and its last look. */
export interface OpenSpan {
  readonly span: Span;
  readonly last: Look;
  /** Which span of the job this is; a longer version of a span has the same number. */
  readonly number: number;
}

/**
 * Adds a look. Pauses of very different length become spans of their own, which share the look between them, so that
 * one long pause does not hide how closely the job was looked at before and after it.
 */
export function addLook(open: OpenSpan | undefined, look: Look): OpenSpan {
  const single = { word: look.word, firstMs: look.latestMs, lastMs: look.earliestMs, largestGapMs: 0 };
  const next = (open?.number ?? -1) + 1;
  if (open === undefined || open.last.word !== look.word || look.latestMs < open.last.earliestMs)
    return { span: single, last: look, number: next };
  const { span, last, number } = open;
  const gapMs = look.latestMs - last.earliestMs;
  const largestMs = span.largestGapMs;
  const isAlike = gapMs <= longer * Math.max(largestMs, usualGapMs) && gapMs * shorter >= largestMs;
  if (largestMs === 0 || isAlike) {
    const longest = Math.max(largestMs, gapMs);
    return { span: { ...span, lastMs: look.earliestMs, largestGapMs: longest }, last: look, number };
  }
  const chained = { word: look.word, firstMs: last.latestMs, lastMs: look.earliestMs, largestGapMs: gapMs };
  return { span: chained, last: look, number: next };
}
