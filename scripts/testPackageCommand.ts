// For `npm test`, see stages.ts: makes the package in the folder named, and fails where it could not be given to people.
import { packageProblems } from './package.ts';
import { makeTestPackage, testPackageIn } from './testPackage.ts';

const [folder = ''] = process.argv.slice(2);
const warnings = await makeTestPackage(folder);
const problems = await packageProblems(testPackageIn(folder), warnings);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
