import type { Draft } from '../model/draft.ts';
import { NotSavedError } from '../model/saveErrors.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { t } from '../platform/localize.ts';
import { reachText } from '../platform/reachTexts.ts';
import { confirmationThreshold } from '../platform/settings.ts';
import { confirmOn } from '../servers/productionGuard.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { reachOfDraft } from '../store/targets/draftReach.ts';
import { isLargeGrowth } from '../store/targets/reachGrowth.ts';
import { displayText } from '../util/displayText.ts';

/** The job before (`undefined` for a new one) and after a save. */
interface Growth {
  readonly before: Draft | undefined;
  readonly after: Draft;
}

/** Whether a change can let a job run on more devices. */
export function changesReach(patch: Draft): boolean {
  return 'groups' in patch || 'peers' in patch || patch['enabled'] === true;
}

/**
 * Asks before saving a job that would run on many more devices than before, because it is easy to pick one group too
 * many. A job that the save enables did not run on any device before. Rejects if the user declines; resolves with
 * whether it asked.
 */
export async function confirmReach(
  dialogs: Dialogs,
  session: ServerSession,
  { before, after }: Growth,
): Promise<boolean> {
  if (reachOfDraft(after, session).unknownGroups.length > 0)
    await session.groups.ensureLoaded().catch(() => undefined);
  const reach = reachOfDraft(after, session);
  const isEnabled = before?.['enabled'] === false && after['enabled'] === true;
  const had = before === undefined || isEnabled ? 0 : reachOfDraft(before, session).devices;
  if (!isLargeGrowth({ before: had, after: reach.devices }, confirmationThreshold())) return false;
  const isSure = await confirmOn(session.server, dialogs, {
    message: t('Save “{name}” to “{server}”? It will run on more devices.', {
      name: displayText(String(after['name'] ?? ''), 80),
      server: session.server.name,
    }),
    detail: reachText(reach, had),
    action: t('Save'),
  });
  if (!isSure) throw new NotSavedError('reachKept');
  return true;
}
