import fc from 'fast-check';
import { statusKind } from '../../../../src/api/model/jobStatus.ts';
import {
  addLook,
  type KindOf,
  type Look,
  type OpenSpan,
  type Span,
  shortestRestMs,
} from '../../../../src/contrib/history/common/look.ts';

/** What really happened to a job. */
export interface TrueRun {
  readonly queuedMs: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly word: string;
}

export const kindOf: KindOf = word => statusKind(word);

/** Runs of up to half an hour. */
const trueRuns = (leastPauseMs: number): fc.Arbitrary<readonly TrueRun[]> =>
  fc
    .array(
      fc.record({
        pauseMs: fc.integer({ min: leastPauseMs, max: 7_200_000 }),
        queueMs: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 200_000 })),
        lengthMs: fc.oneof(
          fc.integer({ min: 4_000, max: 90_000 }),
          fc.integer({ min: 4_000, max: 1_800_000 }),
        ),
        word: fc.constantFrom('succeeded', 'failed', 'stopped'),
      }),
      { maxLength: 8 },
    )
    .map(steps => {
      let atMs = 1_000_000;
      return steps.map(({ pauseMs, queueMs, lengthMs, word }) => {
        const queuedMs = atMs + pauseMs;
        const startMs = queuedMs + queueMs;
        atMs = startMs + lengthMs;
        return { queuedMs, startMs, endMs: atMs, word };
      });
    });

function statusAt(runs: readonly TrueRun[], atMs: number): string {
  const run = runs.findLast(({ queuedMs }) => queuedMs <= atMs);
  if (run === undefined) return 'never run';
  if (atMs < run.startMs) return 'queued';
  return atMs < run.endMs ? 'running' : run.word;
}

/** How a writer looks: pauses between its looks, and where in its response time the server made the status. */
const looking = (slowestMs: number, mostPauseMs: number) =>
  fc.array(
    fc.record({
      pauseMs: fc.oneof(
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 0, max: Math.min(120_000, mostPauseMs) }),
        fc.integer({ min: 0, max: mostPauseMs }),
      ),
      beforeMs: fc.integer({ min: 0, max: slowestMs }),
      afterMs: fc.integer({ min: 0, max: slowestMs }),
      repeated: fc.integer({ min: 1, max: 30 }),
    }),
    { maxLength: 12 },
  );

export interface TrueLook extends Look {
  readonly atMs: number;
}

/** The looks of up to four writers. */
const writers = (
  runs: readonly TrueRun[],
  slowestMs: number,
  mostPauseMs: number,
): fc.Arbitrary<readonly (readonly TrueLook[])[]> =>
  fc.array(
    fc
      .tuple(fc.integer({ min: 0, max: 4_000_000 }), looking(slowestMs, mostPauseMs))
      .map(([sinceMs, steps]) => {
        let atMs = 500_000 + sinceMs;
        return steps.flatMap(({ pauseMs, beforeMs, afterMs, repeated }) =>
          Array.from({ length: repeated }, () => {
            atMs += pauseMs + beforeMs + afterMs;
            return {
              atMs,
              word: statusAt(runs, atMs),
              earliestMs: atMs - beforeMs,
              latestMs: atMs + afterMs,
            };
          }),
        );
      }),
    { maxLength: 4 },
  );

interface Watching {
  /** How long a response takes at most. */
  readonly slowestMs?: number;
  /** Between two looks. */
  readonly mostPauseMs?: number;
  /** Between two runs. */
  readonly leastPauseMs?: number;
}

export const watchedRuns = ({
  slowestMs = 900,
  mostPauseMs = 5_000_000,
  leastPauseMs = 4_000,
}: Watching = {}) =>
  trueRuns(leastPauseMs).chain(runs => writers(runs, slowestMs, mostPauseMs).map(looks => ({ runs, looks })));

/** Runs of a job that is looked at at one pace, except in holes. Runs that end like the one before can be overlooked. */
export const pacedLooks = () =>
  fc
    .record({
      runs: trueRuns(1_000_000),
      paceMs: fc.integer({ min: 5_000, max: 30_000 }),
      holes: fc.array(
        fc.record({
          place: fc.nat({ max: 7 }),
          beforeMs: fc.nat({ max: 400_000 }),
          lengthMs: fc.nat({ max: 900_000 }),
        }),
        { maxLength: 2 },
      ),
    })
    .map(({ runs: different, paceMs, holes }) => {
      const runs = different.map((run): TrueRun => ({ ...run, word: 'succeeded' }));
      const looks: Look[] = [];
      for (let atMs = 500_000; atMs < (runs.at(-1)?.endMs ?? 0) + 700_000; atMs += paceMs) {
        const isHole = holes.some(({ place, beforeMs, lengthMs }) => {
          const fromMs = (runs[place]?.startMs ?? 0) - beforeMs;
          return atMs >= fromMs && atMs < fromMs + lengthMs;
        });
        if (!isHole) looks.push({ word: statusAt(runs, atMs), earliestMs: atMs, latestMs: atMs });
      }
      return { runs, looks };
    });

