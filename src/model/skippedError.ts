export type SkipReason = 'devicesNotAdded' | 'changedSinceCreated' | 'renamed' | 'reusedId';

/** One object of a bulk operation was skipped before anything was sent; `reason` says why. */
export class SkippedError extends Error {
  override readonly name = 'SkippedError';
  readonly reason: SkipReason;

  constructor(reason: SkipReason) {
    super(reason);
    this.reason = reason;
  }
}
