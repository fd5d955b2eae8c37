import { Slices, yieldToHost } from '../../util/slices.ts';

/** Below what a user notices, even if a step takes longer than it should. */
const unnoticedMs = 8;

/** Slices for work on server responses of any size. */
export function responseSlices(signal?: AbortSignal, sliceMs = unnoticedMs): Slices {
  return new Slices({ sliceMs, steadyMs: () => performance.now(), yieldToHost, signal });
}
