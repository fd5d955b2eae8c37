import type { History } from '../../../../src/contrib/history/common/history.ts';

const stepMs = 10_000;

/** A run of a server: when it begins, how long it takes, and the word with which it ends. */
export type RealRun = readonly [startMs: number, lengthMs: number, word: string];

/** Looks at a job with these runs every 10 s; before its first run it is idle. */
export function watchRuns(
  history: History,
  jobId: number,
  {
    runs,
    fromMs,
    toMs,
  }: { readonly runs: readonly RealRun[]; readonly fromMs: number; readonly toMs: number },
): void {
  for (let atMs = fromMs; atMs <= toMs; atMs += stepMs) {
    const [startMs = 0, lengthMs = 0, word = 'never run'] =
      runs.findLast(([beginMs]) => beginMs <= atMs) ?? [];
    const shown = startMs > 0 && atMs < startMs + lengthMs ? 'running' : word;
    history.look(jobId, { word: shown, earliestMs: atMs, latestMs: atMs });
  }
}

export const hourMs = 3_600_000;
export const minuteMs = 60_000;

/** Hourly runs of four minutes, the first of them at `fromMs`. */
export function hourlyRuns(fromMs: number, count: number, word = 'finished'): RealRun[] {
  return Array.from({ length: count }, (_, index) => [fromMs + index * hourMs, 4 * minuteMs, word]);
}
