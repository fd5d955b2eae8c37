export type SkipReason = 'devicesNotAdded' | 'changedSinceCreated';

/** Nothing was sent for one object of an operation on many, because what it relied on is not so. */
export class SkippedError extends Error {
  override readonly name = 'SkippedError';
  readonly reason: SkipReason;

  constructor(reason: SkipReason) {
    super(reason);
    this.reason = reason;
  }
}
