import { Readable, Writable } from 'node:stream';
import type { Clock } from '../../src/base/clock.ts';

export interface CliResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HereOptions {
  /** What the user types in a terminal; without it there is no terminal. */
  readonly typed?: string;
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
  /** Called with each part of the output when it is printed. */
  readonly onOutput?: (text: string) => void;
}

class MemoryStream extends Writable {
  readonly isTTY: boolean;
  text = '';

  readonly #onText: (text: string) => void;

  constructor(isTTY: boolean, onText: (text: string) => void = () => undefined) {
    super();
    this.isTTY = isTTY;
    this.#onText = onText;
  }

  override _write(part: unknown, _encoding: unknown, done: () => void): void {
    this.text += String(part);
    this.#onText(String(part));
    done();
  }
}

/** Runs the command line in this process, which is faster than the program itself. */
export async function runCliHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  { typed, signal = new AbortController().signal, clock, onOutput }: HereOptions = {},
): Promise<CliResult> {
  const [stdout, stderr] = [
    new MemoryStream(typed !== undefined, onOutput),
    new MemoryStream(typed !== undefined, onOutput),
  ];
  const stdin = typed === undefined ? undefined : () => Readable.from([typed]);
  const timed = clock === undefined ? {} : { clock };
  // Mocha requires this file, and the program imports its commands: required, it would have other classes than they.
  const { runProgram } = await import('../../src/cli/program.ts');
  const { cliContributions } = await import('../../src/cliContributions.ts');
  const program = { contributions: cliContributions, args, environment };
  const code = await runProgram({ ...program, stdin, stdout, stderr, signal, ...timed });
  return { code, stdout: stdout.text, stderr: stderr.text };
}
