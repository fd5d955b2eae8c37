import { lookup } from 'node:dns/promises';
import { certificateText } from '../../../api/errors/errorText.ts';
import { isSamePin, readTrustedAuthorities } from '../../../api/network/authorities.ts';
import { proxyFor } from '../../../api/network/proxyChoice.ts';
import { type Handshake, tryHandshake } from '../../../api/network/serverCertificate.ts';
import { readClientIdentity } from '../../../api/network/tlsFiles.ts';
import { disablesCertificates } from '../../../api/transport/fetchTransport.ts';
import { type CheckFinding, type DoctorOptions, type ReportRow, rowOf } from './reportText.ts';

export async function connectionRows(options: DoctorOptions): Promise<ReportRow[]> {
  const { t } = options.localizer;
  return [
    await rowOf(options, t('Token'), () => tokenRow(options)),
    await rowOf(options, t('Connections'), () => networkRow(options)),
    await rowOf(options, t('Proxy'), () => proxyRow(options)),
    await rowOf(options, t('Name resolution'), () => addressRow(options)),
    await rowOf(options, t('Certificate'), () => certificateRow(options)),
    ...environmentRows(options),
  ];
}

const passed = (text: string, facts: readonly string[] = []): CheckFinding => ({
  result: 'passed',
  text,
  facts,
});
const failed = (text: string, facts: readonly string[] = []): CheckFinding => ({
  result: 'failed',
  text,
  facts,
});
const info = (text: string, facts: readonly string[] = []): CheckFinding => ({ result: 'info', text, facts });

/** What the environment says about certificates (decision 36). */
function environmentRows({ server, proxies: { environment }, localizer: { t } }: DoctorOptions): ReportRow[] {
  if (!disablesCertificates(environment)) return [];
  const finding =
    server.network === 'vscode'
      ? failed(t('NODE_TLS_REJECT_UNAUTHORIZED=0 disables the check of certificates'))
      : info(t('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored'));
  return [{ label: t('Environment'), ...finding }];
}

function tokenRow({ hasToken, localizer: { t } }: DoctorOptions): CheckFinding {
  return hasToken ? passed(t('present')) : failed(t('none; sign in first'));
}

function networkRow({ server, localizer: { t } }: DoctorOptions): CheckFinding {
  return info(server.network === 'vscode' ? t("VS Code's connections") : t("The extension's connections"));
}

function proxyRow({ server, proxies, localizer: { t } }: DoctorOptions): CheckFinding {
  if (server.network === 'vscode') return info(t('managed by VS Code'));
  const proxy = proxyFor(new URL(server.url), proxies);
  if (proxy === undefined) return passed(t('none'));
  const login = proxy.authorization === undefined ? t('without credentials') : t('with credentials');
  return passed(`${proxy.url.origin}, ${login}`);
}

async function addressRow({ server, proxies, localizer: { t } }: DoctorOptions): Promise<CheckFinding> {
  const url = new URL(server.url);
  if (proxyFor(url, proxies) !== undefined) return info(t('done by the proxy'));
  const startMs = performance.now();
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true });
  const addresses = found.map(({ address }) => address).join(', ');
  const ms = Math.round(performance.now() - startMs);
  return passed(t('{addresses} ({ms} ms)', { addresses, ms }));
}

async function certificateRow(options: DoctorOptions): Promise<CheckFinding> {
  const { server, proxies, useSystemCertificates: useSystem, localizer } = options;
  const { t } = localizer;
  const url = new URL(server.url);
  if (url.protocol !== 'https:') return info(t('none: plain HTTP, not encrypted'));
  // VS Code takes client certificates from the operating system.
  const clientFiles = server.network === 'vscode' ? {} : server;
  const identity = await readClientIdentity(clientFiles, proxies.environment, options.getPassphrase);
  const known = await readTrustedAuthorities(useSystem, proxies.environment, undefined, identity);
  const handshake = await tryHandshake(url, proxies, known);
  const facts = certificateFacts(handshake, options);
  const finding = knownText(handshake.failure, options);
  if (server.network === 'vscode') return info(t('verified by VS Code; {finding}', { finding }), facts);
  if (server.certificate !== undefined) {
    return isSamePin(handshake.certificate.fingerprint, server.certificate)
      ? passed(t('trusted: matches the certificate that you trusted for this server'), facts)
      : failed(untrusted('CERT_NOT_THE_TRUSTED_ONE', options), facts);
  }
  if (handshake.failure === undefined) return passed(finding, facts);
  if (server.caFile === undefined) return failed(finding, facts);
  const own = await readTrustedAuthorities(useSystem, proxies.environment, server.caFile, identity);
  const { failure } = await tryHandshake(url, proxies, own);
  return failure === undefined
    ? passed(t('trusted: issued by a CA in the CA file of this server'), facts)
    : failed(untrusted(failure, options), facts);
}

function knownText(failure: string | undefined, options: DoctorOptions): string {
  const { t } = options.localizer;
  if (failure !== undefined) return untrusted(failure, options);
  return options.useSystemCertificates
    ? t('trusted: issued by a CA that the system or Node.js trusts')
    : t('trusted: issued by a CA that Node.js trusts');
}

function untrusted(code: string, { localizer }: DoctorOptions): string {
  return localizer.t('not trusted: {reason} ({code})', { reason: certificateText(code, localizer), code });
}

function certificateFacts(
  { certificate, protocol, cipher }: Handshake,
  { localizer: { t } }: DoctorOptions,
): readonly string[] {
  const { subject, issuer, names, validFrom, validTo, fingerprint } = certificate;
  return [
    `${t('Issued to')}: ${subject}`,
    `${t('Issued by')}: ${issuer}`,
    `${t('Names')}: ${names || t('none')}`,
    t('Valid from {from} until {until}', { from: validFrom, until: validTo }),
    `${t('SHA-256 fingerprint')}: ${fingerprint}`,
    `${t('Protocol')}: ${protocol}, ${cipher}`,
  ];
}
