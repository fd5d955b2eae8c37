import type { ServerConfig } from '../../../api/model/server.ts';
import { readServerCertificate, type ShownCertificate } from '../../../api/network/serverCertificate.ts';
import { readClientIdentity } from '../../../api/network/tlsFiles.ts';
import { displayText } from '../../../base/displayText.ts';
import { t } from '../../platform/localize.ts';
import { networkSettings } from '../../platform/networkSettings.ts';
import { noticeText } from '../../platform/safeText.ts';
import type { Uses } from '../commandContext.ts';
import type { ServerEditing } from './serverQuestions.ts';

/** Shows the certificate of a server and asks whether to trust it; resolves with its fingerprint if the user does. */
export async function askToTrust(
  context: Uses<'dialogs' | 'passphrases'>,
  server: ServerConfig,
): Promise<string | undefined> {
  const { proxies } = networkSettings();
  const certificate = await context.dialogs.progress(
    t('Reading the certificate of “{server}”', { server: server.name }),
    async () => {
      const getPassphrase = () => context.passphrases.get(server);
      const identity = await readClientIdentity(server, proxies.environment, getPassphrase);
      return readServerCertificate(new URL(server.url), proxies, identity);
    },
  );
  const isTrusted = await context.dialogs.confirm({
    message: t('Trust this certificate for “{server}”?', { server: server.name }),
    detail: `${certificateLines(certificate).join('\n')}\n\n${t(
      'Ask your server administrator for the fingerprint and compare it in full. Only this certificate is then trusted, and only for this server.',
    )}`,
    action: t('Trust'),
  });
  return isTrusted ? certificate.fingerprint : undefined;
}

/** Asks whether to trust the certificate of a configured server, and stores its fingerprint. */
export async function trustCertificate(
  context: ServerEditing & Uses<'dialogs' | 'passphrases'>,
  server: ServerConfig,
): Promise<void> {
  const certificate = await askToTrust(context, server);
  if (certificate !== undefined) await context.servers.edit(server, { ...server, certificate });
}

/** Everything but the labels is server text. */
function certificateLines(certificate: ShownCertificate): string[] {
  const rows = [
    [t('Issued to'), certificate.subject],
    [t('Issued by'), certificate.issuer],
    [t('Names'), certificate.names],
    [t('Valid from'), certificate.validFrom],
    [t('Valid until'), certificate.validTo],
    [t('SHA-256 fingerprint'), certificate.fingerprint],
  ] as const;
  return rows
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${noticeText(displayText(value, 300))}`);
}
