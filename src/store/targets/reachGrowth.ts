/** On how many devices something runs, before and after a change. */
export interface ReachGrowth {
  readonly before: number;
  readonly after: number;
}

/** From this share of the threshold on, three times as many devices are worth a question, too. */
const relativeShare = 5;

/**
 * Whether this many more devices are worth a question: as many as the threshold, or three times as many as before where
 * that is a fifth of the threshold. A threshold of 0 is never reached.
 */
export function isLargeGrowth({ before, after }: ReachGrowth, threshold: number): boolean {
  const added = after - before;
  if (threshold === 0 || added <= 0) return false;
  return added >= threshold || (before > 0 && after >= before * 3 && added * relativeShare >= threshold);
}
