import { existsSync, readFileSync } from 'node:fs';

/** Written at the very end of a mocha run; if it is missing, the run did not finish. */
export interface MochaCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** The files in which a test failed, with the counts of their tests. */
  readonly failedFiles?: readonly {
    readonly file: string;
    readonly passed: number;
    readonly failed: number;
  }[];
  /** The full title of each failed test and the first line of its error. */
  readonly failedTests?: readonly string[];
  /** The failures of the first run, if there was a second. */
  readonly failedAtFirst?: readonly string[];
}

/** Environment variables with the paths of the files that a run writes; see countsReporter.cjs. */
export const countsVariable = 'DEVICE_AUTOMATION_TEST_COUNTS';
/** The file for the readable report of tests inside VS Code, whose own output is mostly noise. */
export const reportVariable = 'DEVICE_AUTOMATION_TEST_REPORT';
export const grepVariable = 'DEVICE_AUTOMATION_TEST_GREP';
/** Set in a process that runs several files of UI tests, see uiWorker.ts. */
export const uiWorkerVariable = 'DEVICE_AUTOMATION_UI_WORKER';

export function readCounts(path: string): MochaCounts | undefined {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as MochaCounts) : undefined;
}

export function addCounts(one: MochaCounts, other: MochaCounts): MochaCounts {
  return {
    passed: one.passed + other.passed,
    failed: one.failed + other.failed,
    skipped: one.skipped + other.skipped,
    failedFiles: [...(one.failedFiles ?? []), ...(other.failedFiles ?? [])],
    failedTests: [...(one.failedTests ?? []), ...(other.failedTests ?? [])],
    failedAtFirst: [...(one.failedAtFirst ?? []), ...(other.failedAtFirst ?? [])],
  };
}

export const noTests: MochaCounts = { passed: 0, failed: 0, skipped: 0 };
/** The counts of a stage without tests, which passes or fails as a whole. */
export const onePassed: MochaCounts = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed: MochaCounts = { passed: 0, failed: 1, skipped: 0 };

/** The last line of `npm test`, printed by nothing else. */
export function closingLine({ passed, failed, skipped }: MochaCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export function inWords({ passed, failed, skipped }: MochaCounts): string {
  return `${passed} of ${passed + failed} passed${skipped > 0 ? `, besides ${skipped} skipped` : ''}`;
}
