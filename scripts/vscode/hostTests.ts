import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import {
  countsVariable,
  grepVariable,
  type MochaCounts,
  readCounts,
  reportVariable,
} from '../mochaCounts.ts';
import { logFolder, repositoryRoot } from '../paths.ts';
import { lastLines } from '../runCommand.ts';
import type { TestTarget } from './findVSCode.ts';
import { type LaunchOptions, type LaunchTarget, launchVariable } from './launchOptions.ts';
import { testSettings, userSettings, writeUserSettings } from './userSettings.ts';
import type { VersionToTest } from './versions.ts';

export interface HostTestRun {
  readonly version: VersionToTest;
  readonly target: TestTarget;
  /** The bundled test/host/index.ts. */
  readonly entry: string;
  readonly grep?: string;
}

const limitMs = Number(process.env['DEVICE_AUTOMATION_TEST_TIMEOUT_MS'] ?? 600_000);
const launcher = fileURLToPath(new URL('launch.mjs', import.meta.url));

/** Runs the tests of test/host in one VS Code; rejects when the run did not finish. */
export async function runHostTests({ version, target, entry, grep }: HostTestRun): Promise<MochaCounts> {
  // short, because VS Code creates sockets in it, and socket paths have a length limit
  const folder = await mkdtemp(join(tmpdir(), 'da-host-'));
  const files = { counts: join(folder, 'counts.json'), report: join(folder, 'report.txt') };
  const logFile = join(logFolder, `host-${version.id}-${process.pid}.log`);
  const profile = join(folder, 'profile');
  await mkdir(join(folder, 'workspace'), { recursive: true });
  // A workspace file, because VS Code restarts its extension host when a single folder gets a second one.
  const workspace = join(folder, 'tests.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: [{ path: 'workspace' }] }));
  // A test checks that VS Code adds a former setting to the object that replaces it.
  const former = { 'deviceAutomation.polling.watchedSeconds': 20 };
  await writeUserSettings(profile, userSettings('light', { ...testSettings, ...former }));
  const extensions = join(folder, 'extensions');
  await mkdir(extensions, { recursive: true });
  const options: LaunchOptions = {
    target: target.launch,
    reportFile: files.report,
    logFile,
    timeoutMs: limitMs,
    parentPid: process.pid,
  };
  try {
    const failure = await failureOf(() =>
      runTests({
        vscodeExecutablePath: programFor(target.launch),
        extensionDevelopmentPath: repositoryRoot,
        extensionTestsPath: entry,
        launchArgs: [workspace, `--user-data-dir=${profile}`, `--extensions-dir=${extensions}`],
        extensionTestsEnv: {
          [launchVariable]: JSON.stringify(options),
          [countsVariable]: files.counts,
          [reportVariable]: files.report,
          XDG_STATE_HOME: join(folder, 'state'),
          DEVICE_AUTOMATION_TEST_VSCODE: target.version,
          ...(grep === undefined ? {} : { [grepVariable]: grep }),
        },
      }),
    );
    const counts = readCounts(files.counts);
    refuseIncomplete(counts, failure, logFile);
    await rm(logFile, { force: true });
    return counts;
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** On Windows, a program cannot be replaced by a script, so VS Code starts without the launcher. */
function programFor(target: LaunchTarget): string {
  return process.platform === 'win32' && target.kind === 'desktop' ? target.executable : launcher;
}

async function failureOf(run: () => Promise<unknown>): Promise<TestRunFailedError | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    if (error instanceof TestRunFailedError) return error;
    throw error;
  }
}

/** VS Code exits with 0 even when its extension host has crashed, so only mocha's counts are reliable. */
function refuseIncomplete(
  counts: MochaCounts | undefined,
  failure: TestRunFailedError | undefined,
  logFile: string,
): asserts counts is MochaCounts {
  const log = existsSync(logFile)
    ? `\nThe end of ${logFile}:\n${lastLines(readFileSync(logFile, 'utf8'), 25)}`
    : '';
  if (!counts)
    throw new Error(
      `The tests in VS Code did not come to their end (${failure?.message ?? 'code 0'}).${log}`,
    );
  if (counts.passed + counts.failed === 0) throw new Error('The run in VS Code contained no test.');
  if (failure && counts.failed === 0) throw new Error(`All tests passed, but: ${failure.message}.${log}`);
}
