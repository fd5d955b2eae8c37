import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { localizer } from './localize.ts';

/** The folder that pages may load from; they can read nothing else of the extension. */
export function webFolder(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, 'dist', 'web');
}

/** An unguessable value: the nonce of a page, and the name with which it signs its messages. */
export function randomName(): string {
  return randomBytes(16).toString('hex');
}

/** A page with a strict content security policy and no content; all text arrives by messages. */
export function formHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  page: string,
  files: 'form' | 'timeline' = 'form',
): string {
  const nonce = randomName();
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(webFolder(extensionUri), name));
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    `font-src ${webview.cspSource}`,
    // The grip of a resizable text area is a picture inside its component's style.
    `img-src data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${localizer.language.replace(/[^\w-]/g, '')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Device Automation</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${file('codicon.css')}">
<link rel="stylesheet" href="${file(`${files}.css`)}">
</head>
<body data-page="${page}">
<main></main>
<script nonce="${nonce}" src="${file(`${files}.js`)}"></script>
</body>
</html>`;
}
