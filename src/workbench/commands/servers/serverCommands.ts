import type { ServerActions } from '../../notices/errorNotices.ts';
import { t } from '../../platform/localize.ts';
import type { Args, CommandsOf, RunCommand, Uses } from '../commandContext.ts';
import { addServer } from './addServer.ts';
import { changeServerUrl, editServer } from './editServer.ts';
import { askPassphrase, type ServerChangeContext, type ServerChoice, serverFor } from './serverQuestions.ts';
import { signIn, signInTo, signOut, switchServer } from './signIn.ts';
import { trustCertificate } from './trustCertificate.ts';

export const serverCommands: CommandsOf<'server'> = {
  'deviceAutomation.server.add': addServer,
  'deviceAutomation.server.edit': editServer,
  'deviceAutomation.server.remove': removeServer,
  'deviceAutomation.server.switch': switchServer,
  'deviceAutomation.server.signIn': signIn,
  'deviceAutomation.server.signOut': signOut,
  'deviceAutomation.server.copyUrl': copyServerUrl,
};

/** What the buttons of error notifications do. */
export function serverErrorActions(context: ServerChangeContext): ServerActions {
  return {
    signIn: ({ id }) => signInTo(context, id),
    changeUrl: (server, url) => changeServerUrl(context, server, url),
    trustCertificate: server => trustCertificate(context, server),
    enterPassphrase: server => askPassphrase(context, server).then(() => undefined),
  };
}

/** Tells the user that no server is configured, and offers to add one. */
export async function offerServer({ dialogs }: Uses<'dialogs'>, runCommand: RunCommand): Promise<void> {
  const add = t('Add Server');
  const start = t('Get Started');
  const chosen = await dialogs.info(t('No server is configured yet.'), add, start);
  if (chosen === start) await runCommand('deviceAutomation.walkthrough.open');
  if (chosen === add) await runCommand('deviceAutomation.server.add');
}

/** Removes a server and its token from VS Code; nothing changes on the server. */
export async function removeServer(
  context: ServerChoice & Uses<'tokens' | 'passphrases'>,
  args: Args,
): Promise<void> {
  const server = await serverFor(context, args, t('Remove Server'));
  if (server === undefined) return;
  if (context.servers.isTemporary(server.id)) return context.servers.remove(server.id);
  const isSure = await context.dialogs.confirm({
    message: t('Remove “{server}” ({url}) from VS Code?', { server: server.name, url: server.url }),
    detail: t('Its token is deleted as well. Nothing changes on the server itself.'),
    action: t('Remove'),
  });
  if (!isSure) return;
  await context.tokens.delete(server);
  await context.passphrases.delete(server);
  await context.servers.remove(server.id);
}

async function copyServerUrl(context: ServerChoice & Uses<'clipboard'>, args: Args): Promise<void> {
  const server = await serverFor(context, args, t('Copy URL'));
  if (server !== undefined) await context.clipboard.writeText(server.url);
}
