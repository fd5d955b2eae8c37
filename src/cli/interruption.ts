import type { CliContext } from './cliContext.ts';

/**
 * Ctrl+C does not cancel a write that was sent, because its outcome must be known; a note explains why the program
 * does not exit immediately.
 */
export async function duringWrite<T>(
  { output, localizer, signal }: Pick<CliContext, 'output' | 'localizer' | 'signal'>,
  write: () => Promise<T>,
): Promise<T> {
  const onInterrupt = () => {
    if (output.isJson) return;
    output.note(
      localizer.t(
        'Waiting for the response to the request that was sent. Press Ctrl+C again to quit at once.',
      ),
    );
  };
  signal.addEventListener('abort', onInterrupt);
  try {
    return await write();
  } finally {
    signal.removeEventListener('abort', onInterrupt);
  }
}
