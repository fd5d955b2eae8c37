import process from 'node:process';
import { isatty } from 'node:tty';
import { runProgram } from './cli/program.ts';
import { cliContributions } from './cliContributions.ts';

/** Opened on demand: once a pipe is open, it can no longer be read as a file descriptor. */
const stdin = isatty(0) ? () => process.stdin : undefined;
const interruption = new AbortController();
const interruptedCode = 130;
let signalCode = interruptedCode;

/** The first signal ends the command cleanly; the second one exits immediately. */
function interrupt(code: number): void {
  if (interruption.signal.aborted) process.exit(code);
  signalCode = code;
  interruption.abort();
}

process.on('SIGINT', () => interrupt(interruptedCode));
process.on('SIGTERM', () => interrupt(143));

const { env: environment, stdout, stderr, argv } = process;
void runProgram({
  contributions: cliContributions,
  args: argv.slice(2),
  environment,
  stdin,
  stdout,
  stderr,
  signal: interruption.signal,
}).then(code => {
  process.exitCode = code === interruptedCode ? signalCode : code;
});
