import { t } from '../platform/localize.ts';
import type { Args, CommandsOf, Uses } from './commandContext.ts';

export const reportCommands: CommandsOf<'report' | 'log'> = {
  'deviceAutomation.report.refresh': refreshReport,
  'deviceAutomation.report.copy': copyReport,
  'deviceAutomation.log.show': context => context.log.show(),
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
