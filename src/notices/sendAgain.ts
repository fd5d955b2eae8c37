import { OutcomeError } from '../api/errors/apiError.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import type { Localizer } from '../util/localizer.ts';

/** Whether an error proves that a write was not done, so that it may be sent again. */
export function provesNotDone(error: unknown): boolean {
  return error instanceof OutcomeError && error.outcome === 'notDone';
}

/** Runs a change. If its response was lost and it was not done, the user can send it again, any number of times. */
export async function sendAgainIfWanted<T>(
  parts: {
    readonly dialogs: Pick<Dialogs, 'decide'>;
    readonly localizer: Localizer;
    readonly text: (error: unknown) => string;
  },
  run: () => Promise<T>,
): Promise<T> {
  const again = parts.localizer.t('Send Again');
  for (;;) {
    try {
      return await run();
    } catch (error) {
      if (!provesNotDone(error) || (await parts.dialogs.decide(parts.text(error), again)) !== again)
        throw error;
    }
  }
}
