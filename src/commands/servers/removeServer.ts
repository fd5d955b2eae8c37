import { t } from '../../platform/localize.ts';
import type { Args, Uses } from '../commandContext.ts';
import { type ServerChoice, serverFor } from './serverQuestions.ts';

/** Removes a server and its token from VS Code; nothing changes on the server. */
export async function removeServer(
  context: ServerChoice & Uses<'tokens' | 'demo' | 'watchList'>,
  args: Args,
): Promise<void> {
  const server = await serverFor(context, args, t('Remove Server'));
  if (server === undefined) return;
  if (context.servers.isTemporary(server.id)) return context.demo.stop();
  const isSure = await context.dialogs.confirm({
    message: t('Remove “{server}” ({url}) from VS Code?', { server: server.name, url: server.url }),
    detail: t('Its token is deleted as well. Nothing changes on the server itself.'),
    action: t('Remove'),
  });
  if (!isSure) return;
  // Otherwise the watched jobs would keep activating the extension with the window.
  await context.watchList.unwatchAll(server.id);
  await context.tokens.delete(server);
  await context.servers.remove(server.id);
}
