import type { ActivityEntry } from '../journal/activityLog.ts';
import { activityText } from '../journal/activityText.ts';
import type { CommandId } from '../platform/ids.ts';
import { localizer, t } from '../platform/localize.ts';
import type { Args, CommandsOf, Uses } from './commandContext.ts';
import { nameLabel } from './nameLabels.ts';
import { reportIssue } from './reportIssue.ts';
import { retryRun } from './retryRun.ts';

export const reportCommands: CommandsOf<'report' | 'activity' | 'log' | 'issue' | 'run'> = {
  'deviceAutomation.report.refresh': refreshReport,
  'deviceAutomation.report.copy': copyReport,
  // A report of jobs, unlike the others.
  'deviceAutomation.report.name': (context, args) => nameLabel(context, args, 'reports'),
  'deviceAutomation.run.retry': retryRun,
  'deviceAutomation.activity.show': showActivity,
  'deviceAutomation.log.show': context => context.log.show(),
  'deviceAutomation.issue.report': reportIssue,
};

type ReportContext = Uses<'reports' | 'dialogs'>;

/** Refreshes the report in its editor. */
async function refreshReport(context: ReportContext, args: Args): Promise<void> {
  const uri = await reportUri(context, args);
  if (uri === undefined || (await context.reports.refresh(uri))) return;
  await context.dialogs.info(
    t('This report is from before the window was reloaded and cannot be refreshed.'),
  );
}

/** Copies the whole text of the report. */
async function copyReport(context: ReportContext & Uses<'clipboard'>, args: Args): Promise<void> {
  const uri = await reportUri(context, args);
  if (uri !== undefined) await context.clipboard.writeText(context.reports.textOf(uri));
}

async function reportUri({ reports, dialogs }: ReportContext, args: Args) {
  const uri = reports.uriOf(args);
  if (uri === undefined) await dialogs.info(t('Open a report first.'));
  return uri;
}

/** Shows a report of all changes sent from here to servers, newest first. */
export async function showActivity(
  context: Uses<'dialogs' | 'activity' | 'reports' | 'servers'>,
): Promise<void> {
  await context.reports.show({
    key: 'activity',
    title: t('Activity'),
    again: { title: t('Show Activity'), command: 'deviceAutomation.activity.show' },
    read: async () => {
      const entries = await context.activity.entries();
      if (entries.length > 0) return activityText(entries, localizer, entry => openOf(entry, context));
      await context.dialogs.info(t('No changes have been sent to servers from this VS Code yet.'));
      return undefined;
    },
  });
}

/** The request of a create contains no ID, and a deleted object cannot be opened. */
function openOf(
  { request, serverId }: ActivityEntry,
  { servers }: Uses<'servers'>,
): { readonly command: CommandId; readonly argument: unknown } | undefined {
  const [, kind, digits] = /^(?:PUT|PATCH) .*\/(job|group)\/(\d+)\/$/.exec(request) ?? [];
  if (digits === undefined || serverId === undefined || servers.get(serverId) === undefined) return undefined;
  const command = kind === 'job' ? 'deviceAutomation.job.open' : 'deviceAutomation.group.open';
  return { command, argument: { id: Number(digits), server: serverId } };
}
