// For `npm test`, see stages.ts: builds the package in the given folder, and fails if it could not be published.
import { packageProblems } from './package.ts';
import { makeTestPackage, testPackageIn } from './testPackage.ts';

const [folder = ''] = process.argv.slice(2);
const warnings = await makeTestPackage(folder);
const problems = await packageProblems(testPackageIn(folder), warnings);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
