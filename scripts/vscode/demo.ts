import { spawn } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cleanEnvironment } from '../cleanEnvironment.ts';
import { cacheFolder, findOnPath, repositoryRoot } from '../paths.ts';
import { endOnSignals, type ProcessGroup, startGroup, stopAllGroups } from '../processGroup.ts';
import { type Desktop, downloadDesktop, findDesktop } from './desktop.ts';
import { hasDisplay } from './display.ts';
import { ensureBrowserHost } from './installHost.ts';
import { addRussian } from './languagePack.ts';
import { linkExtension } from './loadExtension.ts';
import { makeProfile, type Profile, startFullServer } from './server.ts';
import { userSettings, writeUserSettings } from './userSettings.ts';
import { isAtLeast, newest, oldest, type VersionToTest, versionById } from './versions.ts';

interface DemoOptions {
  readonly locale: 'en' | 'ru';
  readonly port: number | undefined;
  readonly version: VersionToTest;
  readonly dataFolder: string;
  readonly workspace: string;
  readonly env: { readonly DEVICE_AUTOMATION_DEMO: string };
}

const usualPorts = [8790, 8791, 8792, 8793, 8794, 8795];

/** Opens a VS Code with the extension and its demo server, and runs until VS Code exits or Ctrl+C is pressed. */
export async function startDemo(args: readonly string[]): Promise<void> {
  // Ctrl+C is the expected way to end this, so it is not a failure
  endOnSignals(stopAllGroups, 0);
  const options = await readOptions(args);
  const desktop = await desktopFor(options.version);
  const group = desktop ? await startDesktop(desktop, options) : await startInBrowser(options);
  const how = await group.ended;
  await group.stop();
  console.log(`VS Code ${how}.`);
}

async function readOptions(args: readonly string[]): Promise<DemoOptions> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      locale: { type: 'string', default: 'en' },
      port: { type: 'string' },
      version: { type: 'string', default: newest.id },
      pace: { type: 'string', default: 'lively' },
      'data-dir': { type: 'string', default: join(cacheFolder, 'demo') },
    },
  });
  const { locale, port, version, pace } = values;
  if (locale !== 'en' && locale !== 'ru') throw new Error(`--locale is en or ru, not ${locale}`);
  if (pace !== 'lively' && pace !== 'scheduled')
    throw new Error(`--pace is lively or scheduled, not ${pace}`);
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new Error(`--port is a number, not ${port}`);
  const dataFolder = resolve(values['data-dir']);
  const workspace = join(dataFolder, 'device-automation-demo');
  await mkdir(dataFolder, { recursive: true });
  await cp(fileURLToPath(new URL('demo-workspace/', import.meta.url)), workspace, { recursive: true });
  return {
    locale,
    port: port === undefined ? undefined : Number(port),
    version: versionById(version),
    dataFolder,
    workspace,
    env: { DEVICE_AUTOMATION_DEMO: pace },
  };
}

async function desktopFor(version: VersionToTest): Promise<Desktop | undefined> {
  if (!hasDisplay() || process.env['DEVICE_AUTOMATION_VSCODE'] === 'browser') return undefined;
  const installed = version === newest ? findDesktop() : undefined;
  if (installed && isAtLeast(installed.version, oldest.release)) return installed;
  return downloadDesktop(version.release);
}

/** Uses separate folders, so that the user's own VS Code stays unchanged. */
async function startDesktop(desktop: Desktop, options: DemoOptions): Promise<ProcessGroup> {
  const { locale, dataFolder, workspace, env } = options;
  const profile = await prepareProfile(join(dataFolder, 'desktop'), locale);
  console.log(`Opening ${desktop.name} ${desktop.version}; close its window or press Ctrl+C to end.`);
  return startGroup({
    command: desktop.executable,
    args: [
      ...['--user-data-dir', profile.userData, '--extensions-dir', profile.extensions],
      `--extensionDevelopmentPath=${repositoryRoot}`,
      ...['--disable-workspace-trust', '--disable-updates', '--skip-welcome', '--skip-release-notes'],
      ...['--new-window', '--locale', locale],
      // Electron does not run as root inside its sandbox
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      workspace,
    ],
    env: cleanEnvironment(env),
    onOutput: () => {
      // Electron's output is dropped: errors appear in the window and in VS Code's logs
    },
  });
}

async function startInBrowser(options: DemoOptions): Promise<ProcessGroup> {
  const { locale, version, dataFolder, workspace, env } = options;
  const host = await ensureBrowserHost(version);
  const port = options.port ?? (await firstFree(usualPorts));
  // The browser stores its part of the profile by port, so this part is stored by port too
  const profile = await prepareProfile(join(dataFolder, `${version.id}-${port}`), locale);
  await linkExtension(profile, repositoryRoot);
  const server = await startFullServer({ host, profile, port, workspace, locale, env });
  console.log(
    `VS Code ${version.release} with the extension and its demo server is ready. Open in a browser:`,
  );
  console.log(`\n    ${server.url}/\n`);
  console.log('Press Ctrl+C to end it.');
  if (hasDisplay()) openInBrowser(server.url);
  return server.group;
}

async function prepareProfile(folder: string, locale: 'en' | 'ru'): Promise<Profile> {
  const profile = await makeProfile(folder);
  await writeUserSettings(profile.userData, userSettings(undefined));
  if (locale === 'ru') await addRussian(profile);
  return profile;
}

async function firstFree(ports: readonly number[]): Promise<number> {
  for (const port of ports) if (await isFree(port)) return port;
  throw new Error(`The ports ${ports.join(', ')} are all in use: choose one with --port.`);
}

function isFree(port: number): Promise<boolean> {
  return new Promise(answer => {
    const probe = createServer();
    probe.once('error', () => answer(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => answer(true)));
  });
}

function openInBrowser(url: string): void {
  const openers: Readonly<Record<string, string>> = { linux: 'xdg-open', darwin: 'open', win32: 'explorer' };
  const opener = findOnPath(openers[process.platform] ?? '');
  // The printed address can always be opened manually
  if (opener)
    spawn(opener, [url], { stdio: 'ignore', detached: true })
      .on('error', () => {})
      .unref();
}
