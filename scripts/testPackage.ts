import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePackage } from './package.ts';
import { repositoryRoot } from './paths.ts';

/** In the environment of tests: the path of the package that was made for all of them. */
export const TEST_PACKAGE = 'DEVICE_AUTOMATION_TEST_PACKAGE';

/** What building and packaging read. */
const sources = [
  ...['package.json', 'package.nls.json', 'package.nls.ru.json', 'README.md', 'CHANGELOG.md', 'LICENSE'],
  ...['.vscodeignore', 'esbuild.mjs', 'l10n', 'media', 'scripts', 'src'],
];

let packaged: Promise<string> | undefined;

/** The path of the packaged extension: the one of the whole run, or one made when a VS Code first needs it. */
export function testPackage(): Promise<string> {
  const shared = process.env[TEST_PACKAGE];
  packaged ??= shared === undefined ? packageOfThisRun() : Promise.resolve(shared);
  return packaged;
}

export function testPackageIn(folder: string): string {
  return join(folder, 'extension.vsix');
}

/**
 * Makes the package in a folder, by way of a copy: others load the checkout's own `dist` meanwhile, or build it.
 * Resolves with what the packager warns of.
 */
export async function makeTestPackage(folder: string): Promise<string[]> {
  const copy = join(folder, 'checkout');
  await mkdir(copy);
  for (const name of sources) await cp(join(repositoryRoot, name), join(copy, name), { recursive: true });
  await symlink(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'), 'junction');
  return makePackage(testPackageIn(folder), { folder: copy });
}

async function packageOfThisRun(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'da-vsix-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await makeTestPackage(folder);
  return testPackageIn(folder);
}