/**
 * Runs of a job that rests between them for as long as history takes for granted, under the words of some server, and
 * how several writers looked at it: closely, less and less often, or now and then.
 */
export const restingRuns = () =>
  fc
    .record({ longestMs: fc.constantFrom(8_000, 60_000, 1_800_000), count: fc.integer({ min: 1, max: 9 }) })
    .chain(({ longestMs, count }) =>
      fc.record({
        steps: fc.array(
          fc.record({
            restMs: fc
              .oneof(fc.nat({ max: 60_000 }), fc.nat({ max: 7_200_000 }))
              .map(ms => shortestRestMs(1.3 * longestMs) + 4_000 + ms),
            lengthMs: fc.integer({ min: Math.ceil(longestMs / 8), max: longestMs }),
            word: fc.constantFrom('succeeded', 'succeeded', 'succeeded', 'failed', 'stopped'),
          }),
          { minLength: count, maxLength: count },
        ),
        /** What the server says a while after a run, and in the middle of one. */
        restWord: fc.constantFrom(undefined, 'idle', 'none', 'queued'),
        phaseWord: fc.constantFrom(undefined, 'phase two'),
        writers: fc.array(
          fc.record({
            sinceMs: fc.oneof(fc.nat({ max: 3_000_000 }), fc.nat({ max: 200_000 })),
            pauses: fc.array(
              fc.oneof(
                { weight: 3, arbitrary: fc.integer({ min: 2_000, max: 20_000 }) },
                { weight: 2, arbitrary: fc.integer({ min: 20_000, max: 400_000 }) },
                { weight: 1, arbitrary: fc.nat({ max: 7_200_000 }) },
              ),
              { maxLength: 30 },
            ),
            followShare: fc.constantFrom(0, 0.1),
            slowMs: fc.nat({ max: 900 }),
            repeated: fc.integer({ min: 1, max: 25 }),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    )
    .map(({ steps, restWord, phaseWord, writers: all }) => {
      let endMs = 1_000_000;
      const runs = steps.map(({ restMs, lengthMs, word }): TrueRun => {
        const startMs = endMs + restMs;
        endMs = startMs + lengthMs;
        return { queuedMs: startMs, startMs, endMs, word };
      });
      const wordAt = (atMs: number) => {
        const run = runs.findLast(({ startMs }) => startMs <= atMs);
        if (run === undefined) return 'never run';
        if (atMs < run.endMs)
          return phaseWord !== undefined && atMs > (run.startMs + run.endMs) / 2 ? phaseWord : 'running';
        return restWord !== undefined && atMs > run.endMs + 20_000 ? restWord : run.word;
      };
      const looks = all.map(({ sinceMs, pauses, followShare, slowMs, repeated }) => {
        const seen: TrueLook[] = [];
        let atMs = 900_000 + sinceMs;
        for (const pauseMs of pauses)
          for (let count = 0; count < repeated; count++) {
            const word = wordAt(atMs);
            seen.push({ atMs, word, earliestMs: atMs - slowMs, latestMs: atMs + slowMs });
            const runningMs =
              word === 'running' ? atMs - (runs.findLast(run => run.startMs <= atMs)?.startMs ?? 0) : 0;
            atMs +=
              followShare > 0 && word === 'running' ? Math.max(13_500, followShare * runningMs) : pauseMs;
          }
        return seen;
      });
      return { runs, looks };
    });

/**
 * The looks of one writer that looks again and again within a second, and knows the time of the server at first badly
 * and then better.
 */
export const hastyLooks = () =>
  fc
    .array(
      fc.record({
        word: fc.constantFrom('running', 'queued', 'succeeded', 'failed'),
        pauseMs: fc.oneof(fc.integer({ min: 1, max: 300 }), fc.integer({ min: 1, max: 20_000 })),
        earlyMs: fc.nat({ max: 1_000 }),
        lateMs: fc.nat({ max: 1_000 }),
      }),
      { maxLength: 20 },
    )
    .map(steps => {
      let atMs = 1_000_000;
      return steps.map(({ word, pauseMs, earlyMs, lateMs }): TrueLook => {
        atMs += pauseMs;
        return { atMs, word, earliestMs: atMs - earlyMs, latestMs: atMs + lateMs };
      });
    });

/** What a writer stores of its looks; as a callback of `flatMap`, each list of looks is of another writer. */
export function spansOf(looks: readonly Look[], writer = 0): Span[] {
  const spans: Span[] = [];
  let open: OpenSpan | undefined;
  for (const look of looks) {
    open = addLook(open, look, { isExecuting: kindOf(look.word) === 'running' });
    spans[open.number] = { ...open.span, writer: `${writer}` };
  }
  return spans;
}
