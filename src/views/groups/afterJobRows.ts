import type { JobStore } from '../../store/jobs/jobStore.ts';
import { sent } from '../../util/afterSending.ts';
import type { Clock } from '../../util/clock.ts';

/** How long requests wait for jobs that the server is slow to return. */
const longestWaitMs = 150;

/** Resolves once VS Code has the rows of jobs that are being read, which a user waits for, or after a moment. */
export async function afterJobRows(
  jobs: Pick<JobStore, 'isReading' | 'onDidChange'>,
  clock: Clock,
): Promise<void> {
  await sent();
  if (jobs.isReading) await nextChange(jobs, clock);
  await sent();
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
