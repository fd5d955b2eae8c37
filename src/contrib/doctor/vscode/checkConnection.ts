import type { ServerConfig } from '../../../api/model/server.ts';
import { proxyLogin } from '../../../api/network/proxyChoice.ts';
import type { SeenResponse } from '../../../api/transport/transport.ts';
import { activeSession, type SessionAccess } from '../../../workbench/commands/arguments.ts';
import type { Args, Uses } from '../../../workbench/commands/commandContext.ts';
import { type ServerChoice, serverFor } from '../../../workbench/commands/servers/serverQuestions.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import { networkSettings } from '../../../workbench/platform/networkSettings.ts';
import type { Report, ReportAction } from '../../../workbench/reports/reports.ts';
import { createServerClient } from '../../../workbench/servers/serverClient.ts';
import { checkCommand } from '../common/checkCommand.ts';
import { type ConnectionCheck, doctorReport } from '../common/doctorReport.ts';
import type { DoctorOptions } from '../common/reportText.ts';
import { versions } from './versions.ts';

/** Shows the connection report, which users can send to support. */
export async function checkConnection(
  context: ServerChoice & Uses<'tokens' | 'passphrases' | 'log' | 'reports'>,
  args: Args,
): Promise<void> {
  const server = await serverFor(context, args, t('Check Connection'));
  if (server === undefined) return;
  await context.reports.show({
    key: `connection/${server.id}`,
    title: t('Connection to {server}', { server: server.name }),
    again: { title: t('Check Connection'), command: checkCommand, args: [server.id] },
    read: async () => {
      // The settings may have changed since the report was opened.
      const current = context.servers.get(server.id);
      return current && connectionReport(context, current);
    },
  });
}

/** Tests the connection and every read operation. */
export async function connectionReport(
  context: Uses<'tokens' | 'passphrases' | 'log' | 'dialogs'>,
  server: ServerConfig,
): Promise<Report> {
  const { text } = await context.dialogs.progress(
    t('Checking the connection to “{server}”', { server: server.name }),
    (_, signal) => runChecks(context, server, { localizer, signal }),
  );
  return { text, links: [], actions: connectionActions(server) };
}

/** The result of the tests, without progress. */
export async function runChecks(
  { tokens, passphrases, log }: Uses<'tokens' | 'passphrases' | 'log'>,
  server: ServerConfig,
  asked: Pick<DoctorOptions, 'localizer' | 'signal'>,
): Promise<ConnectionCheck> {
  const token = await tokens.get(server);
  const responses: SeenResponse[] = [];
  // Read-only regardless of the settings, because a check must not change anything.
  const readOnly = { ...server, readOnly: true };
  const client = createServerClient(readOnly, { getToken: () => token, passphrases }, log, {
    onResponse: response => responses.push(response),
  });
  const { proxies, useSystemCertificates } = networkSettings();
  try {
    return await doctorReport({
      ...asked,
      server,
      client,
      responses,
      hasToken: token !== undefined,
      proxies,
      useSystemCertificates,
      getPassphrase: () => passphrases.get(server),
      versions: versions(),
      secrets: [token, proxies.authorization, proxyLogin(new URL(server.url), proxies)],
    });
  } finally {
    await client.close();
  }
}

function connectionActions({ id }: ServerConfig): ReportAction[] {
  return [
    { title: t('Sign In…'), command: 'deviceAutomation.server.signIn', args: [id] },
    { title: t('Edit Server…'), command: 'deviceAutomation.server.edit', args: [id] },
    { title: t('Show Log'), command: 'deviceAutomation.log.show' },
    { title: t('Report Issue…'), command: 'deviceAutomation.issue.report', args: [id] },
  ];
}

/** Explains why the views of the active server are empty. */
export async function explainServer(context: SessionAccess & Uses<'notices' | 'dialogs'>): Promise<void> {
  const session = await activeSession(context);
  if (session === undefined) return;
  const states = [session.jobs.state, session.groups.state];
  const failed = states.find(state => state.kind === 'failed');
  if (failed !== undefined) return context.notices.show(failed.error, session.server);
  await context.dialogs.info(t('No known problems with “{server}”.', { server: session.server.name }));
}
