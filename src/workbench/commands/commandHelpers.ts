import type { Job } from '../../api/model/job.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { type SessionAccess, withSession } from './arguments.ts';
import type { Args } from './commandContext.ts';
import { type JobChoice, type JobTargets, jobsFor } from './jobs/jobArguments.ts';

/** What commands ask first, for contributions that are loaded before this code. */
export interface CommandHelpers {
  /** The jobs that a command applies to, among those that fit: given, selected, or picked. */
  jobsFor(args: Args, title: string, fits?: (job: Job) => boolean): Promise<JobTargets | undefined>;
  /** Uses the active server, or tells the user that there is none. */
  withSession(use: (session: ServerSession) => void | Promise<void>): Promise<void>;
}

export function commandHelpers(context: JobChoice & SessionAccess): CommandHelpers {
  return {
    jobsFor: (args, title, fits) => jobsFor(context, args, title, fits),
    withSession: use => withSession(context, use),
  };
}
