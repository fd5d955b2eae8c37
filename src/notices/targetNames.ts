import { isAbort } from '../api/errors/apiError.ts';
import type { CallOptions } from '../api/resources/callOptions.ts';
import { groupIdSearchLimit } from '../platform/settings.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { ErrorNotices } from './errorNotices.ts';

/**
 * Reads the group list, and within the budget for IDs the groups that jobs target. A failure is logged, and IDs are
 * shown instead of names.
 */
export async function loadTargetNames(
  session: ServerSession,
  notices: Pick<ErrorNotices, 'note'>,
  options: CallOptions = {},
): Promise<void> {
  try {
    await session.groups.ensureLoaded();
    await session.groups.identity.resolveFromJobs({ ...options, budget: groupIdSearchLimit() });
  } catch (error) {
    if (!isAbort(error)) await notices.note(error, session.server);
  }
}
