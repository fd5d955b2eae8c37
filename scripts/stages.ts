import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type LaneResult, type LaneTask, runLanes } from './lanes.ts';
import { addCounts, closingLine, type MochaCounts, noTests, oneFailed, onePassed } from './mochaCounts.ts';
import { mochaScript, quietMochaScript } from './mochaRun.ts';
import { npm, repositoryRoot } from './paths.ts';
import { runCommand } from './runCommand.ts';
import { runAllHostTests } from './runHost.ts';
import { allAgain, filesAgain } from './secondTry.ts';
import { printSummary, type StageResult } from './summary.ts';
import { testPackageIn, testPackageVariable } from './testPackage.ts';
import { uiBatches } from './uiFiles.ts';
import { ensureBrowser } from './vscode/browser.ts';
import { findTestTarget } from './vscode/findVSCode.ts';
import { ensureBrowserHost } from './vscode/installHost.ts';
import { allVersions, type VersionToTest } from './vscode/versions.ts';

const processors = availableParallelism();
/** One more than there are processors, up to three: tests in VS Code are sometimes idle. */
const laneCount = Math.min(3, processors + 1);

/** More processes load and compile everything again, which pays only where a processor would be idle. */
const parallelOptions = processors > 2 ? [] : ['--no-parallel'];

/** The stages that need no VS Code; `--only` accepts their names, `host` and `ui`. */
const plainStages: Readonly<Record<string, () => Promise<MochaCounts>>> = {
  build: () => script('build'),
  package: packageStage,
  typecheck: () => script('typecheck'),
  lint: () => script('lint'),
  unit: () => mochaScript('test:unit', parallelOptions),
  integration: () => quietMochaScript('test:integration', parallelOptions),
};
const plainTests: readonly string[] = ['unit', 'integration'];
const inVSCode: readonly string[] = ['host', 'ui'];

interface Options {
  readonly isChosen: (stage: string) => boolean;
  /** Whether failed tests are run again. */
  readonly isRetried: boolean;
}

/**
 * Runs all stages, even after one has failed; the last line printed is the total. The build, type check and lint run
 * alongside the plain-Node tests. The first lane of tests in VS Code starts as soon as those are done, the second after
 * the unit tests, and the third after all plain-Node tests.
 */
export async function runStages(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  const installed = installFor(options);
  const plain = new Map(
    Object.entries(plainStages)
      .filter(([name]) => options.isChosen(name))
      .map(([name, run]) => [name, stageResult(name, run)]),
  );
  const quick = [...plain].flatMap(([name, result]) => (plainTests.includes(name) ? [] : [result]));
  const beginnings = [[], [plain.get('unit')], [...plain.values()]];
  const inVSCode = vscodeStages(
    options,
    beginnings.slice(0, laneCount).map(awaited => Promise.all([installed, ...quick, ...awaited])),
  );
  const results = [...(await Promise.all(plain.values())), ...(await inVSCode)];
  const last = options.isRetried ? await triedAgain(results) : results;
  printSummary(last);
  const total = last.map(({ counts }) => counts).reduce(addCounts, noTests);
  console.log(closingLine(total));
  return total.failed > 0 ? 1 : 0;
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string' }, once: { type: 'boolean', default: false } },
  });
  const known = [...Object.keys(plainStages), ...inVSCode];
  const names = values.only?.split(',') ?? known;
  const unknown = names.find(name => !known.includes(name));
  if (unknown !== undefined) throw new Error(`--only knows ${known.join(', ')}, not ${unknown}`);
  // Tests inside VS Code load the build output, and UI tests also install the package
  const needed = [
    ...(names.some(name => inVSCode.includes(name)) ? ['build'] : []),
    ...(names.includes('ui') ? ['package'] : []),
  ];
  return { isChosen: stage => [...names, ...needed].includes(stage), isRetried: !values.once };
}

/**
 * Installs what the stages in VS Code need while the others run. A failure here recurs in the stage that needs the
 * installation, which then reports it.
 */
