import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addCounts, countsVariable, type MochaCounts, oneFailed, readCounts } from './mochaCounts.ts';
import { npm, repositoryRoot } from './paths.ts';
import { runCommand } from './runCommand.ts';

/** Runs an npm script that uses mocha, and prints the report as it arrives. */
export function mochaScript(
  name: string,
  options: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<MochaCounts> {
  return countedRun(name, scriptCommand(name, options), npmRun, env);
}

/** The same, but prints the report once the script has exited, because others are printing theirs. */
export function quietMochaScript(name: string, options: readonly string[]): Promise<MochaCounts> {
  return countedRun(name, scriptCommand(name, options), quietNpmRun);
}

/** Runs test files one after the other. */
export function mochaFiles(
  files: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<MochaCounts> {
  const command = ['exec', '--', 'mocha', '--reporter', 'scripts/countsReporter.cjs', ...files];
  return countedRun('mocha', command, npmRun, env);
}

function scriptCommand(name: string, options: readonly string[]): string[] {
  return ['run', '--silent', name, '--', ...options];
}

async function countedRun(
  what: string,
  command: readonly string[],
  run: typeof npmRun,
  env: Readonly<Record<string, string>> = {},
): Promise<MochaCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'da-counts-'));
  const file = join(folder, 'counts.json');
  try {
    const code = await run(command, { ...env, [countsVariable]: file });
    const counts = readCounts(file);
    if (!counts) throw new Error(`${what} did not come to its end (code ${code})`);
    // Mocha also fails for other reasons, such as a test file that cannot be loaded
    return code !== 0 && counts.failed === 0 ? addCounts(counts, oneFailed) : counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function npmRun(command: readonly string[], env: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(npm, [...command], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env },
      stdio: 'inherit',
      // npm is a .cmd file on Windows, which only a shell can start
      shell: process.platform === 'win32',
    });
    child.once('error', reject);
    child.once('exit', code => resolve(code ?? 1));
  });
}

async function quietNpmRun(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const { ok, output } = await runCommand(npm, command, { cwd: repositoryRoot, env });
  process.stdout.write(output);
  return ok ? 0 : 1;
}
