import type { JobStore } from '../../store/jobs/jobStore.ts';
import { messagesSent } from '../../util/afterSending.ts';
import type { Clock } from '../../util/clock.ts';

/** The longest delay of requests while a slow server returns jobs. */
const longestWaitMs = 150;

/** Resolves once VS Code has received the job rows that the user is waiting for, or after a short time. */
export async function afterJobRows(
  jobs: Pick<JobStore, 'isReading' | 'onDidChange'>,
  clock: Clock,
): Promise<void> {
  await messagesSent();
  if (jobs.isReading) await nextChange(jobs, clock);
  await messagesSent();
}

function nextChange({ onDidChange }: Pick<JobStore, 'onDidChange'>, clock: Clock): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      subscription.dispose();
      timer.dispose();
      resolve();
    };
    const subscription = onDidChange(end);
    const timer = clock.schedule(longestWaitMs, end);
  });
}
