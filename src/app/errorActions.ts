import { changeServerUrl } from '../commands/servers/editServer.ts';
import { signInTo } from '../commands/servers/signIn.ts';
import { trustCertificate } from '../commands/servers/trustCertificate.ts';
import type { ErrorNoticeParts, ErrorNotices } from '../notices/errorNotices.ts';
import type { ServerActions } from '../notices/noticeActions.ts';
import type { Log } from '../platform/log.ts';
import type { ServerRegistry } from '../servers/servers.ts';
import type { TokenStore } from '../servers/tokens.ts';

export interface ErrorActionParts extends Omit<ErrorNoticeParts, 'actions'> {
  readonly log: Log;
  readonly servers: ServerRegistry;
  readonly tokens: TokenStore;
  readonly notices: ErrorNotices;
}

/** The actions behind the buttons of error notifications. */
export function errorActions(parts: ErrorActionParts): ServerActions {
  return {
    signIn: ({ id }) => signInTo(parts, id),
    changeUrl: (server, url) => changeServerUrl(parts, server, url),
    trustCertificate: server => trustCertificate(parts, server),
  };
}
