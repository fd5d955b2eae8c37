import { spawn } from 'node:child_process';
import { cleanEnvironment } from './cleanEnvironment.ts';

export interface CommandResult {
  readonly ok: boolean;
  /** Standard output and error in order of arrival, to print after a failure. */
  readonly output: string;
}

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** Runs a program until it exits. A missing program and a timeout are failures like any other. */
export function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env, timeoutMs = 0 }: CommandOptions = {},
): Promise<CommandResult> {
  return new Promise(resolve => {
    const child = spawn(command, args, {
      env: cleanEnvironment(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      // npm and code are .cmd files on Windows, which only a shell can start
      shell: process.platform === 'win32' && command.endsWith('.cmd'),
      ...(cwd === undefined ? {} : { cwd }),
    });
    let output = '';
    const collect = (text: string) => {
      output += text;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    child.once('error', error => resolve({ ok: false, output: error.message }));
    child.once('close', code => resolve({ ok: code === 0, output }));
  });
}

export function lastLines(text: string, count: number): string {
  return text.trimEnd().split('\n').slice(-count).join('\n');
}
