import { Readable, Writable } from 'node:stream';
import { runProgram } from '../../src/cli/program.ts';

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HereOptions {
  /** What the user types in a terminal; without it there is no terminal. */
  readonly typed?: string;
  readonly signal?: AbortSignal;
}

class MemoryStream extends Writable {
  readonly isTTY: boolean;
  text = '';

  constructor(isTTY: boolean) {
    super();
    this.isTTY = isTTY;
  }

  override _write(part: unknown, _encoding: unknown, done: () => void): void {
    this.text += String(part);
    done();
  }
}

/** Runs the command line in this process, which is faster than the program itself. */
export async function runCliHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { typed, signal = new AbortController().signal }: HereOptions = {},
): Promise<CliResult> {
  const [stdout, stderr] = [new MemoryStream(typed !== undefined), new MemoryStream(typed !== undefined)];
  const stdin = typed === undefined ? undefined : () => Readable.from([typed]);
  const code = await runProgram({ args, environment, stdin, stdout, stderr, signal });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
