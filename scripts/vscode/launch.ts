import { appendFileSync, closeSync, existsSync, openSync, readSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { endOnSignals, stopAllGroups } from '../processGroup.ts';
import { runInBrowser } from './launchBrowser.ts';
import { runOnDesktop } from './launchDesktop.ts';
import { type Launched, type LaunchOptions, launchVariable, parseVSCodeArguments } from './launchOptions.ts';

const timedOutCode = 124;
const pollMs = 100;

/** Runs VS Code's extension tests with the arguments that VS Code itself would receive. */
export async function launch(args: readonly string[]): Promise<number> {
  const options = JSON.parse(process.env[launchVariable] ?? '{}') as LaunchOptions;
  await mkdir(dirname(options.logFile), { recursive: true });
  const log = (text: string) => appendFileSync(options.logFile, text);
  const stopReport = showWhileGrowing(options.reportFile);
  const vscodeArguments = parseVSCodeArguments(args);
  let launched: Launched | undefined;
  const endAll = async () => {
    await launched?.stop();
    await stopAllGroups();
  };
  endOnSignals(endAll);
  process.stdout.on('error', () => {
    // The process that reads the report has exited, which is detected below
  });
  whenOrphaned(options.parentPid, async () => {
    await endAll();
    await rm(dirname(options.reportFile), { recursive: true, force: true, maxRetries: 5 });
    process.exit(1);
  });
  try {
    launched =
      options.target.kind === 'desktop'
        ? await runOnDesktop(options.target.executable, args, log)
        : await runInBrowser(options.target.version, vscodeArguments, log);
    return await Promise.race([launched.exitCode, timeOut(options.timeoutMs)]);
  } finally {
    await endAll();
    stopReport();
  }
}

function timeOut(limitMs: number): Promise<number> {
  return new Promise(resolve => {
    setTimeout(() => {
      console.error(`The tests in VS Code did not end within ${limitMs / 1000} s and were stopped.`);
      resolve(timedOutCode);
    }, limitMs);
  });
}

/** The parent may be killed before it can report that or remove its temporary folder. */
function whenOrphaned(parentPid: number, end: () => Promise<void>): void {
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(timer);
    void end();
  }, pollMs);
}

/** Copies what is appended to a file to standard output, until the returned function is called. */
function showWhileGrowing(path: string): () => void {
  let shown = 0;
  const showMore = () => {
    if (!existsSync(path)) return;
    const file = openSync(path, 'r');
    const buffer = Buffer.alloc(64 * 1024);
    for (let length = readSync(file, buffer, 0, buffer.length, shown); length > 0; ) {
      process.stdout.write(buffer.subarray(0, length).toString('utf8'));
      shown += length;
      length = readSync(file, buffer, 0, buffer.length, shown);
    }
    closeSync(file);
  };
  const timer = setInterval(showMore, pollMs);
  return () => {
    clearInterval(timer);
    showMore();
  };
}
