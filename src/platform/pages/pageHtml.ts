import { randomBytes } from 'node:crypto';
import { localizer } from '../localize.ts';
import type { PageFiles } from './pageFiles.ts';

/** All that a page may do: it requests nothing, not even from the extension. */
export const pageOptions = { enableScripts: true, localResourceRoots: [] };

/** An unguessable value: the nonce of a page, and the name with which it signs its messages. */
export function randomName(): string {
  return randomBytes(16).toString('hex');
}

export interface PageParts {
  /** The name of the page. */
  readonly page: string;
  readonly files: PageFiles;
  /** Its first messages: it shows them before it is first painted. */
  readonly first: readonly object[];
}

/**
 * A page with a strict content security policy. Its style and script are inside: VS Code passes each file that a page
 * requests through three processes.
 */
export function pageHtml({ page, files, first }: PageParts): string {
  const nonce = randomName();
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    // The icons, and the grip of a resizable text area, which is a picture inside its component's style.
    `font-src data:`,
    `img-src data:`,
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

/** JSON that ends no element and begins none, whatever its texts hold. */
function jsonInHtml(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
