// npm run takeout -- <contribution> …: removes contributions from a copy of the repository, with those that use them, and
// shows that types, build and the remaining unit tests pass without them. `each` takes out one after the other, `all`
// leaves the kernel alone; `--quick` leaves the tests out.
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import uses from '../src/contrib/uses.json' with { type: 'json' };
import { npm, repositoryRoot } from './paths.ts';
import { lastLines, runCommand } from './runCommand.ts';

const contributions: Readonly<Record<string, readonly string[]>> = uses;

/** Where contributions are listed, those of the tests last. */
const lists = [
  'src/activations.ts',
  'src/contributions.ts',
  'src/earlyContributions.ts',
  'src/cliContributions.ts',
  'src/formControls.ts',
  'src/formPage.css',
  'scripts/contributed.ts',
  'test/workbench/commands/support/memoryServer.ts',
  'test/workbench/trees/support/contributedRows.ts',
];

/** Tests of everything run against the demo server, so it stays when the contribution that offers it goes. */
const staysFor: Readonly<Record<string, string>> = { demo: 'server' };

const checks: readonly (readonly [what: string, program: string, args: readonly string[]])[] = [
  ['package.json from its parts', npm, ['run', '--silent', 'readme']],
  ['types', npm, ['run', '--silent', 'typecheck']],
  ['build', npm, ['run', '--silent', 'build']],
  ['unit tests', npm, ['run', '--silent', 'test:unit']],
];

const isQuick = process.argv.includes('--quick');
const chosen = process.argv.slice(2).filter(argument => argument !== '--quick');
const everyName = Object.keys(contributions);
if (chosen.length === 0 || !chosen.every(name => ['each', 'all', ...everyName].includes(name))) {
  console.error(`Name contributions, or "each", or "all": ${everyName.join(', ')}.`);
  process.exitCode = 2;
} else if (chosen.includes('each')) {
  for (const name of everyName) if (!(await takeOut([name]))) process.exitCode = 1;
} else if (!(await takeOut(chosen.includes('all') ? everyName : chosen))) process.exitCode = 1;

async function takeOut(names: readonly string[]): Promise<boolean> {
  const gone = withUsers(names);
  const users = gone.slice(names.length);
  console.log(`${names.join(', ')}${users.length > 0 ? `, and with it ${users.join(', ')}` : ''}`);
  const copy = await mkdtemp(join(tmpdir(), 'without-'));
  try {
    await copyRepository(copy);
    for (const each of gone) await removeFolders(copy, each);
    for (const list of lists) await removeLines(join(copy, list), gone);
    await writeFile(
      join(copy, 'src/contrib/uses.json'),
      `${JSON.stringify(withoutThese(gone), undefined, 2)}\n`,
    );
    for (const [what, program, args] of isQuick ? checks.slice(0, -1) : checks) {
      const { ok, output } = await runCommand(program, args, { cwd: copy, env: { TAKEOUT: gone.join() } });
      console.log(`  ${what}: ${ok ? 'passed' : 'failed'}`);
      if (!ok) {
        console.log(failuresIn(output) ?? lastLines(output, 60));
        return false;
      }
    }
    return true;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/** What mocha says at its end about the tests that failed. */
function failuresIn(output: string): string | undefined {
  return /^ +\d+ failing$[\s\S]*/m.exec(output)?.[0];
}

/** The contributions, and all that use them, directly or not. */
function withUsers(names: readonly string[]): string[] {
  const found = new Set(names);
  for (const each of found)
    for (const [user, used] of Object.entries(contributions)) if (used.includes(each)) found.add(user);
  return [...found];
}

function withoutThese(gone: readonly string[]): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(contributions).filter(([name]) => !gone.includes(name) || name in staysFor),
  );
}

/** With changes that are not committed yet. */
async function copyRepository(copy: string): Promise<void> {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const { output } = await runCommand('git', args, { cwd: repositoryRoot });
  for (const file of output.split('\0').filter(path => path !== '')) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(repositoryRoot, file), join(copy, file)).catch((error: NodeJS.ErrnoException) => {
      // Deleted, but not committed yet.
      if (error.code !== 'ENOENT') throw error;
    });
  }
  await symlink(join(repositoryRoot, 'node_modules'), join(copy, 'node_modules'), 'junction');
}

async function removeFolders(copy: string, name: string): Promise<void> {
  for (const room of ['src', 'test']) {
    const folder = join(copy, room, 'contrib', name);
    for (const entry of await readdir(folder))
      if (entry !== staysFor[name]) await rm(join(folder, entry), { recursive: true });
    if (!(name in staysFor)) await rm(folder, { recursive: true });
  }
}

/** The lines that import from these contributions, and those that list what was imported. */
async function removeLines(list: string, gone: readonly string[]): Promise<void> {
  let text = await readFile(list, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const from = `['"][./]*(?:src/)?contrib/(?:${gone.join('|')})/`;
  const imports = new RegExp(
    `^(?:@?import (?:\\{ (.+) \\} from )?${from}|const \\{ (.+) \\} = await import\\(\\s*${from}).*\\n`,
    'gm',
  );
  const listed = [...text.matchAll(imports)].flatMap(([, names = '', lazy = names]) => lazy.split(', '));
  text = text.replace(imports, '');
  for (const name of listed)
    text = text.replaceAll(new RegExp(`(?<![\\w.])(?:\\.{3})?${name}(?:, ?|(?=\\s*[\\]}]))`, 'g'), '');
  await writeFile(list, text);
}
