import { lookup } from 'node:dns/promises';
import { certificateText } from '../api/errors/errorText.ts';
import { disablesCertificates } from '../api/transport/fetchTransport.ts';
import { isSamePin, readTrustedAuthorities } from '../network/authorities.ts';
import { proxyFor } from '../network/proxyChoice.ts';
import { type Handshake, tryHandshake } from '../network/serverCertificate.ts';
import type { Finding, ReportRow } from './reportText.ts';
import { type DoctorOptions, rowOf } from './reportText.ts';

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

/** What the environment says about certificates (decision 36). */
function environmentRows({ server, proxies: { environment }, localizer: { t } }: DoctorOptions): ReportRow[] {
  if (!disablesCertificates(environment)) return [];
  const label = t('Environment');
  return server.network === 'vscode'
    ? [
        {
          label,
          result: 'failed',
          text: t('NODE_TLS_REJECT_UNAUTHORIZED=0 disables the check of certificates'),
        },
      ]
    : [{ label, result: 'info', text: t('NODE_TLS_REJECT_UNAUTHORIZED=0 is ignored') }];
}

function tokenRow({ hasToken, localizer: { t } }: DoctorOptions): Finding {
  return hasToken
    ? { result: 'passed', text: t('present') }
    : { result: 'failed', text: t('none; sign in first') };
}

function networkRow({ server, localizer: { t } }: DoctorOptions): Finding {
  const text = server.network === 'vscode' ? t("VS Code's connections") : t("The extension's connections");
  return { result: 'info', text };
}

function proxyRow({ server, proxies, localizer: { t } }: DoctorOptions): Finding {
  if (server.network === 'vscode') return { result: 'info', text: t('managed by VS Code') };
  const proxy = proxyFor(new URL(server.url), proxies);
  if (proxy === undefined) return { result: 'passed', text: t('none') };
  const login = proxy.authorization === undefined ? t('without credentials') : t('with credentials');
  return { result: 'passed', text: `${proxy.url.origin}, ${login}` };
}

async function addressRow({ server, proxies, localizer: { t } }: DoctorOptions): Promise<Finding> {
  const url = new URL(server.url);
  if (proxyFor(url, proxies) !== undefined) return { result: 'info', text: t('done by the proxy') };
  const startMs = performance.now();
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true });
  const addresses = found.map(({ address }) => address).join(', ');
  const ms = Math.round(performance.now() - startMs);
  return { result: 'passed', text: t('{addresses} ({ms} ms)', { addresses, ms }) };
}

async function certificateRow(options: DoctorOptions): Promise<Finding> {
  const { server, proxies, useSystemCertificates: useSystem, localizer } = options;
  const { t } = localizer;
  const url = new URL(server.url);
  if (url.protocol !== 'https:') return { result: 'info', text: t('none: plain HTTP, not encrypted') };
  const known = await readTrustedAuthorities(useSystem, proxies.environment);
  const handshake = await tryHandshake(url, proxies, known);
  const facts = certificateFacts(handshake, options);
  if (server.network === 'vscode') {
    const text = t('verified by VS Code; {finding}', { finding: knownText(handshake.failure, options) });
    return { result: 'info', text, facts };
  }
  if (server.certificate !== undefined) {
    return isSamePin(handshake.certificate.fingerprint, server.certificate)
      ? {
          result: 'passed',
          text: t('trusted: matches the certificate that you trusted for this server'),
          facts,
        }
      : { result: 'failed', text: untrusted('CERT_NOT_THE_TRUSTED_ONE', options), facts };
  }
  if (handshake.failure === undefined || server.caFile === undefined) {
    const result = handshake.failure === undefined ? 'passed' : 'failed';
    return { result, text: knownText(handshake.failure, options), facts };
  }
  const own = await readTrustedAuthorities(useSystem, proxies.environment, server.caFile);
  const { failure } = await tryHandshake(url, proxies, own);
  return failure === undefined
    ? { result: 'passed', text: t('trusted: issued by a CA in the CA file of this server'), facts }
    : { result: 'failed', text: untrusted(failure, options), facts };
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
