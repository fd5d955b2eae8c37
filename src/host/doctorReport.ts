import { lookup } from 'node:dns/promises';
import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import { reasonText } from '../api/errorText.ts';
import type { Page } from '../api/page.ts';
import type { ServerConfig } from '../model/server.ts';
import { displayText } from '../util/displayText.ts';
import { localizer } from './localize.ts';
import { type ProxySettings, proxyFor } from './network/proxyChoice.ts';
import { readServerCertificate } from './network/serverCertificate.ts';

export interface DoctorOptions {
  readonly server: ServerConfig;
  /** Only asked to read. */
  readonly client: Client;
  readonly hasToken: boolean;
  readonly proxies: ProxySettings;
  readonly signal: AbortSignal;
}

const { t } = localizer;

/** Looks at everything between here and the server's data, step by step; writes nothing, shows no secret. */
export async function doctorReport(options: DoctorOptions): Promise<string> {
  const { server } = options;
  const steps: readonly (readonly [string, () => Promise<string> | string])[] = [
    [t('Token'), () => (options.hasToken ? t('there is one') : t('none: sign in first'))],
    [t('Proxy'), () => proxyLine(options)],
    [t('Name resolution'), () => addressLine(options)],
    [t('Certificate'), () => certificateLine(options)],
    [t('List of jobs'), () => listLine(options.client.jobs.list({ signal: options.signal }))],
    [t('List of groups'), () => listLine(options.client.groups.list({ signal: options.signal }))],
    [t('One job and its status'), () => jobLine(options)],
  ];
  const lines = [
    t('Connection report of “{server}” ({url})', { server: displayText(server.name), url: server.url }),
  ];
  for (const [label, look] of steps) {
    options.signal.throwIfAborted();
    lines.push(`${label}: ${displayText(await outcomeOf(look), 600)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A step that fails does not end the report: what fails is what it is for. */
async function outcomeOf(look: () => Promise<string> | string): Promise<string> {
  try {
    return await look();
  } catch (error) {
    if (isApiError(error)) return t('failed. {reason}', { reason: reasonText(error, localizer) });
    const code = error instanceof Error && 'code' in error ? String(error.code) : '?';
    return t('failed ({code})', { code });
  }
}

function proxyLine({ server, proxies }: DoctorOptions): string {
  if (server.network === 'vscode') return t('chosen by VS Code');
  return proxyFor(new URL(server.url), proxies)?.url.origin ?? t('none');
}

async function addressLine({ server, proxies }: DoctorOptions): Promise<string> {
  const url = new URL(server.url);
  if (proxyFor(url, proxies) !== undefined) return t('left to the proxy');
  const found = await lookup(url.hostname.replace(/^\[|\]$/g, ''), { all: true });
  return found.map(({ address }) => address).join(', ');
}

async function certificateLine({ server, proxies }: DoctorOptions): Promise<string> {
  const url = new URL(server.url);
  if (url.protocol !== 'https:') return t('none: plain HTTP');
  const { subject, issuer, validTo, fingerprint } = await readServerCertificate(url, proxies);
  return t('{subject}, issued by {issuer}, valid until {validTo}, SHA-256 {fingerprint}', {
    subject,
    issuer,
    validTo,
    fingerprint,
  });
}

async function listLine(pages: AsyncGenerator<Page<object>, void, undefined>): Promise<string> {
  const { value: page } = await pages.next();
  if (!page) return t('no answer');
  const [first] = page.items;
  const hasIds = first !== undefined && 'id' in first && first.id !== undefined;
  const shape = page.next === undefined ? t('one page') : t('several pages');
  const parts = [
    shape,
    t('readable: {count}', { count: page.items.length }),
    t('unreadable: {count}', { count: page.unreadable.length }),
    t('in all: {count}', { count: page.total ?? '?' }),
    hasIds ? t('with ids') : t('without ids'),
    t('fields: {fields}', { fields: first === undefined ? '' : Object.keys(first).join(' ') }),
    ...page.unreadable.slice(0, 3).map(row => row.problem),
  ];
  return parts.join('; ');
}

async function jobLine({ client, signal }: DoctorOptions): Promise<string> {
  const { value: page } = await client.jobs.list({ signal }).next();
  const [first] = page ? page.items : [];
  if (first === undefined) return t('there is no job to try');
  await client.jobs.get(first.id, { signal });
  const { status } = await client.jobs.status(first.id, { signal });
  return t('answers; the status is “{status}”', { status });
}
