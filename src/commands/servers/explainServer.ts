import { localizer } from '../../platform/localize.ts';
import type { Uses } from '../commandContext.ts';
import { activeSession, type SessionAccess } from './serverArguments.ts';

/** Reports why the views of the active server are empty. */
export async function explainServer(context: SessionAccess & Uses<'notices' | 'dialogs'>): Promise<void> {
  const session = await activeSession(context);
  if (session === undefined) return;
  const states = [session.jobs.state, session.groups.state];
  const failed = states.find(state => state.kind === 'failed');
  if (failed !== undefined) return context.notices.show(failed.error, session.server);
  await context.dialogs.info(
    localizer.t('No known problems with “{server}”.', { server: session.server.name }),
  );
}
