import type { SeenAnswer } from '../../api/transport/seenAnswer.ts';
import { proxyFor } from '../../network/proxyChoice.ts';
import { localizer } from '../../platform/localize.ts';
import { proxySettings, useSystemCertificates } from '../../platform/networkSettings.ts';
import { versions } from '../../platform/versions.ts';
import { createServerClient } from '../../servers/serverClient.ts';
import type { CommandContext } from '../commandContext.ts';
import { type ServerChoice, serverFor } from './serverArguments.ts';

/** The connection doctor: a report in an editor, which a person can send to whoever helps. */
export async function checkConnection(
  context: ServerChoice & Pick<CommandContext, 'tokens' | 'log' | 'documents'>,
  args: readonly unknown[],
): Promise<void> {
  const { t } = localizer;
  const server = await serverFor(context, args, t('Check Connection'));
  if (server === undefined) return;
  const token = await context.tokens.get(server);
  const answers: SeenAnswer[] = [];
  // Read-only, whatever the server is otherwise: a check changes nothing.
  const readOnly = { ...server, readOnly: true };
  const client = createServerClient(readOnly, () => token, context.log, {
    onAnswer: answer => answers.push(answer),
  });
  const proxies = proxySettings();
  try {
    const report = await context.dialogs.progress(
      t('Checking the connection to “{server}”', { server: server.name }),
      async (_, signal) => {
        const { doctorReport } = await import('../../doctor/doctorReport.ts');
        return doctorReport({
          server,
          client,
          answers,
          hasToken: token !== undefined,
          proxies,
          useSystemCertificates: useSystemCertificates(),
          versions: versions(),
          secrets: [token, proxies.authorization, loginOf(server.url)],
          localizer,
          signal,
        });
      },
    );
    await context.documents.showText(report, 'plaintext');
  } finally {
    await client.close();
  }

  function loginOf(url: string): string | undefined {
    try {
      return proxyFor(new URL(url), proxies)?.authorization;
    } catch {
      // A proxy that cannot be used: the report says so itself.
      return undefined;
    }
  }
}
