import { arch, release, type } from 'node:os';
import * as vscode from 'vscode';
import * as z from 'zod';
import { extensionId } from './ids.ts';

const ManifestSchema = z.looseObject({ version: z.string() });

/** Versions for support; nothing here identifies the user or the servers. */
export function versions(): readonly (readonly [string, string])[] {
  const manifest = ManifestSchema.safeParse(vscode.extensions.getExtension(extensionId)?.packageJSON);
  return [
    ['Device Automation', manifest.success ? manifest.data.version : '?'],
    ['VS Code', `${vscode.version} (${vscode.env.appHost}, ${vscode.env.language})`],
    ['Node.js', process.versions.node],
    ['OS', `${type()} ${release()} ${arch()}`],
  ];
}
