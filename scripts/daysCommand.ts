// npm run test:days [-- --day saturday,month-end] [-- --only unit,ui] [-- --at "2026-11-30 00:10" --zone Europe/Berlin]
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clockEnvironment, ensureFakeTime, type FakeDay, fakeDays, parseDay } from './fakeDays.ts';
import type { MochaCounts } from './mochaCounts.ts';
import { mochaFiles, mochaScript } from './mochaRun.ts';
import { npm, repositoryRoot } from './paths.ts';
import { runCommand } from './runCommand.ts';
import { printSummary, type StageResult } from './summary.ts';

type Stage = (env: Readonly<Record<string, string>>) => Promise<MochaCounts>;

/** The UI tests in whose windows dates or times are visible; what the others test does not depend on the day. */
const uiFiles = ['timeline', 'scheduleBuilder', 'everydayTasks', 'pastRuns', 'changeJobs'].map(name =>
  join(repositoryRoot, 'test/ui', `${name}.ui.ts`),
);

const stages: Readonly<Record<string, Stage>> = {
  unit: env => mochaScript('test:unit', ['--no-parallel'], env),
  integration: env => mochaScript('test:integration', ['--no-parallel'], env),
  ui: env => mochaFiles(uiFiles, env),
};

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      day: { type: 'string' },
      only: { type: 'string' },
      at: { type: 'string' },
      zone: { type: 'string', default: 'UTC' },
    },
  });
  const all = values.at === undefined ? fakeDays(Date.now()) : [parseDay(values.at, values.zone)];
  const days = chosen('--day', values.day, new Map(all.map(day => [day.name, day])));
  const wanted = chosen(
    '--only',
    values.only,
    new Map(Object.entries(stages).map(stage => [stage[0], stage])),
  );
  const library = await ensureFakeTime();
  // VS Code loads what is built.
  if (wanted.some(([name]) => name === 'ui')) await build();
  const results: StageResult[] = [];
  for (const day of days) {
    for (const [name, run] of wanted) results.push(await runOn(day, name, run, library));
  }
  printSummary(results);
  if (results.some(({ counts }) => counts.failed > 0)) process.exitCode = 1;
}

async function build(): Promise<void> {
  const { ok, output } = await runCommand(npm, ['run', '--silent', 'build'], { cwd: repositoryRoot });
  if (!ok) throw new Error(output);
}

/** Each stage starts at the time of the day, however long those before it took. */
async function runOn(day: FakeDay, stage: string, run: Stage, library: string): Promise<StageResult> {
  const { year, month, day: ofMonth } = day.date;
  const name = `${stage} on ${day.name} (${year}-${month}-${ofMonth} ${day.time} ${day.zone})`;
  console.log(`\n=== ${name}`);
  const startedMs = Date.now();
  const counts = await run(clockEnvironment(library, day, startedMs));
  return { name, counts, seconds: (Date.now() - startedMs) / 1000 };
}

function chosen<T>(option: string, names: string | undefined, known: ReadonlyMap<string, T>): readonly T[] {
  if (names === undefined) return [...known.values()];
  return names.split(',').map(name => {
    const found = known.get(name);
    if (found === undefined)
      throw new Error(`${option} accepts ${[...known.keys()].join(', ')}, not “${name}”.`);
    return found;
  });
}
