import { localizer } from '../platform/localize.ts';
import type { CommandContext } from './commandContext.ts';

type ReportContext = Pick<CommandContext, 'reports' | 'dialogs'>;

/** Refreshes the report in its editor. */
export async function refreshReport(context: ReportContext, args: readonly unknown[]): Promise<void> {
  const uri = await reportUri(context, args);
  if (uri === undefined || (await context.reports.refresh(uri))) return;
  await context.dialogs.info(
    localizer.t('This report is from before the window was reloaded and cannot be refreshed.'),
  );
}

/** The whole text of the report. */
export async function copyReport(
  context: ReportContext & Pick<CommandContext, 'clipboard'>,
  args: readonly unknown[],
): Promise<void> {
  const uri = await reportUri(context, args);
  if (uri !== undefined) await context.clipboard.writeText(context.reports.textOf(uri));
}

async function reportUri({ reports, dialogs }: ReportContext, args: readonly unknown[]) {
  const uri = reports.uriOf(args);
  if (uri === undefined) await dialogs.info(localizer.t('Open a report first.'));
  return uri;
}
