import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { type ServerChoice, serverFor } from '../../../workbench/commands/servers/serverQuestions.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { withAddress } from '../../../workbench/servers/serverAddress.ts';
import { historyOf } from '../common/sessionHistory.ts';

/** Deletes what was seen of past runs of a server. */
export async function clearHistory(context: ServerChoice & Uses<'sessions'>, args: Args): Promise<void> {
  const server = await serverFor(context, args, t('Clear History'));
  if (server === undefined) return;
  const isSure = await context.dialogs.confirm({
    message: t('Clear the history of “{server}”?', { server: server.name }),
    detail: withAddress(
      server,
      t(
        'Everything that was seen of past runs is deleted from this computer, also for other windows and the command line. Nothing changes on the server itself.',
      ),
    ),
    action: t('Clear'),
  });
  const session = isSure ? context.sessions.get(server.id) : undefined;
  if (session !== undefined) await historyOf(session).clear();
}
