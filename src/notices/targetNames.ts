import type { ServerSession } from '../store/serverSession.ts';
import type { ErrorNotices } from './errorNotices.ts';

/** Reads the group list for the names of target groups. A failure is logged, and IDs are shown instead. */
export async function loadTargetNames(
  session: ServerSession,
  notices: Pick<ErrorNotices, 'note'>,
): Promise<void> {
  try {
    await session.groups.ensureLoaded();
    await session.groups.identity.resolveFromJobs();
  } catch (error) {
    await notices.note(error, session.server);
  }
}
