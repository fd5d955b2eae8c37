/**
 * The caller aborted a write that may already have been sent; `cause` is the signal's reason. Never leaves the
 * client: `ReadBack` determines the outcome of the write.
 */
export class WriteInterrupted extends Error {
  override readonly name = 'WriteInterrupted';

  constructor(reason: unknown) {
    super('the write was interrupted', { cause: reason });
  }
}
