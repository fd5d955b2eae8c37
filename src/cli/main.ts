import process from 'node:process';
import { runProgram } from './program.ts';

const interruption = new AbortController();
const interruptedCode = 130;
let signalCode = interruptedCode;

/** The first signal ends the command in order; the second one ends the process at once. */
function interrupt(code: number): void {
  if (interruption.signal.aborted) process.exit(code);
  signalCode = code;
  interruption.abort();
}

process.on('SIGINT', () => interrupt(interruptedCode));
process.on('SIGTERM', () => interrupt(143));

const { env: environment, stdout, stderr, argv } = process;
void runProgram({ args: argv.slice(2), environment, stdout, stderr, signal: interruption.signal }).then(
  code => {
    process.exitCode = code === interruptedCode ? signalCode : code;
  },
);
