/** An error in the command line, as a sentence in the person's language. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
