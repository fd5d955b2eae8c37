import { Slices, yieldToHost } from '../../util/slices.ts';

/** Shorter than what a user notices, even where a step takes longer than it should. */
const unnoticedMs = 8;

/** For work on what a server has sent, however much that is. */
export function responseSlices(signal?: AbortSignal, sliceMs = unnoticedMs): Slices {
  return new Slices({
    sliceMs,
    steadyMs: () => performance.now(),
    yieldToHost,
    signal,
  });
}
