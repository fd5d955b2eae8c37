import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build } from 'esbuild';
import { cliBundle, mcpEntry } from '../../../scripts/cliBundle.mjs';
import { type DemoProcess, startDemoProcess } from '../../support/demoProcess.ts';
import { projectDirectory } from '../../support/projectFiles.ts';
import { type CliResult, type HereOptions, runCliHere } from '../../support/runCli.ts';

/** Test files run in separate processes, so each builds its own programs. */
const folder = join(projectDirectory, 'out/programs', String(process.pid));

async function bundled(name: string, entry: string, others = {}): Promise<string> {
  const entryPoints = { [name]: entry, ...others };
  await build({ ...cliBundle, absWorkingDir: projectDirectory, entryPoints, outdir: folder });
  return join(folder, `${name}.cjs`);
}

let cli: Promise<string> | undefined;
let demo: Promise<string> | undefined;

/** The command line as it ships. */
export function cliProgram(): Promise<string> {
  cli ??= bundled('cli', 'src/main.ts', mcpEntry);
  return cli;
}

/** The demo server as a user starts it, in a separate process. */
export async function startDemoProgram(...options: readonly string[]): Promise<DemoProcess> {
  demo ??= bundled('demo', 'test/demo/cli.ts');
  return startDemoProcess(await demo, '--pace', 'still', ...options);
}

export interface CliOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
  /** What the program reads from its standard input. */
  readonly input?: string;
}

export interface RunningCli {
  readonly child: ChildProcess;
  readonly result: Promise<CliResult>;
  /** Resolves when standard error contains this many lines that match. */
  readonly notes: (count: number, pattern: RegExp) => Promise<void>;
}

/** Starts the command line in an environment without proxy and language variables. */
export async function startCli(args: readonly string[], options: CliOptions = {}): Promise<RunningCli> {
  const { environment = {}, input = '' } = options;
  const child = spawn(process.execPath, [await cliProgram(), ...args], {
    cwd: options.folder ?? projectDirectory,
    env: { PATH: process.env['PATH'], HOME: folder, ...environment },
  });
  child.stdin.on('error', () => undefined).end(input);
  let stderr = '';
  const changed = new Set<() => void>();
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
    for (const check of changed) check();
  });
  const stdout = text(child.stdout);
  const result = once(child, 'close').then(async ([code]) => ({ code, stdout: await stdout, stderr }));
  const notes = (count: number, pattern: RegExp) =>
    new Promise<void>(resolve => {
      const check = () => {
        if (stderr.split('\n').filter(line => pattern.test(line)).length >= count) resolve();
      };
      changed.add(check);
      check();
    });
  return { child, result, notes };
}

export async function runCli(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  return (await startCli(args, options)).result;
}

/** The environment variables that point the program to this server. */
export function environmentOf({ url, token }: Pick<DemoProcess, 'url' | 'token'>): Record<string, string> {
  return { DEVICE_AUTOMATION_SERVER_URL: url, DEVICE_AUTOMATION_TOKEN: token };
}

/** Characters that a terminal would interpret; line breaks are the program's own. */
export function controlsIn(text: string): readonly string[] {
  return text.match(/(?!\n)[\p{Cc}\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu) ?? [];
}

/** Runs the same program in this process, which is faster. */
export async function runHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  options: HereOptions = {},
): Promise<CliResult> {
  return runCliHere(args, { HOME: folder, ...environment }, options);
}