async function installFor({ isChosen }: Options): Promise<void> {
  await Promise.allSettled([
    ...(isChosen('ui') ? [ensureBrowser(), ...allVersions.map(ensureBrowserHost)] : []),
    ...(isChosen('host') ? allVersions.map(findTestTarget) : []),
  ]);
}

async function stageResult(name: string, run: () => Promise<MochaCounts>): Promise<StageResult> {
  const started = Date.now();
  const counts = await countedRun(run);
  const seconds = (Date.now() - started) / 1000;
  return { name, counts, seconds, ...(plainTests.includes(name) ? { again: filesAgain } : {}) };
}

async function vscodeStages(
  { isChosen }: Options,
  beginnings: readonly Promise<unknown>[],
): Promise<StageResult[]> {
  const tasks = [...(isChosen('host') ? hostTasks : []), ...(isChosen('ui') ? await uiTasks() : [])];
  const results = await runLanes(tasks, beginnings);
  return inVSCode.filter(isChosen).map(name =>
    sumOf(
      name,
      results.filter(({ task }) => task.stage === name),
    ),
  );
}

function sumOf(name: string, results: readonly LaneResult[]): StageResult {
  const started = Math.min(...results.map(({ startedMs }) => startedMs));
  const ended = Math.max(...results.map(({ endedMs }) => endedMs));
  const counts = results.map(result => result.counts).reduce(addCounts, noTests);
  return { name, counts, seconds: (ended - started) / 1000, again: () => tasksAgain(results) };
}

const hostTasks: readonly LaneTask[] = allVersions.map(version => {
  const run = () => countedRun(() => hostTests(version));
  return { stage: 'host', run, again: run };
});

async function hostTests(version: VersionToTest): Promise<MochaCounts> {
  const { counts, broken } = await runAllHostTests([version]);
  return broken.map(() => oneFailed).reduce(addCounts, counts);
}

async function uiTasks(): Promise<LaneTask[]> {
  return (await uiBatches()).map(files => ({
    stage: 'ui',
    run: worker =>
      countedRun(async () => {
        // Awaited first, so that a failed installation is not mistaken for failing tests
        await Promise.all([...allVersions.map(ensureBrowserHost), ensureBrowser()]);
        return worker.run(files);
      }),
  }));
}

/** Runs failed tests again, one file after the other, once nothing else is running. */
async function triedAgain(results: readonly StageResult[]): Promise<StageResult[]> {
  const last: StageResult[] = [];
  for (const result of results) {
    const { counts, again } = result;
    last.push(counts.failed > 0 && again ? { ...result, counts: await again(counts) } : result);
  }
  return last;
}

function taskAgain({ again }: LaneTask, first: MochaCounts): Promise<MochaCounts> {
  return again ? allAgain(first, again) : filesAgain(first);
}

async function tasksAgain(results: readonly LaneResult[]): Promise<MochaCounts> {
  let sum = noTests;
  for (const { task, counts } of results) {
    sum = addCounts(sum, counts.failed > 0 ? await taskAgain(task, counts) : counts);
  }
  return sum;
}

/** A stage that breaks counts as one failed test, so that it is not overlooked in the total. */
async function countedRun(run: () => Promise<MochaCounts>): Promise<MochaCounts> {
  try {
    return await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return oneFailed;
  }
}

/** Builds the package that all UI tests install. */
async function packageStage(): Promise<MochaCounts> {
  const folder = await mkdtemp(join(tmpdir(), 'da-vsix-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.env[testPackageVariable] = testPackageIn(folder);
  const program = join(repositoryRoot, 'scripts/testPackageCommand.ts');
  return printed(process.execPath, ['--import', 'tsx', program, folder]);
}

function script(name: string): Promise<MochaCounts> {
  return printed(npm, ['run', '--silent', name]);
}

/** Prints the output of a program once it has exited, since others may run at the same time. */
async function printed(command: string, args: readonly string[]): Promise<MochaCounts> {
  const { ok, output } = await runCommand(command, args, { cwd: repositoryRoot });
  process.stdout.write(output);
  return ok ? onePassed : oneFailed;
}
