import { isAbort } from '../api/errors/apiError.ts';
import { loadTargetNames } from '../notices/targetNames.ts';
import { t } from '../platform/localize.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { yieldToHost } from '../util/slices.ts';
import type { Uses } from './commandContext.ts';

/**
 * Reads what a question about reach is answered from: all jobs, the groups, and the IDs of groups that jobs target. If
 * the user cancels, the answer says what is unknown.
 */
export async function readReach(context: Uses<'dialogs' | 'notices'>, session: ServerSession): Promise<void> {
  await Promise.all([readAllJobs(context, session), session.groups.ensureLoaded()]);
  await context.dialogs.progress(
    t('Finding group IDs on “{server}”', { server: session.server.name }),
    (_, signal) => loadTargetNames(session, context.notices, { signal }),
  );
  await session.targets.update(yieldToHost);
}

/** Reads the jobs that have not been read yet, for a question about all of them. */
export async function readAllJobs({ dialogs }: Uses<'dialogs'>, { jobs }: ServerSession): Promise<void> {
  await jobs.ensureLoaded();
  if (!jobs.hasMore) return;
  try {
    await dialogs.progress(t('Reading all jobs'), (report, signal) =>
      jobs.loadAll({
        signal,
        onProgress: () =>
          report(
            jobs.total === undefined
              ? String(jobs.loadedCount)
              : t('{loaded} of {total}', { loaded: jobs.loadedCount, total: jobs.total }),
          ),
      }),
    );
  } catch (error) {
    if (!isAbort(error)) throw error;
  }
}
