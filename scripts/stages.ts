import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  addCounts,
  COUNTS_FILE,
  closingLine,
  inWords,
  type MochaCounts,
  noTests,
  readCounts,
} from './mochaCounts.ts';
import { repositoryRoot } from './paths.ts';
import { runCommand } from './runCommand.ts';
import { runAllHostTests } from './runHost.ts';
import { runUIBatches, uiBatches } from './uiFiles.ts';
import { ensureBrowser } from './vscode/browser.ts';
import { findTestTarget } from './vscode/findVSCode.ts';
import { ensureBrowserHost } from './vscode/installHost.ts';
import { allVersions, newest, type VersionToTest } from './vscode/versions.ts';

interface Stage {
  readonly name: string;
  readonly run: () => Promise<MochaCounts>;
}

interface StageResult {
  readonly name: string;
  readonly counts: MochaCounts;
  readonly seconds: number;
}

const isWindows = process.platform === 'win32';
const npm = isWindows ? 'npm.cmd' : 'npm';
const REPORTER = 'scripts/countsReporter.cjs';

/** One window keeps 1.4 cores busy, so that a third at once would only make all of them slower. */
const UI_FILES_AT_ONCE = Math.min(2, availableParallelism());

const onePassed: MochaCounts = { passed: 1, failed: 0, skipped: 0 };
const oneFailed: MochaCounts = { passed: 0, failed: 1, skipped: 0 };

/**
 * What `npm test` runs: one row after the other, those of a row at a time, since tests in plain Node wait now and then.
 * `--only` chooses by these names.
 */
const STAGES: readonly (readonly Stage[])[] = [
  [
    { name: 'build', run: () => script('build') },
    { name: 'typecheck', run: () => script('typecheck') },
    { name: 'lint', run: () => script('lint') },
    { name: 'unit', run: async () => secondTry(await mochaScript('test:unit')) },
  ],
  [{ name: 'host', run: hostStage }],
  [{ name: 'ui', run: uiStage }],
];

/** Runs all stages, also after one has failed; the last line printed is the sum. */
export async function runStages(args: readonly string[]): Promise<number> {
  const stages = chosenStages(args);
  const results: StageResult[] = [];
  const installed = installFor(stages.flat());
  for (const row of stages) {
    if (row.some(({ name }) => usesVSCode(name))) await installed;
    console.log(`\n=== ${row.map(({ name }) => name).join(', ')}`);
    results.push(...(await Promise.all(row.map(stageResult))));
  }
  printSummary(results);
  const total = results.map(result => result.counts).reduce(addCounts, noTests);
  console.log(closingLine(total));
  return total.failed > 0 ? 1 : 0;
}

async function stageResult({ name, run }: Stage): Promise<StageResult> {
  const started = Date.now();
  const counts = await countedRun(run);
  return { name, counts, seconds: (Date.now() - started) / 1000 };
}

/** Names each failed test at the very end, where whoever sees only the last lines finds it. */
function printSummary(results: readonly StageResult[]): void {
  console.log('\n=== summary');
  for (const { name, counts, seconds } of results) {
    const verdict = counts.failed > 0 ? 'FAILED' : 'ok';
    console.log(`${verdict}  ${name}: ${inWords(counts)}, ${seconds.toFixed(1)} s`);
    for (const test of counts.failedTests ?? []) console.log(`    ${test}`);
  }
}

const usesVSCode = (name: string) => name === 'host' || name === 'ui';

/**
 * Installs what the stages in VS Code need, while the others run. What fails here fails again in the stage that
 * needs it, which then reports it.
 */
async function installFor(stages: readonly Stage[]): Promise<void> {
  const names = stages.map(({ name }) => name);
  await Promise.allSettled([
    ...(names.includes('host') ? allVersions.map(findTestTarget) : []),
    ...(names.includes('ui') ? [ensureBrowserHost(newest), ensureBrowser()] : []),
  ]);
}

function chosenStages(args: readonly string[]): readonly (readonly Stage[])[] {
  const { values } = parseArgs({ args: [...args], options: { only: { type: 'string' } } });
  if (values.only === undefined) return STAGES;
  const names = values.only.split(',');
  const known = STAGES.flat().map(({ name }) => name);
  const unknown = names.find(name => !known.includes(name));
  if (unknown !== undefined) throw new Error(`--only knows ${known.join(', ')}, not ${unknown}`);
  // tests inside VS Code load what the build makes
  const needsBuild = names.some(usesVSCode);
  const isChosen = ({ name }: Stage) => names.includes(name) || (name === 'build' && needsBuild);
  return STAGES.map(row => row.filter(isChosen)).filter(row => row.length > 0);
}

