// npm run release: checks that this version can be released, and builds its .vsix twice to verify that the bytes are
// identical; the command line is put next to it. -- --pre-release builds it for the pre-release channel.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyCommandLine, makePackage, packageProblems } from './package.ts';
import { readManifest, repositoryRoot } from './paths.ts';
import { releaseProblems, shownPictures } from './release.ts';

const { name, version } = readManifest();
const isPreRelease = process.argv.includes('--pre-release');
const target = join(repositoryRoot, `${name}-${version}.vsix`);
const read = (path: string) => readFile(join(repositoryRoot, path), 'utf8');

async function packaged(): Promise<{ readonly hash: string; readonly problems: readonly string[] }> {
  const warnings = await makePackage(target, { preRelease: isPreRelease });
  const hash = createHash('sha256')
    .update(await readFile(target))
    .digest('hex');
  return { hash, problems: await packageProblems(target, warnings) };
}

const [first, second] = [await packaged(), await packaged()];
const { version: picturesOf }: { version: string } = JSON.parse(await read('test/ui/screenshots.json'));
const problems = [
  ...first.problems,
  ...(first.hash === second.hash ? [] : ['two packages of the same files have different bytes']),
  ...releaseProblems({
    version,
    isPreRelease,
    picturesOf,
    changelog: await read('CHANGELOG.md'),
    missingPictures: (await shownPictures(repositoryRoot)).filter(
      path => !existsSync(join(repositoryRoot, path)),
    ),
    notices: await read('dist/THIRD_PARTY_NOTICES.txt'),
    changedFiles: execFileSync('git', ['status', '--porcelain'], { cwd: repositoryRoot, encoding: 'utf8' })
      .split('\n')
      .filter(line => line !== ''),
  }),
];
if (problems.length > 0) {
  await rm(target);
  for (const problem of problems) console.error(problem);
  process.exitCode = 1;
} else console.log(`${target}\nsha256 ${first.hash}\n${await copyCommandLine()}`);
