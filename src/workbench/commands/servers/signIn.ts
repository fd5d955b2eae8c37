import { t } from '../../platform/localize.ts';
import type { Args, Uses } from '../commandContext.ts';
import {
  askToken,
  findNamedServer,
  type ServerChangeContext,
  type ServerChoice,
  serverFor,
  tryServer,
} from './serverQuestions.ts';

export async function switchServer(context: ServerChangeContext & ServerChoice, args: Args): Promise<void> {
  const server = await serverFor(context, args, t('Switch Server'));
  if (server === undefined) return;
  await context.servers.setActive(server.id);
  if ((await context.tokens.get(server)) === undefined) await signInTo(context, server.id);
}

/** Asks for a token, tests it, and stores it only if the server accepts it. */
export async function signIn(context: ServerChangeContext & ServerChoice, args: Args): Promise<void> {
  const server = await serverFor(context, args, t('Sign In'));
  if (server !== undefined) await signInTo(context, server.id);
}

/** Signs in to the server as currently configured: the notification that offers this may be outdated. */
export async function signInTo(context: ServerChangeContext, serverId: string): Promise<void> {
  const server = await findNamedServer(context, serverId);
  if (server === undefined) return;
  const token = await askToken(context, server);
  if (token === undefined) return;
  const trial = await tryServer(context, server, token);
  if (trial.kind === 'usable') {
    context.notices.forget(server.id);
    await context.tokens.set(server, token);
    return;
  }
  const again = t('Try Again');
  const answer = await context.dialogs.decide(`${trial.problem} ${t('The token was not saved.')}`, again);
  if (answer === again) await signInTo(context, serverId);
}

/** Deletes the token and all data that was read with it. */
export async function signOut(context: ServerChoice & Uses<'tokens'>, args: Args): Promise<void> {
  const server = await serverFor(context, args, t('Sign Out'));
  if (server === undefined) return;
  await context.tokens.delete(server);
}
