import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The files below `folder` that contain the secret, with one or two bytes per character or in base64. */
export async function filesWithSecret(folder: string, secret: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const found: string[] = [];
  for (const file of files) {
    // VS Code and its browser are running and may delete a file at any time.
    const content = await readFile(file).catch(() => Buffer.alloc(0));
    if (forms(secret).some(form => content.includes(form))) found.push(file);
  }
  return found;
}

/** Whether the text contains the secret, or half of it. */
export function holdsSecret(text: string, secret: string): boolean {
  const half = Math.floor(secret.length / 2);
  return [secret.slice(0, half), secret.slice(half)].some(part => text.includes(part));
}

function forms(secret: string): Buffer[] {
  // Base64 depends on the offset of the secret modulo 3, but the middle of each of the three forms does not.
  const encoded = [0, 1, 2].map(shift =>
    Buffer.from('x'.repeat(shift) + secret)
      .toString('base64')
      .slice(4, -4),
  );
  return [Buffer.from(secret), Buffer.from(secret, 'utf16le'), ...encoded.map(text => Buffer.from(text))];
}
