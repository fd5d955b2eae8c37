import type { ServerSession } from '../store/serverSession.ts';
import type { ErrorNotices } from './errorNotices.ts';

/** Names of target groups need the group list; where it cannot be read, that is noted and ids are shown. */
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
