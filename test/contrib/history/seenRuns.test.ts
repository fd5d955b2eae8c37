import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  durationOf,
  runsOf,
  type SeenRun,
  typicalDurationMs,
} from '../../../src/contrib/history/common/seenRuns.ts';
import {
  hastyLooks,
  kindOf,
  restingRuns,
  spansOf,
  type TrueLook,
  type TrueRun,
  watchedRuns,
} from './support/trueRuns.ts';

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

  it('never take longer or shorter than they did, however sparse the looks and whatever the words', () => {
    let [exact, executing] = [0, 0];
    fc.assert(
      fc.property(restingRuns(), ({ runs, looks }) => {
        for (const seen of seenBy(looks)) {
          const { minMs, maxMs = Number.POSITIVE_INFINITY } = durationOf(seen);
          const { afterMs: seenMs } = seen.end;
          const isTrue = runs.some(({ startMs, endMs, word }) => {
            if (!seen.wasSeenExecuting) return word === seen.word && endMs - startMs <= maxMs;
            const tookMs = (seen.state === 'executing' ? seenMs + slackMs : endMs) - startMs;
            return startMs <= seenMs + slackMs && endMs >= seenMs && minMs <= tookMs && tookMs <= maxMs;
          });
          assert.ok(isTrue, JSON.stringify(seen));
          if (minMs > 0 && maxMs < 1.3 * minMs) exact += 1;
          if (seen.state === 'executing' && minMs > 300_000) executing += 1;
        }
      }),
      { numRuns: 2_000 },
    );
    assert.ok(exact > 20 && executing > 5, `${exact}, ${executing}`);
  });

  const lookEach = (pauseMs: number, runs: readonly TrueRun[], fromMs: number, toMs: number): TrueLook[] => {
    const looks: TrueLook[] = [];
    for (let atMs = fromMs; atMs <= toMs; atMs += pauseMs) {
      const run = runs.findLast(({ startMs }) => startMs <= atMs);
      const word = run === undefined || atMs >= run.endMs ? 'succeeded' : 'running';
      looks.push({ atMs, word, earliestMs: atMs, latestMs: atMs });
    }
    return looks;
  };
  const every = (periodMs: number, lengthMs: number, count: number): TrueRun[] =>
    Array.from({ length: count }, (_, index) => {
      const startMs = (index + 1) * periodMs;
      return { queuedMs: startMs, startMs, endMs: startMs + lengthMs, word: 'succeeded' };
    });

  it('are two if nobody looked for longer than they usually take, and nobody knows if that is unknown', () => {
    const runs = every(180_000, 36_000, 10);
    const close = lookEach(10_000, runs, 0, 8 * 180_000 + 100_000);
    const between = lookEach(180_000, runs, 9 * 180_000 + 7_000, 10 * 180_000 + 7_000);
    const known = runsOf(spansOf([...close, ...between]), kindOf);
    assert.deepEqual(
      known.slice(-2).map(({ state }) => state),
      ['lost', 'executing'],
    );
    const [unknown, ...others] = runsOf(spansOf(between), kindOf);
    assert.deepEqual([others, unknown && durationOf(unknown)], [[], { minMs: 0 }]);
  });

  it('are one however long it takes, if it is followed at growing pauses', () => {
    const runs = every(60_000, 20_000_000, 1);
    const looks: TrueLook[] = [];
    for (
      let atMs = 60_000;
      atMs < 19_000_000;
      atMs += Math.max(13_500, Math.min(600_000, (atMs - 60_000) * 0.1))
    )
      looks.push({ atMs, word: 'running', earliestMs: atMs, latestMs: atMs });
    const [seen, ...others] = runsOf(spansOf(looks), kindOf);
    assert.deepEqual(others, []);
    assert.ok(runs.length === 1 && seen && durationOf(seen).minMs > 18_000_000);
    assert.ok(spansOf(looks).length < 5);
  });

  it('have a typical duration however short they are, if each is known to a minute', () => {
    const runs = every(600_000, 8_000, 350);
    const looks = lookEach(7_000, runs, 0, 351 * 600_000);
    const typicalMs = typicalDurationMs(runsOf(spansOf(looks), kindOf)) ?? 0;
    assert.ok(Math.abs(typicalMs - 8_000) < 15_000, `${typicalMs}`);
    const sparse = runs
      .flatMap(({ startMs }) => [startMs - 60_000, startMs + 1_000, startMs + 90_000])
      .map(atMs => {
        const word = runs.some(run => run.startMs <= atMs && atMs < run.endMs) ? 'running' : 'succeeded';
        return { atMs, word, earliestMs: atMs, latestMs: atMs };
      });
    assert.equal(typicalDurationMs(runsOf(spansOf(sparse), kindOf)), undefined);
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
        const seenMs = ({ start, firstSeenMs = start.byMs }: SeenRun) => firstSeenMs;
        for (const seen of seenBy(others)) {
          const { start, end } = seen;
          assert.ok(
            more.some(run => (run.start.afterMs ?? 0) >= (start.afterMs ?? 0) && seenMs(run) <= seenMs(seen)),
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
