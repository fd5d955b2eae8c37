import { localizer } from '../host/localize.ts';
import { proxySettings } from '../host/network/networkSettings.ts';
import { createServerClient } from '../host/serverClient.ts';
import type { CommandParts } from './parts.ts';
import { serverFor } from './serverArguments.ts';

/** The connection doctor: a report in an editor, which a person can send to whoever helps. */
export async function checkConnection(parts: CommandParts, args: readonly unknown[]): Promise<void> {
  const { t } = localizer;
  const server = await serverFor(parts, args, t('Check Connection'));
  if (server === undefined) return;
  const token = await parts.tokens.get(server);
  // Read-only, whatever the server is otherwise: a check changes nothing.
  const client = createServerClient({ ...server, readOnly: true }, () => token, parts.log);
  try {
    const report = await parts.dialogs.progress(
      t('Checking the connection to “{server}”', { server: server.name }),
      async (_, signal) => {
        const { doctorReport } = await import('../host/doctorReport.ts');
        const hasToken = token !== undefined;
        return doctorReport({ server, client, hasToken, proxies: proxySettings(), signal });
      },
    );
    await parts.documents.showText(report);
  } finally {
    await client.close();
  }
}
