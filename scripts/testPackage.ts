import { rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePackage } from './package.ts';
import { repositoryRoot } from './paths.ts';

/** The environment variable with the path of the package built for all tests. */
export const testPackageVariable = 'DEVICE_AUTOMATION_TEST_PACKAGE';

/** The files that building and packaging read. */
const sources = [
  ...['package.json', 'package.nls.json', 'package.nls.ru.json', 'LICENSE'],
  ...[
    'README.md',
    'README.ru.md',
    'CHANGELOG.md',
    '.vscodeignore',
    'esbuild.mjs',
    'l10n',
    'media',
    'scripts',
    'src',
  ],
];

let packaged: Promise<string> | undefined;

/** The path of the packaged extension: the one built for the whole run, or else one built on first use. */
export function testPackage(): Promise<string> {
  const shared = process.env[testPackageVariable];
  packaged ??= shared === undefined ? packageOfThisRun() : Promise.resolve(shared);
  return packaged;
}

export function testPackageIn(folder: string): string {
  return join(folder, 'extension.vsix');
}

/**
 * Builds the package in a folder from a copy, since other processes may load or build the checkout's `dist` at the same
 * time. Resolves with the packager's warnings.
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
