import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder, findOnPath } from '../paths.ts';
import { lastLines, runCommand } from '../runCommand.ts';
import { addSearchTool, buildLogWriter, canBuild } from './nativeParts.ts';
import type { VersionToTest } from './versions.ts';

/** A VS Code that runs in a browser: code-server from npm, with the Node version it needs. */
export interface BrowserHost {
  readonly version: VersionToTest;
  readonly node: string;
  /** The folder of VS Code's own server inside code-server. */
  readonly server: string;
  /** The entry point of code-server, which adds what a user's browser needs. */
  readonly entry: string;
}

interface Stamp {
  /** Identifies the installation; changes with the lock file and with the steps below. */
  readonly key: string;
  /** Whether the native log writer is available; without it VS Code runs, but its output channels stay empty. */
  readonly writesLogs: boolean;
}

const stepsRevision = 1;
const stampFile = 'installed.json';
const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
// An outer npm may be silent, but failures here must be printed
const audible = '--loglevel=error';
// With npm's default timeouts, a machine without a network would wait for minutes
const impatient = ['--fetch-retries=2', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=4000'];

const found = new Map<VersionToTest, Promise<BrowserHost>>();

/** Resolves with the browser-hosted VS Code of this version; the first call installs it. */
export function ensureBrowserHost(version: VersionToTest): Promise<BrowserHost> {
  const host = found.get(version) ?? findOrInstall(version);
  found.set(version, host);
  return host;
}

async function findOrInstall(version: VersionToTest): Promise<BrowserHost> {
  requireLinux();
  const folder = join(cacheFolder, version.id);
  const key = await installationKey(version);
  const stamp = await readStamp(folder);
  if (stamp?.key !== key) await install(version, folder, key);
  else if (version.writesLogs && !stamp.writesLogs && canBuild()) await retryLogWriter(version, folder, key);
  return describe(version, folder);
}

function requireLinux(): void {
  if (process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)) return;
  throw new Error(
    `No VS Code was found, and the browser-hosted one is only for Linux (this is ${process.platform} ${process.arch}). ` +
      'Install the desktop VS Code from https://code.visualstudio.com and its "code" command on PATH.',
  );
}

function definitionFolder(version: VersionToTest): string {
  return fileURLToPath(new URL(`hosts/${version.id}/`, import.meta.url));
}

async function installationKey(version: VersionToTest): Promise<string> {
  const lock = await readFile(join(definitionFolder(version), 'package-lock.json'));
  return `${stepsRevision}-${createHash('sha256').update(lock).digest('hex')}`;
}

async function readStamp(folder: string): Promise<Stamp | undefined> {
  const path = join(folder, stampFile);
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as Stamp) : undefined;
}

/**
 * Everything is installed in a folder next to the final one and renamed at the end, so that a partial installation is
 * never mistaken for a complete one and parallel runs do not interfere.
 */
async function install(version: VersionToTest, folder: string, key: string): Promise<void> {
  const started = Date.now();
  console.log(
    `Installing VS Code ${version.release} for the browser (code-server from npm), about a minute…`,
  );
  const making = `${folder}.making-${process.pid}`;
  await removeAbandoned(version);
  await mkdir(making, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) {
    await copyFile(join(definitionFolder(version), file), join(making, file));
  }
  await npm(['ci', ...quiet], making, 'code-server and Node');
  const host = describe(version, making);
  // Its shrinkwrap file pins all versions; `npm ci` rejects it because one entry is missing
  await npm(['install', '--omit=dev', ...quiet], host.server, "VS Code's own packages");
  for (const part of version.removable) await rm(join(host.server, part), { recursive: true, force: true });
  if (version.lacksRipgrep) await addSearchTool(making, host.server);
  const writesLogs = version.writesLogs && (await buildLogWriter(host));
  await writeFile(join(making, stampFile), JSON.stringify({ key, writesLogs } satisfies Stamp));
  await rm(folder, { recursive: true, force: true });
  await rename(making, folder);
  console.log(`  installed in ${Math.round((Date.now() - started) / 1000)} s`);
}

async function retryLogWriter(version: VersionToTest, folder: string, key: string): Promise<void> {
  const writesLogs = await buildLogWriter(describe(version, folder));
  await writeFile(join(folder, stampFile), JSON.stringify({ key, writesLogs } satisfies Stamp));
}

async function removeAbandoned(version: VersionToTest): Promise<void> {
  await mkdir(cacheFolder, { recursive: true });
  const prefix = `${version.id}.making-`;
  for (const name of await readdir(cacheFolder)) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) {
      await rm(join(cacheFolder, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function npm(args: readonly string[], cwd: string, what: string): Promise<void> {
  console.log(`  ${what}…`);
  const { ok, output } = await runCommand(findOnPath('npm') ?? 'npm', [...args, audible, ...impatient], {
    cwd,
  });
  if (ok) return;
  const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|network/i.test(output);
  throw new Error(
    offline
      ? `npm could not reach its registry to install ${what}. Connect to a network (or set npm's registry) and run this again.\n${lastLines(output, 6)}`
      : `npm could not install ${what}:\n${lastLines(output, 20)}`,
  );
}

function describe(version: VersionToTest, folder: string): BrowserHost {
  const codeServer = join(folder, 'node_modules', 'code-server');
  return {
    version,
    node: join(folder, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node'),
    server: join(codeServer, 'lib', 'vscode'),
    entry: join(codeServer, 'out', 'node', 'entry.js'),
  };
}
