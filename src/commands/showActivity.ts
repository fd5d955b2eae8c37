import type { ActivityEntry } from '../journal/activityLog.ts';
import { activityText } from '../journal/activityText.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import type { Uses } from './commandContext.ts';

/** All changes sent to servers from here, newest first, as a report. */
export async function showActivity(
  context: Uses<'dialogs' | 'activity' | 'reports' | 'servers'>,
): Promise<void> {
  const { t } = localizer;
  await context.reports.show({
    key: 'activity',
    title: t('Activity'),
    again: { title: t('Show Activity'), command: 'deviceAutomation.activity.show' },
    read: async () => {
      const entries = await context.activity.entries();
      if (entries.length > 0) return activityText(entries, localizer, entry => openOf(entry, context));
      await context.dialogs.info(t('No changes have been sent to a server from here yet.'));
      return undefined;
    },
  });
}

/** The request of a create names no object, and a deleted one cannot be opened. */
function openOf(
  { request, serverId }: ActivityEntry,
  { servers }: Uses<'servers'>,
): { readonly command: CommandId; readonly argument: unknown } | undefined {
  const [, kind, digits] = /^(?:PUT|PATCH) .*\/(job|group)\/(\d+)\/$/.exec(request) ?? [];
  if (digits === undefined || serverId === undefined || servers.get(serverId) === undefined) return undefined;
  const command = kind === 'job' ? 'deviceAutomation.job.open' : 'deviceAutomation.group.open';
  return { command, argument: { id: Number(digits), server: serverId } };
}
