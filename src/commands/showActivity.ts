import { localizer } from '../platform/localize.ts';
import type { CommandContext } from './commandContext.ts';

/** Everything that was written to servers from here, newest first, as text in an editor. */
export async function showActivity(
  context: Pick<CommandContext, 'dialogs' | 'activity' | 'documents'>,
): Promise<void> {
  const { t } = localizer;
  const entries = await context.activity.entries();
  if (entries.length === 0) {
    await context.dialogs.info(t('No changes have been sent to a server from here yet.'));
    return;
  }
  const title = t('Changes sent to servers from this VS Code, newest first. Stored on this computer only.');
  await context.documents.showText(`// ${title}\n${JSON.stringify(entries, undefined, 2)}\n`);
}
