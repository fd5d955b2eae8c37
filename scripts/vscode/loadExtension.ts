import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionId } from '../paths.ts';
import { runCommand } from '../runCommand.ts';
import type { BrowserHost } from './installHost.ts';
import { isolation, type Profile } from './server.ts';

/**
 * Links the extension in a folder into a profile. VS Code detects a linked folder only while it has no list of
 * extensions, so an existing list is deleted first.
 */
export async function linkExtension(profile: Profile, folder: string): Promise<void> {
  const link = join(profile.extensions, extensionId(folder));
  await rm(join(profile.extensions, 'extensions.json'), { force: true });
  await rm(link, { force: true });
  await symlink(folder, link, 'junction');
}

/** The built-in extensions that tests need, themes and JSON; the others would only slow down each window. */
const neededBuiltIn = ['theme-defaults', 'theme-seti', 'json', 'json-language-features', 'log'];

/** Creates a folder with the built-in extensions that tests need, for `ServerOptions.builtInExtensions`. */
export async function linkBuiltInExtensions(
  host: BrowserHost,
  folder: string,
  others: readonly string[] = [],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of [...neededBuiltIn, ...others])
    await symlink(join(host.server, 'extensions', name), join(folder, name), 'junction');
}

/** Installs a packaged extension as a user would from a file. */
export async function installPackage(host: BrowserHost, profile: Profile, vsix: string): Promise<void> {
  const { ok, output } = await runCommand(
    host.node,
    [
      join(host.server, 'out', 'server-main.js'),
      ...['--server-data-dir', profile.folder, '--user-data-dir', profile.userData],
      ...['--extensions-dir', profile.extensions, '--accept-server-license-terms'],
      ...['--install-extension', vsix],
    ],
    { env: isolation(profile) },
  );
  if (!ok) throw new Error(`VS Code did not install ${vsix}:\n${output}`);
}
