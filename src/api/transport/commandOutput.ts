import { type ExecFileException, execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { resolveUserPath } from '../../base/userPath.ts';

/** A program with its arguments; no shell reads them. */
export type Command = readonly string[];

/** Why a command of the user gave nothing that can be used. What it printed may be a secret, so it is not included. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: 'commandMissing' | 'commandSlow' | 'commandFailed' | 'commandOutput';

  constructor(code: CommandError['code']) {
    super(code);
    this.code = code;
  }
}

const timeoutMs = 30_000;
const longestOutput = 64 * 1024;
/** A server that rejects everything must not start the command with each request. */
const shortestIntervalMs = 30_000;

export interface CommandOutputOptions {
  readonly timeoutMs?: number;
  readonly now?: () => number;
}

/**
 * What a command of the user printed, which is a secret: it is neither logged nor shown. The command runs when its
 * output is first needed, and again after a server rejected that.
 */
export class CommandOutput<T> {
  readonly #command: Command;
  readonly #parse: (output: string) => T | undefined;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  #value: { readonly promise: Promise<T>; readonly startMs: number; result?: T } | undefined;

  /** `parse` returns `undefined` if the output cannot be used. */
  constructor(
    command: Command,
    parse: (output: string) => T | undefined,
    options: CommandOutputOptions = {},
  ) {
    this.#command = command;
    this.#parse = parse;
    this.#timeoutMs = options.timeoutMs ?? timeoutMs;
    this.#now = options.now ?? Date.now;
  }

  /** What it printed, unless it has yet to run. */
  get known(): T | undefined {
    return this.#value?.result;
  }

  /** Rejects with `CommandError`. */
  async get(): Promise<T> {
    const known = this.#value;
    if (known !== undefined) {
      try {
        return await known.promise;
      } catch (error) {
        if (!this.#mayRunAgain(known)) throw error;
        if (this.#value === known) this.#value = undefined;
      }
    }
    this.#value ??= { promise: this.#run(), startMs: this.#now() };
    const current = this.#value;
    const result = await current.promise;
    current.result = result;
    return result;
  }

  /** A server rejected this output; whether there will be another one. */
  reject(used: T): boolean {
    const known = this.#value;
    if (known === undefined || known.result !== used) return true;
    if (!this.#mayRunAgain(known)) return false;
    this.#value = undefined;
    return true;
  }

  #mayRunAgain({ startMs }: { readonly startMs: number }): boolean {
    return this.#now() - startMs >= shortestIntervalMs;
  }

  async #run(): Promise<T> {
    const output = await outputOf(this.#command, this.#timeoutMs);
    const value = this.#parse(output);
    if (value === undefined) throw new CommandError('commandOutput');
    return value;
  }
}

function outputOf([program = '', ...args]: Command, timeout: number): Promise<string> {
  const isPath = /[/\\]|^~/.test(program);
  // Anyone may control the folder that VS Code was started in. Some services have no home folder.
  const cwd = existsSync(homedir()) ? homedir() : parse(process.execPath).root;
  const options = { cwd, timeout, killSignal: 'SIGKILL', maxBuffer: longestOutput } as const;
  return new Promise((resolve, reject) => {
    const end = (error: ExecFileException | null, stdout: string) =>
      error === null ? resolve(stdout) : reject(new CommandError(codeOf(error)));
    try {
      const path = isPath ? resolveUserPath(program, process.env) : program;
      const child = execFile(path, args, { ...options, windowsHide: true }, end);
      child.stdin?.end();
    } catch {
      // A variable of the path is not set, or Node refuses to start such a file or such arguments.
      reject(new CommandError('commandMissing'));
    }
  });
}

function codeOf({ code, killed }: ExecFileException): CommandError['code'] {
  if (code === 'ENOENT' || code === 'EACCES') return 'commandMissing';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'commandOutput';
  return killed === true ? 'commandSlow' : 'commandFailed';
}
