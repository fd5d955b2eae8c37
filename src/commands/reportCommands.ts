import { localizer } from '../platform/localize.ts';
import type { Args, Uses } from './commandContext.ts';

type ReportContext = Uses<'reports' | 'dialogs'>;

/** Refreshes the report in its editor. */
export async function refreshReport(context: ReportContext, args: Args): Promise<void> {
  const uri = await reportUri(context, args);
  if (uri === undefined || (await context.reports.refresh(uri))) return;
  await context.dialogs.info(
    localizer.t('This report is from before the window was reloaded and cannot be refreshed.'),
  );
}

/** The whole text of the report. */
export async function copyReport(context: ReportContext & Uses<'clipboard'>, args: Args): Promise<void> {
  const uri = await reportUri(context, args);
  if (uri !== undefined) await context.clipboard.writeText(context.reports.textOf(uri));
}

async function reportUri({ reports, dialogs }: ReportContext, args: Args) {
  const uri = reports.uriOf(args);
  if (uri === undefined) await dialogs.info(localizer.t('Open a report first.'));
  return uri;
}
