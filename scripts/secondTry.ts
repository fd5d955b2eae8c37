import { addCounts, inWords, type MochaCounts } from './mochaCounts.ts';
import { mochaFiles } from './mochaRun.ts';

/**
 * Runs the files with failed tests again once nothing else is running, UI tests each in a new VS Code. A test that
 * fails twice counts as failed.
 */
export async function filesAgain(first: MochaCounts): Promise<MochaCounts> {
  const files = first.failedFiles ?? [];
  // A run that broke, rather than one with failed files, is not repeated
  if (files.length === 0) return first;
  console.log(
    `\n${inWords(first)}; again, the files of those that failed:\n${files.map(({ file }) => `  ${file}`).join('\n')}`,
  );
  const second = await mochaFiles(files.map(({ file }) => file));
  console.log(`${inWords(second)} in the second try`);
  const passed = files.reduce((sum, file) => sum - file.passed, first.passed);
  const failed = files.reduce((sum, file) => sum - file.failed, first.failed);
  return {
    ...addCounts({ passed, failed, skipped: 0 }, { ...second, skipped: first.skipped }),
    failedAtFirst: first.failedTests ?? [],
  };
}

/** The counts of a second run of the same tests. */
export async function allAgain(first: MochaCounts, run: () => Promise<MochaCounts>): Promise<MochaCounts> {
  const second = await run();
  console.log(`${inWords(second)} in the second try`);
  return { ...second, failedAtFirst: first.failedTests ?? [] };
}
