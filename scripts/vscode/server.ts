import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cleanEnvironment } from '../cleanEnvironment.ts';
import { repositoryRoot } from '../paths.ts';
import { type ProcessGroup, startGroup } from '../processGroup.ts';
import { lastLines } from '../runCommand.ts';
import type { BrowserHost } from './installHost.ts';

/** The folders of one VS Code; deleting them removes all of its state. */
export interface Profile {
  readonly folder: string;
  readonly userData: string;
  readonly extensions: string;
}

export interface Server {
  readonly url: string;
  readonly port: number;
  readonly group: ProcessGroup;
  /** What the server has printed so far. */
  output(): string;
  stop(): Promise<void>;
}

export interface ServerOptions {
  readonly host: BrowserHost;
  readonly profile: Profile;
  /** 0 picks any free port. */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether VS Code asks if a folder is trusted; otherwise all folders are trusted. */
  readonly asksForTrust?: boolean;
  /** Whether VS Code and its extensions log at every level. */
  readonly logsAll?: boolean;
  /** A folder of built-in extensions to use instead of all that come with VS Code. */
  readonly builtInExtensions?: string;
}

const startLimitMs = 90_000;

function commonArguments({
  asksForTrust = false,
  logsAll = false,
  builtInExtensions,
}: ServerOptions): string[] {
  return [
    ...(asksForTrust ? [] : ['--disable-workspace-trust']),
    ...(logsAll ? ['--log', 'trace'] : []),
    ...(builtInExtensions === undefined ? [] : ['--builtin-extensions-dir', builtInExtensions]),
    '--disable-getting-started-override',
    '--disable-update-check',
  ];
}

export async function makeProfile(folder: string): Promise<Profile> {
  const profile = { folder, userData: join(folder, 'data'), extensions: join(folder, 'extensions') };
  await mkdir(profile.userData, { recursive: true });
  await mkdir(profile.extensions, { recursive: true });
  return profile;
}

/** VS Code's own server: starts fast, but loses secrets when the page is reloaded. */
export function startBareServer(
  options: ServerOptions & { readonly forExtensionTests?: boolean },
): Promise<Server> {
  const { host, profile, port = 0, forExtensionTests = false } = options;
  const args = [
    join(host.server, 'out', 'server-main.js'),
    ...['--host', '127.0.0.1', '--port', String(port)],
    ...['--without-connection-token', '--accept-server-license-terms', '--telemetry-level', 'off'],
    ...['--server-data-dir', profile.folder],
    ...['--user-data-dir', profile.userData, '--extensions-dir', profile.extensions],
    ...commonArguments(options),
    // Lets VS Code respond to the test runner's messages, but hides notifications
    ...(forExtensionTests ? ['--enable-smoke-test-driver'] : []),
  ];
  return start(options, args, /Extension host agent listening on (\d+)/, '/version');
}

/** All of code-server: keeps secrets for the same browser profile and port, as users expect. */
export function startFullServer(
  options: ServerOptions & { readonly workspace: string; readonly locale?: string },
): Promise<Server> {
  const { host, profile, port = 0, workspace, locale } = options;
  const args = [
    host.entry,
    ...['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry'],
    ...['--user-data-dir', profile.userData, '--extensions-dir', profile.extensions],
    ...['--config', join(profile.folder, 'config.yaml')],
    ...commonArguments(options),
    ...(locale === undefined ? [] : ['--locale', locale]),
    workspace,
  ];
  return start(options, args, /HTTP server listening on http:\/\/127\.0\.0\.1:(\d+)/, '/healthz');
}

/** Disables the marketplace and stays inside the profile; code-server would write to the home folder. */
export function isolation({ folder }: Profile): Record<string, string> {
  return {
    EXTENSIONS_GALLERY: '{}',
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'share'),
  };
}

async function start(
  { host, profile, env = {} }: ServerOptions,
  args: readonly string[],
  announcement: RegExp,
  healthPath: string,
): Promise<Server> {
  let output = '';
  let announce: (port: number) => void = () => {};
  const announced = new Promise<number>(resolve => {
    announce = resolve;
  });
  const group = startGroup({
    command: host.node,
    args: [...shiftedClock(), ...args],
    env: cleanEnvironment({ ...isolation(profile), ...env }),
    onOutput: text => {
      output += text;
      const found = announcement.exec(output);
      if (found) announce(Number(found[1]));
    },
  });
  const failed = group.ended.then(how => {
    throw new Error(`VS Code's server ${how}:\n${lastLines(output, 15)}`);
  });
  failed.catch(() => {
    // Once the server has started, its exit is not an error; a caller that awaits the start gets it below
  });
  try {
    const limit = AbortSignal.timeout(startLimitMs);
    const port = await Promise.race([announced, failed, rejectOn(limit)]);
    const url = `http://127.0.0.1:${port}`;
    await Promise.race([waitUntilHealthy(url + healthPath, limit), failed]);
    return { url, port, group, output: () => output, stop: () => group.stop() };
  } catch (error) {
    await group.stop();
    throw error;
  }
}

/** Options for Node in a run of `npm run test:days`. */
function shiftedClock(): string[] {
  return process.env['FAKETIME'] === undefined
    ? []
    : ['--require', join(repositoryRoot, 'scripts/vscode/keepPreload.cjs')];
}

function rejectOn(limit: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    limit.addEventListener('abort', () => reject(new Error("VS Code's server did not start in time")), {
      once: true,
    });
  });
}

async function waitUntilHealthy(url: string, limit: AbortSignal): Promise<void> {
  while (!(await answers(url))) {
    limit.throwIfAborted();
    await delay(50);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    // Not listening yet: the caller retries until its timeout
    return false;
  }
}
