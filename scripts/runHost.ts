import { bundleHostTests } from './bundleHostTests.ts';
import { addCounts, inWords, type MochaCounts, noTests } from './mochaCounts.ts';
import { findTestTarget } from './vscode/findVSCode.ts';
import { runHostTests } from './vscode/hostTests.ts';
import type { VersionToTest } from './vscode/versions.ts';

export interface HostSummary {
  readonly counts: MochaCounts;
  /** The versions whose runs did not finish, with the reason. */
  readonly broken: readonly string[];
}

/** Runs test/host in each of the versions; a run that breaks does not stop the others. */
export async function runAllHostTests(
  versions: readonly VersionToTest[],
  grep?: string,
): Promise<HostSummary> {
  const tests = await bundleHostTests();
  let counts = noTests;
  const broken: string[] = [];
  try {
    for (const version of versions) {
      try {
        const target = await findTestTarget(version);
        console.log(`Tests in VS Code ${version.id}: ${target.description}`);
        const own = await runHostTests({
          version,
          target,
          entry: tests.entry,
          ...(grep === undefined ? {} : { grep }),
        });
        console.log(`In VS Code ${version.id}: ${inWords(own)}\n`);
        counts = addCounts(counts, own);
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        console.error(reason);
        // The first line is the reason, the rest is the end of a log
        broken.push(`VS Code ${version.id}: ${reason.split('\n')[0]}`);
      }
    }
  } finally {
    await tests.remove();
  }
  return { counts, broken };
}
