/**
 * `npm run interruptions -- --rounds 20000 --runs 200 --seed 1 --vscode 10`: runs this many rounds of saves, in which
 * one user, others and VS Code act in a random order (see saves/); then kills and closes windows at random and checks
 * what is lost; then kills a real VS Code as often as the last number says.
 */
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { endOnSignals, stopAllGroups } from '../../scripts/processGroup.ts';
import { closeAllSessions } from '../ui/support/session.ts';
import { randomOf } from './random.ts';
import { killRealWindows } from './realWindows.ts';
import { type RoundResult, runRound } from './round.ts';
import { runManyRounds } from './saves/manyRounds.ts';
import { buildWindowProgram } from './windowProgram.ts';

endOnSignals(async () => {
  await closeAllSessions();
  await stopAllGroups();
});

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20000' },
    runs: { type: 'string', default: '200' },
    seed: { type: 'string' },
    vscode: { type: 'string', default: '0' },
  },
});
const runs = Number(values.runs);
const firstSeed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const wrong = await runManyRounds(Number(values.rounds), firstSeed);
const results: RoundResult[] = [];
const failures: string[] = [];
const waiting = Array.from({ length: runs }, (_, index) => firstSeed + index);
const program = await buildWindowProgram();
const startedMs = Date.now();
console.log(`${runs} rounds, seeds ${firstSeed} to ${firstSeed + runs - 1}`);

async function work(): Promise<void> {
  for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
    try {
      results.push(await runRound(program.file, seed));
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
      console.error(failures.at(-1));
    }
  }
}

await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, work));
await program.remove();
for (const kind of ['edit', 'delete', 'disable', 'deleteAndUndo', 'deleteGroups'] as const) {
  const of = results.filter(result => result.work === kind);
  const cut = of.filter(({ wasCut }) => wasCut).length;
  const back = of.filter(({ cameBack }) => cameBack).length;
  const asked = of.filter(({ asked }) => asked > 0).length;
  const more = asked > 0 ? `, in ${asked} a save asked first` : '';
  console.log(
    `${kind}: ${of.length} rounds, ${cut} cut off in the middle, in ${back} something came back${more}`,
  );
}
const seconds = Math.round((Date.now() - startedMs) / 1_000);
console.log(
  `${results.length} rounds lost nothing and sent nothing twice, ${failures.length} failed; ${seconds} s`,
);
const real = Number(values.vscode);
if (real > 0) {
  await killRealWindows(real, randomOf(firstSeed));
  console.log(`${real} kills of a real VS Code lost nothing and sent nothing twice`);
}
process.exitCode = failures.length + wrong === 0 ? 0 : 1;
