/**
 * A write was cut off by its caller after it may have been sent: `cause` is the signal's reason. Never leaves
 * the client; `ReadBack` establishes what became of the write.
 */
export class WriteInterrupted extends Error {
  override readonly name = 'WriteInterrupted';

  constructor(reason: unknown) {
    super('the write was interrupted', { cause: reason });
  }
}
