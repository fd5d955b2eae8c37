import { existsSync, readFileSync } from 'node:fs';

/** What a mocha run writes at its very end; its absence means that the run did not get that far. */
export interface MochaCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Of files in which a test failed, and how many of their tests did what. */
  readonly failedFiles?: readonly {
    readonly file: string;
    readonly passed: number;
    readonly failed: number;
  }[];
  /** The full title of each failed test and the first line of its error. */
  readonly failedTests?: readonly string[];
  /** The same of a first try, where there was a second. */
  readonly failedAtFirst?: readonly string[];
}

/** Environment variables by which a run is told where to write; see countsReporter.cjs. */
export const COUNTS_FILE = 'DEVICE_AUTOMATION_TEST_COUNTS';
/** Where tests inside VS Code write what a person reads, since VS Code's own output is noise. */
export const REPORT_FILE = 'DEVICE_AUTOMATION_TEST_REPORT';
export const GREP = 'DEVICE_AUTOMATION_TEST_GREP';
/** Set in a process that runs several files of UI tests, see uiWorker.ts. */
export const UI_WORKER = 'DEVICE_AUTOMATION_UI_WORKER';

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
/** For what is no test and succeeds or fails as a whole. */
export const onePassed: MochaCounts = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed: MochaCounts = { passed: 0, failed: 1, skipped: 0 };

/** The closing line of `npm test`, and of nothing else. */
export function closingLine({ passed, failed, skipped }: MochaCounts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

export function inWords({ passed, failed, skipped }: MochaCounts): string {
  return `${passed} of ${passed + failed} passed${skipped > 0 ? `, besides ${skipped} skipped` : ''}`;
}
