import { localizer } from '../platform/localize.ts';
import type { CommandParts } from './parts.ts';

/** Everything that was written to servers from here, newest first, as text in an editor. */
export async function showActivity(parts: CommandParts): Promise<void> {
  const { t } = localizer;
  const entries = await parts.activity.entries();
  if (entries.length === 0) {
    await parts.dialogs.info(t('Nothing was written to a server from here yet.'));
    return;
  }
  const title = t('Written to servers from this VS Code, newest first. Kept on this computer only.');
  await parts.documents.showText(`// ${title}\n${JSON.stringify(entries, undefined, 2)}\n`);
}
