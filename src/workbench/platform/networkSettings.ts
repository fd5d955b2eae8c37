import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { NetworkSettings } from '../../api/network/serverDispatcher.ts';
import { userValues } from './configValue.ts';

const TextSchema = z.catch(z.string(), '');
const ListSchema = z.catch(z.array(z.string()), []);

/** VS Code's own settings as set by the user: a workspace must not redirect requests. */
export function networkSettings(): NetworkSettings {
  const values = userValues('http');
  const authorization = TextSchema.parse(values('proxyAuthorization') ?? '');
  return {
    proxies: {
      proxy: TextSchema.parse(values('proxy') ?? ''),
      noProxy: ListSchema.parse(values('noProxy') ?? []),
      isOn: values('proxySupport') !== 'off',
      // A line break would end the header and start another.
      authorization: /^[\x20-\x7e]+$/.test(authorization) ? authorization : undefined,
      strictSsl: values('proxyStrictSSL') !== false,
      environment: process.env,
    },
    useSystemCertificates: values('systemCertificates') !== false,
  };
}

export function affectsNetwork(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration('http');
}
