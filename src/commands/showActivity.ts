import { localizer } from '../platform/localize.ts';
import type { CommandContext } from './commandContext.ts';

/** Everything that was written to servers from here, newest first, as text in an editor. */
export async function showActivity(
  context: Pick<CommandContext, 'dialogs' | 'activity' | 'documents'>,
): Promise<void> {
  const { t } = localizer;
  const entries = await context.activity.entries();
  if (entries.length === 0) {
    await context.dialogs.info(t('Nothing was written to a server from here yet.'));
    return;
  }
  const title = t('Written to servers from this VS Code, newest first. Kept on this computer only.');
  await context.documents.showText(`// ${title}\n${JSON.stringify(entries, undefined, 2)}\n`);
}
