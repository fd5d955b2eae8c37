import type { Job } from '../../api/model/job.ts';
import { stateFolder } from '../../base/privateFiles.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { type Contribution, commandsWith } from '../../workbench/contribution.ts';
import { plural, t } from '../../workbench/platform/localize.ts';
import { jobNames } from '../../workbench/platform/objectNames.ts';
import { pausedTerm } from './common/pausedTerm.ts';
import { findPaused } from './common/sessionPauses.ts';
import { pauseJobs, resumeJobs, resumeThese } from './vscode/pauseJobs.ts';
import { pauseDecorations, pauseMarks, pauseNotes } from './vscode/pauseMarks.ts';
import { Pauses } from './vscode/pauses.ts';

/** Jobs that do not run for a time, and run again by themselves. */
export const pause: Contribution = workbench => {
  const pauses = new Pauses({
    ...workbench,
    stateFolder: stateFolder(process.env),
    onOverdue: (session, jobs) => void remind(session, jobs),
  });
  const own = { pauses };

  async function remind(session: ServerSession, jobs: readonly Job[]): Promise<void> {
    const enable = t('Enable');
    const text = plural(
      '{count} job on “{server}” was disabled for a pause that is over: {jobs}.|{count} jobs on “{server}” were disabled for a pause that is over: {jobs}.',
      jobs.length,
      { server: session.server.name, jobs: jobNames(jobs, 3) },
    );
    if ((await workbench.dialogs.info(text, enable)) === enable)
      await resumeThese({ ...workbench, ...own }, session, jobs);
  }

  return {
    commands: commandsWith(own, {
      'deviceAutomation.job.pause': pauseJobs,
      'deviceAutomation.job.resume': resumeJobs,
    }),
    findTerms: { [pausedTerm.name]: findPaused },
    marks: [pauseMarks(pauses)],
    formNotes: [pauseNotes(pauses)],
    disposables: [pauses, pauseDecorations()],
  };
};
