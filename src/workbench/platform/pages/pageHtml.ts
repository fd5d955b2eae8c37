import { randomBytes } from 'node:crypto';
import { localizer } from '../localize.ts';
import type { PageFiles } from './pageFiles.ts';

/** All that a page may do: it can request nothing, not even from the extension. */
export const pageOptions = { enableScripts: true, localResourceRoots: [] };

/** An unguessable value: the nonce of a page, and the ID that identifies its messages. */
export function randomName(): string {
  return randomBytes(16).toString('hex');
}

/**
 * A page with a strict content security policy. Style and script are inlined, because VS Code passes each requested
 * file through three processes. `page` is its ID, and `first` are its first messages, which it shows before its first paint.
 */
export function pageHtml(page: string, files: PageFiles, first: readonly object[]): string {
  const nonce = randomName();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    // For the icons.
    `font-src data:`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${localizer.language.replace(/[^\w-]/g, '')}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Device Automation</title>
<style nonce="${nonce}">${files.style}</style>
</head>
<body data-page="${page}">
<main></main>
<script type="application/json" nonce="${nonce}" id="first">${jsonInHtml(first)}</script>
<script nonce="${nonce}">${files.script}</script>
</body>
</html>`;
}

/** JSON that can neither open nor close an element, whatever texts it contains. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
