import { isAbsolute } from 'node:path';
import type { ServerConfig } from '../../model/server.ts';
import { t } from '../../platform/localize.ts';
import { displayText } from '../../util/displayText.ts';
import type { Uses } from '../commandContext.ts';
import { trustCertificate } from './trustCertificate.ts';

/** Changes how a server is reached, and which certificates are trusted for it. */
export async function editNetwork(context: Uses<'servers' | 'dialogs'>, server: ServerConfig): Promise<void> {
  const isHttps = new URL(server.url).protocol === 'https:';
  const what = await context.dialogs.pick(
    t('Network and certificate of “{server}”', { server: server.name }),
    [
      {
        value: 'own',
        label: t("The extension's connections"),
        description: t("fast; uses VS Code's proxy settings"),
      },
      {
        value: 'vscode',
        label: t("VS Code's connections"),
        description: t("for PAC files and Kerberos proxies; uses VS Code's certificate rules"),
      },
      ...(isHttps
        ? [
            { value: 'ca', label: t('CA file'), description: displayText(server.caFile ?? t('none')) },
            { value: 'trust', label: t('Show Certificate…'), description: server.certificate ?? '' },
          ]
        : []),
      ...(server.certificate === undefined
        ? []
        : [{ value: 'forget', label: t('Forget the trusted certificate') }]),
    ],
  );
  if (what === 'own') await saveWithout(context, server, 'network');
  if (what === 'vscode') await context.servers.edit(server, { ...server, network: 'vscode' });
  if (what === 'ca') await editCaFile(context, server);
  if (what === 'trust') await trustCertificate(context, server);
  if (what === 'forget') await saveWithout(context, server, 'certificate');
}

async function editCaFile(context: Uses<'servers' | 'dialogs'>, server: ServerConfig): Promise<void> {
  const file = await context.dialogs.input({
    title: t('CA File of “{server}”', { server: server.name }),
    prompt: t('A PEM file of CA certificates to trust for this server only. Leave empty for none.'),
    value: server.caFile ?? '',
    validate: text =>
      text.trim() === '' || isAbsolute(text.trim()) ? undefined : t('Enter an absolute path.'),
  });
  if (file === undefined) return;
  if (file.trim() === '') await saveWithout(context, server, 'caFile');
  else await context.servers.edit(server, { ...server, caFile: file.trim() });
}

async function saveWithout(
  context: Uses<'servers'>,
  server: ServerConfig,
  option: 'network' | 'caFile' | 'certificate',
): Promise<void> {
  const { [option]: _, ...rest } = server;
  await context.servers.edit(server, rest);
}
