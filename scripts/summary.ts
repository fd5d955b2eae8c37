import { inWords, type MochaCounts } from './mochaCounts.ts';

export interface StageResult {
  readonly name: string;
  readonly counts: MochaCounts;
  readonly seconds: number;
  /** Runs the failed tests again, and resolves with the counts of both runs. */
  readonly again?: (first: MochaCounts) => Promise<MochaCounts>;
}

/** Lists each failed test at the very end, where it is visible even if only the last lines are. */
export function printSummary(results: readonly StageResult[]): void {
  console.log('\n=== summary');
  for (const { name, counts, seconds } of results) {
    const verdict = counts.failed > 0 ? 'FAILED' : 'ok';
    console.log(`${verdict}  ${name}: ${inWords(counts)}, ${seconds.toFixed(1)} s`);
    for (const test of counts.failedTests ?? []) console.log(`    ${test}`);
  }
  const atFirst = results.flatMap(({ counts }) => counts.failedAtFirst ?? []);
  if (atFirst.length === 0) return;
  console.log('\n=== failed in the first try, which is a defect of the test or of what it tests');
  for (const test of atFirst) console.log(`    ${test}`);
}
