import { spawn } from 'node:child_process';
import { once } from 'node:events';

interface ProgramEnd {
  readonly code: unknown;
  readonly signal: unknown;
  readonly output: string;
  readonly problems: string;
}

/** Runs a built program until it exits, with its order as JSON. */
export async function runProgram(
  program: string,
  order: object,
  limits: { readonly timeout?: number } = {},
): Promise<ProgramEnd> {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...limits,
  });
  let output = '';
  let problems = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    problems += chunk.toString();
  });
  const [code, signal]: unknown[] = await once(child, 'close');
  return { code, signal, output, problems };
}
