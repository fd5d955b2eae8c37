import { yieldToHost } from '../../base/slices.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import { loadTargetNames } from '../notices/errorNotices.ts';
import { readWhole } from '../notices/wholeLists.ts';
import { t } from '../platform/localize.ts';
import type { Uses } from './commandContext.ts';

/**
 * Reads what a question about reach is answered from: all jobs and groups, and the IDs of groups that jobs target. If
 * the user cancels, it resolves with false, and the answer says what is unknown.
 */
export async function readReachWithProgress(
  context: Uses<'dialogs' | 'notices'>,
  session: ServerSession,
): Promise<boolean> {
  const isWhole = await readWhole(context, session);
  const title = t('Finding group IDs on “{server}”', { server: session.server.name });
  await context.dialogs.progress(title, (_, signal) => loadTargetNames(session, context.notices, { signal }));
  await session.targets.update(yieldToHost);
  return isWhole;
}
