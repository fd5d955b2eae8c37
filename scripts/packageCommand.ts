// npm run package: builds the .vsix next to package.json and rejects one with unexpected files; -- --pre-release builds
// it for the pre-release channel. The command line, which needs only Node, is put next to it.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { copyCommandLine, makePackage, packageProblems, readPackage } from './package.ts';
import { readManifest, repositoryRoot } from './paths.ts';

const { name, version } = readManifest();
const target = join(repositoryRoot, `${name}-${version}.vsix`);
const preRelease = process.argv.includes('--pre-release');
const warnings = await makePackage(target, { preRelease });
const files = [...(await readPackage(target)).keys()];
console.log(files.map(file => `  ${file}`).join('\n'));
const problems = await packageProblems(target, warnings);
for (const problem of problems) console.error(problem);
console.log(`${target}: ${files.length} files, ${Math.round((await stat(target)).size / 1024)} KB`);
const commandLine = await copyCommandLine();
console.log(`${commandLine}: ${Math.round((await stat(commandLine)).size / 1024)} KB`);
process.exitCode = problems.length > 0 ? 1 : 0;
