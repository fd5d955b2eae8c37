import type { ServerSession } from '../store/serverSession.ts';
import type { ErrorNotices } from './errorNotices.ts';

/** Reads the group list, which names of target groups need; on failure logs it, and IDs are shown. */
export async function learnTargetNames(
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
