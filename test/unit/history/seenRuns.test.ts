import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runsOf, type SeenRun } from '../../../src/history/seenRuns.ts';
import { hastyLooks, kindOf, spansOf, type TrueLook, type TrueRun, watchedRuns } from './support/trueRuns.ts';

const seenBy = (writers: readonly (readonly TrueLook[])[]) => runsOf(writers.flatMap(spansOf), kindOf);

/** Clocks of two writers agree only that well. */
const slackMs = 2_000;

/** Whether the runs may be what the writers saw as one: nobody looked between them. */
function isSeenAs({ start, end }: SeenRun, runs: readonly TrueRun[], looks: readonly TrueLook[]): boolean {
  const { afterMs = 0, byMs } = start;
  const { byMs: endedMs = Number.POSITIVE_INFINITY } = end;
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return false;
  const isInside =
    first.startMs >= afterMs && first.startMs <= byMs && last.endMs >= end.afterMs && last.endMs <= endedMs;
  return (
    isInside &&
    runs.every(({ endMs }, index) => {
      const next = runs[index + 1]?.startMs ?? 0;
      return !looks.some(({ atMs }) => atMs >= endMs + slackMs && atMs < next - slackMs);
    })
  );
}

describe('runs that looks show', () => {
  it('begin and end in their intervals, and only runs that no look separates are one', () => {
    fc.assert(
      fc.property(watchedRuns(), ({ runs, looks }) => {
        const all = looks.flat();
        for (const seen of seenBy(looks)) {
          const isTrue = runs.some((_, first) =>
            runs.some((_run, last) => isSeenAs(seen, runs.slice(first, last + 1), all)),
          );
          assert.ok(isTrue, JSON.stringify(seen));
        }
      }),
    );
  });

  it('are each shown by a look at the job while it executed, or at its new result', () => {
    fc.assert(
      fc.property(watchedRuns(), ({ looks }) => {
        const all = looks.flat();
        for (const { start, end, wasSeenExecuting, word } of seenBy(looks)) {
          const isLook = all.some(look =>
            wasSeenExecuting
              ? look.word === 'running' &&
                look.atMs >= (start.afterMs ?? 0) &&
                look.atMs <= (end.byMs ?? Infinity)
              : look.word === word && look.atMs >= end.afterMs && look.latestMs <= (end.byMs ?? 0),
          );
          assert.ok(isLook);
        }
      }),
    );
  });

  it('are the same in whatever order and how often the looks of the writers are merged', () => {
    const cases = watchedRuns().chain(({ looks }) => {
      const spans = looks.flatMap(spansOf);
      return fc.tuple(
        fc.constant(spans),
        fc.shuffledSubarray([...spans, ...spans], { minLength: spans.length * 2 }),
      );
    });
    fc.assert(
      fc.property(cases, ([spans, shuffled]) => {
        assert.deepEqual(runsOf(shuffled, kindOf), runsOf(spans, kindOf));
      }),
    );
  });

  it('are in the order in which their writer looked, however close together and imprecise its looks are', () => {
    const outline = (looks: readonly TrueLook[]) =>
      runsOf(spansOf(looks), kindOf).map(({ state, wasSeenExecuting, word }) => [
        state,
        wasSeenExecuting,
        word,
      ]);
    fc.assert(
      fc.property(hastyLooks(), looks => {
        const exact = looks.map(look => ({ ...look, earliestMs: look.atMs, latestMs: look.atMs }));
        assert.deepEqual(outline(looks), outline(exact));
      }),
    );
  });

  it('become only more precise with the looks of another writer', () => {
    fc.assert(
      fc.property(watchedRuns({ slowestMs: 0, mostPauseMs: 120_000, leastPauseMs: 300_000 }), ({ looks }) => {
        const [, ...others] = looks;
        const more = seenBy(looks);
        for (const { start, end } of seenBy(others)) {
          assert.ok(
            more.some(
              run => (run.start.afterMs ?? 0) >= (start.afterMs ?? 0) && run.start.byMs <= start.byMs,
            ),
          );
          assert.ok(
            more.some(
              run => run.end.afterMs >= end.afterMs && (run.end.byMs ?? Infinity) <= (end.byMs ?? Infinity),
            ),
          );
        }
      }),
    );
  });
});
