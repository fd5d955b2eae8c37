import { RunRecordSchema } from '../journal/runRecord.ts';
import { t } from '../platform/localize.ts';
import type { Uses } from './commandContext.ts';
import type { CreateAgainContext } from './runs/createAgain.ts';
import { isDrafted, restOfDrafted } from './runs/draftedRuns.ts';
import { isSameUrl } from './runs/interruptedRuns.ts';

/** Repeats the items of a run that were definitely not done. The report of the run passes its record as the argument. */
export async function retryRun(
  context: CreateAgainContext & Uses<'sessions'>,
  [given]: readonly unknown[],
): Promise<void> {
  const record = RunRecordSchema.parse(given);
  const { act, server, items } = record;
  const session = context.sessions.get(server.id);
  if (session === undefined || !isDrafted(act)) return;
  if (!isSameUrl(session.server.url, server.url)) {
    await context.dialogs.info(
      t('The URL of the server has changed since (it was {url}), so this cannot be resumed.', {
        url: server.url,
      }),
    );
    return;
  }
  const rest = await restOfDrafted(
    context,
    session,
    // Items with an unknown outcome are left for the user to check.
    { ...record, act, items: items.filter(({ is }) => is !== 'unknown') },
  );
  if (rest === 'nothing') await context.dialogs.info(t('Nothing left to do.'));
  else await rest?.();
}
