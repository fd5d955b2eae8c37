// Runs the UI test files that the parent process names, one after the other; they share running VS Codes.
import Mocha from 'mocha';
import { closeAllSessions } from '../test/ui/support/session.ts';
import type { MochaCounts } from './mochaCounts.ts';

async function runFile(file: string): Promise<MochaCounts> {
  const mocha = new Mocha({ reporter: 'spec', timeout: 180_000, forbidOnly: true });
  mocha.addFile(file);
  await mocha.loadFilesAsync();
  const failedTests: string[] = [];
  return new Promise(resolve => {
    const runner = mocha.run(() => {
      const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
      // Mocha listens for the process's uncaught errors, and so does the run of each file.
      mocha.dispose();
      resolve({ passed: passes, failed: failures, skipped: pending, failedTests });
    });
    runner.on('fail', (test, error: Error) => {
      failedTests.push(`${test.fullTitle()}: ${String(error.message).split('\n')[0]}`);
    });
  });
}

process.on('message', async (file: string) => {
  try {
    process.send?.(await runFile(file));
  } catch (error) {
    console.error(error);
    process.send?.({ passed: 0, failed: 1, skipped: 0 } satisfies MochaCounts);
  }
});
// The parent has no more files.
process.on('disconnect', async () => {
  await closeAllSessions();
  process.exit();
});
