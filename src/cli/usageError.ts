/** An error in the command line, described in the user's language. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
