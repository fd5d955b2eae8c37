import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ProxySettings } from '../network/proxyChoice.ts';

const TextSchema = z.catch(z.string(), '');
const ListSchema = z.catch(z.array(z.string()), []);

/** VS Code's proxy settings as the user set them: a workspace must not redirect requests. */
export function proxySettings(): ProxySettings {
  const authorization = TextSchema.parse(userValue('proxyAuthorization') ?? '');
  return {
    proxy: TextSchema.parse(userValue('proxy') ?? ''),
    noProxy: ListSchema.parse(userValue('noProxy') ?? []),
    isOn: userValue('proxySupport') !== 'off',
    // A line break would end the header and begin another.
    authorization: /^[\x20-\x7e]+$/.test(authorization) ? authorization : undefined,
    strictSsl: userValue('proxyStrictSSL') !== false,
    environment: process.env,
  };
}

/** `http.systemCertificates`. */
export function useSystemCertificates(): boolean {
  return userValue('systemCertificates') !== false;
}

export function affectsNetwork(event: vscode.ConfigurationChangeEvent): boolean {
  return event.affectsConfiguration('http');
}

function userValue(name: string): unknown {
  const inspected = vscode.workspace.getConfiguration('http').inspect<unknown>(name);
  return inspected?.globalValue ?? inspected?.defaultValue;
}
