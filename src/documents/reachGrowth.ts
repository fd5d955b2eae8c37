import type { Draft } from '../model/draft.ts';
import { NotSavedError } from '../model/saveErrors.ts';
import type { Dialogs } from '../platform/dialogs.ts';
import { localizer } from '../platform/localize.ts';
import { reachChangeText } from '../platform/objectNames.ts';
import { confirmOn } from '../servers/productionGuard.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { reachOfDraft } from '../store/targets/draftReach.ts';
import { displayText } from '../util/displayText.ts';

const { t } = localizer;

/** Fewer additional devices than this are only shown in the form. */
const askedFrom = 100;

/** The job before (`undefined` for a new one) and after a save. */
interface Growth {
  readonly before: Draft | undefined;
  readonly after: Draft;
}

/**
 * Asks before a job is saved that is to run on many more devices than before: one group too many is easily chosen.
 * Rejects when the user declines; resolves with whether it asked.
 */
export async function confirmReach(
  dialogs: Dialogs,
  session: ServerSession,
  { before, after }: Growth,
): Promise<boolean> {
  const had = before === undefined ? 0 : reachOfDraft(before, session).devices;
  const has = reachOfDraft(after, session).devices;
  if (has - had < askedFrom) return false;
  const isSure = await confirmOn(session.server, dialogs, {
    message: t('Save “{name}” to “{server}”? It will run on more devices.', {
      name: displayText(String(after['name'] ?? ''), 80),
      server: session.server.name,
    }),
    detail: reachChangeText(had, has),
    action: t('Save'),
  });
  if (!isSure) throw new NotSavedError('reachKept');
  return true;
}
