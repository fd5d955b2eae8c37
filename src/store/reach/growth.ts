/** The number of devices that something runs on, before and after a change. */
export interface ReachGrowth {
  readonly before: number;
  readonly after: number;
}

/** The fraction of the threshold from which tripling the number of devices also needs confirmation. */
const relativeShare = 5;

/**
 * Whether adding this many devices needs confirmation: at least `threshold` more, or three times as many as before if
 * that is at least a fifth of the threshold. A threshold of 0 disables this.
 */
export function isLargeGrowth({ before, after }: ReachGrowth, threshold: number): boolean {
  const added = after - before;
  if (threshold === 0 || added <= 0) return false;
  return added >= threshold || (before > 0 && after >= before * 3 && added * relativeShare >= threshold);
}