/** A stage that breaks counts as one failed test, so that it cannot be overlooked in the sum. */
async function countedRun(run: () => Promise<MochaCounts>): Promise<MochaCounts> {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return oneFailed;
  }
}

/** Prints what a script has printed when it has ended: others may run beside it. */
async function script(name: string): Promise<MochaCounts> {
  const { ok, output } = await runCommand(npm, ['run', '--silent', name], { cwd: repositoryRoot });
  process.stdout.write(output);
  return ok ? onePassed : oneFailed;
}

async function mochaScript(name: string, command?: readonly string[]): Promise<MochaCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'da-counts-'));
  const file = join(folder, 'counts.json');
  try {
    const code = await npmRun(name, { [COUNTS_FILE]: file }, command);
    const counts = readCounts(file);
    if (!counts) throw new Error(`${name} did not come to its end (code ${code})`);
    // mocha fails for reasons of its own too, such as a test file that cannot be loaded
    return code !== 0 && counts.failed === 0 ? addCounts(counts, oneFailed) : counts;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function npmRun(
  name: string,
  env: Readonly<Record<string, string>>,
  command: readonly string[] = ['run', '--silent', name],
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(npm, [...command], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env },
      stdio: 'inherit',
      shell: isWindows,
    });
    child.once('error', reject);
    child.once('exit', code => resolve(code ?? 1));
  });
}

async function hostStage(): Promise<MochaCounts> {
  const versions: MochaCounts[] = [];
  for (const version of allVersions) {
    const first = await hostTests(version);
    versions.push(first.failed === 0 ? first : afterFirst(first, await hostTests(version)));
  }
  return versions.reduce(addCounts);
}

async function hostTests(version: VersionToTest): Promise<MochaCounts> {
  const { counts, broken } = await runAllHostTests([version]);
  return broken.map(() => oneFailed).reduce(addCounts, counts);
}

/** The counts of a second run of the same tests, with what failed in the first. */
function afterFirst({ failedTests = [] }: MochaCounts, second: MochaCounts): MochaCounts {
  console.log(`${inWords(second)} in the second try`);
  const atFirst = failedTests.map(test => `at first: ${test}`);
  return { ...second, failedTests: [...atFirst, ...(second.failedTests ?? [])] };
}

async function uiStage(): Promise<MochaCounts> {
  // found here first, so that an installation is not taken for a slow test
  const host = await ensureBrowserHost(newest);
  const browser = await ensureBrowser();
  console.log(
    `UI tests in VS Code ${host.version.release} in a browser (code-server), shown by ${browser.name}`,
  );
  return secondTry(await runUIBatches(await uiBatches(), UI_FILES_AT_ONCE));
}

function mochaFiles(files: readonly string[], ...options: readonly string[]): Promise<MochaCounts> {
  return mochaScript('mocha', ['exec', '--', 'mocha', '--reporter', REPORTER, ...options, ...files]);
}

/**
 * Runs the files in which a test failed again, now that nothing else runs, UI tests in a VS Code of their own. On a
 * busy machine a browser, a server and a window do not always keep time. What fails twice has failed; what fails
 * once is named in the summary.
 */
async function secondTry(first: MochaCounts): Promise<MochaCounts> {
  const files = first.failedFiles ?? [];
  if (first.failed === 0) return first;
  // a run that broke, rather than failed in some files, is not tried again
  if (files.length === 0) return first;
  console.log(
    `\n${inWords(first)}; again, the files of those that failed:\n${files.map(({ file }) => `  ${file}`).join('\n')}`,
  );
  const second = await mochaFiles(files.map(({ file }) => file));
  console.log(`${inWords(second)} in the second try`);
  const passed = files.reduce((sum, file) => sum - file.passed, first.passed);
  const failed = files.reduce((sum, file) => sum - file.failed, first.failed);
  const failedTests = (first.failedTests ?? []).map(test => `at first: ${test}`);
  return addCounts({ passed, failed, skipped: 0, failedTests }, { ...second, skipped: first.skipped });
}
