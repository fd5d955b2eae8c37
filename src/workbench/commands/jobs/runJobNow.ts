import { t } from '../../platform/localize.ts';
import type { Args, Uses } from '../commandContext.ts';
import { openJobs } from '../open.ts';
import type { JobChoice } from './jobArguments.ts';

/** The API has no request that starts a job, so this says what is possible. */
export async function runJobNow(context: JobChoice & Uses<'documents'>, args: Args): Promise<void> {
  const open = t('Open Schedule');
  const text = t(
    'The server’s API cannot start a job: it runs when its schedule says, or when a device is switched on. To run it soon, let its schedule start in a few minutes.',
  );
  if ((await context.dialogs.info(text, open)) === open) await openJobs(context, args);
}
