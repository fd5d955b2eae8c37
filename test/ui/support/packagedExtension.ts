import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePackage } from '../../../scripts/package.ts';
import { repositoryRoot } from '../../../scripts/paths.ts';

/** What building and packaging read. */
const sources = [
  ...['package.json', 'package.nls.json', 'package.nls.ru.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
  ...['.vscodeignore', 'esbuild.mjs', 'l10n', 'media', 'scripts', 'src'],
];

let packaged: Promise<string> | undefined;

/** The path of the packaged extension, built when a VS Code first needs it. */
export function packagedExtension(): Promise<string> {
  packaged ??= makePackageOnce();
  return packaged;
}

/** Builds in a copy: other tests load the checkout's own `dist` meanwhile, or build it. */
async function makePackageOnce(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'da-vsix-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, 'checkout');
  await mkdir(copy);
  for (const name of sources) await cp(join(repositoryRoot, name), join(copy, name), { recursive: true });
  await symlink(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'), 'junction');
  const vsix = join(folder, 'extension.vsix');
  await makePackage(vsix, { folder: copy });
  return vsix;
}
