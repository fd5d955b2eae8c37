import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { isFromHost, type Signed } from '../../src/pages/protocol/signature.ts';

/** The messages embedded in a page, as its browser reads them. */
export function firstIn<Message extends Signed>(html: string): Message[] {
  const text = /<script type="application\/json"[^>]*>([^<]*)<\/script>/.exec(html)?.[1] ?? '[]';
  const page = /data-page="([^"]*)"/.exec(html)?.[1] ?? '';
  return z
    .array(z.unknown())
    .parse(JSON.parse(text))
    .filter(message => isFromHost<Message>(message, page));
}

/** Makes the folder that of an extension whose pages have neither style nor script. */
export function emptyExtension(folder: string): string {
  const web = join(folder, 'dist', 'web');
  mkdirSync(web, { recursive: true });
  for (const name of ['form.css', 'form.js', 'timeline.css', 'timeline.js'])
    writeFileSync(join(web, name), '');
  return folder;
}
