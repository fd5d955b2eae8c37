import { changeServerUrl } from '../commands/servers/editServer.ts';
import { signInTo } from '../commands/servers/signIn.ts';
import { trustCertificate } from '../commands/servers/trustCertificate.ts';
import { type ErrorNoticeParts, ErrorNotices } from '../notices/errorNotices.ts';
import type { Log } from '../platform/log.ts';
import type { ServerRegistry } from '../servers/servers.ts';
import type { TokenStore } from '../servers/tokens.ts';

type NoticeParts = Omit<ErrorNoticeParts, 'actions'> & {
  readonly log: Log;
  readonly servers: ServerRegistry;
  readonly tokens: TokenStore;
};

/** Notices of errors, with the commands that their buttons run. */
export function createNotices(parts: NoticeParts): ErrorNotices {
  const notices: ErrorNotices = new ErrorNotices({
    ...parts,
    actions: {
      signIn: ({ id }) => signInTo(context, id),
      changeUrl: (server, url) => changeServerUrl(context, server, url),
      trustCertificate: server => trustCertificate(context, server),
    },
  });
  const context = { ...parts, notices };
  return notices;
}
