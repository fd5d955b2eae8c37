import { arch, release, type } from 'node:os';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { extensionId } from '../../../workbench/platform/ids.ts';
import { t } from '../../../workbench/platform/localize.ts';

const ManifestSchema = z.looseObject({ version: z.string() });

/** Versions for support; nothing that identifies the user or a server. */
export function versions(): readonly (readonly [string, string])[] {
  const extension = vscode.extensions.getExtension(extensionId);
  const manifest = ManifestSchema.safeParse(extension?.packageJSON);
  return [
    ['Device Automation', manifest.success ? manifest.data.version : '?'],
    ['VS Code', `${vscode.version} (${vscode.env.appHost}, ${vscode.env.language})`],
    ['Node.js', process.versions.node],
    ['OS', `${type()} ${release()} ${arch()}`],
    [t('Requests are made from'), requestOrigin(extension?.extensionKind, vscode.env.remoteName)],
  ];
}

/** The computer on which the extension runs (decision 37); in a remote window, it may not be the user's own. */
export function requestOrigin(kind: vscode.ExtensionKind | undefined, remote: string | undefined): string {
  if (remote === undefined || kind === vscode.ExtensionKind.UI) return t('this computer');
  // The name of a remote may contain an address; the part before `+` is its kind.
  const [, remoteKind = 'server'] = /^([a-z-]+)(?:\+|$)/.exec(remote) ?? [];
  return t('the remote computer of this window ({kind})', { kind: remoteKind });
}
