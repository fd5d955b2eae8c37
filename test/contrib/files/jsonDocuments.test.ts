import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { groupFields } from '../../../src/api/fields/groupFields.ts';
import { jobFields } from '../../../src/api/fields/jobFields.ts';
import { statusKinds } from '../../../src/api/model/jobStatus.ts';
import { isRecord } from '../../../src/base/json.ts';
import { countActions } from '../../../src/contrib/files/common/filePlan.ts';
import { table } from '../../cli/support/commandTable.ts';
import { type Shell, type ShellOptions, withoutSecondStatus, withShell } from '../../cli/support/shell.ts';
import { itWith } from '../../support/withContributions.ts';

const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');
const declarations = new Map(
  [...page.matchAll(/^(?:interface|type) (\w+)(.*?)(?=^interface|^type|^\/\*\*|^```)/gms)].map(
    ([, name = '', body = '']) => [name, body],
  ),
);

/** The text of a declaration, and of those that it refers to. */
function documented(name: string): string {
  const body = declarations.get(name) ?? '';
  const others = [...body.matchAll(/\b[A-Z]\w+\b/g)].map(([other]) => documented(other));
  return [body, ...others].join('\n');
}

const keysOf = (text: string) => new Set([...text.matchAll(/(\w+)\??: /g)].map(([, key = '']) => key));
const wordsOf = (text: string) => new Set([...text.matchAll(/'(\w+)'/g)].map(([, word = '']) => word));

/** Keys whose values are listed on the page. */
const wordKeys: ReadonlySet<string> = new Set(['action', 'kind', 'result', 'outcome', 'severity']);

/** The keys of a printed document, except for those of other objects, and the words that it contains. */
function contentsOf(value: unknown, keys = new Set<string>(), words = new Set<string>()) {
  if (Array.isArray(value)) for (const item of value) contentsOf(item, keys, words);
  else if (isRecord(value))
    for (const [key, inner] of Object.entries(value)) {
      keys.add(key);
      if (wordKeys.has(key)) words.add(String(inner));
      if (!['counts', 'summary', 'before', 'after'].includes(key)) contentsOf(inner, keys, words);
    }
  return { keys, words };
}

/** Compares printed documents with the page: each documented key occurs, except for `absent`, and no other. */
function assertDocumented(name: string, printed: readonly string[], ...absent: readonly string[]): void {
  const { keys, words } = contentsOf(printed.map(text => JSON.parse(text)));
  const text = documented(name);
  assert.deepEqual([...keys, ...absent].sort(), [...keysOf(text)].sort());
  const known = wordsOf(text);
  assert.deepEqual(
    [...words].filter(word => !known.has(word)),
    [],
  );
}

/** Two jobs and a group in a folder with their files. */
function withFolder(
  use: (run: (args: string) => Promise<string>, shell: Shell) => Promise<void>,
  options?: ShellOptions,
) {
  return withShell(async shell => {
    shell.addJob({ name: 'Nightly' }, 'running');
    shell.addJob({ name: 'Weekly' }, 'finished');
    shell.addGroup({ name: 'Lab' });
    const run = async (args: string) => {
      const connection = args.startsWith('validate') ? [] : ['--server-name=Plant'];
      const all = [...args.split(' '), ...connection, '-ojson'];
      return (await shell.run(all.map(arg => (arg === 'FOLDER' ? shell.folder : arg)))).stdout;
    };
    await use(run, shell);
  }, options);
}

async function edit(shell: Shell, path: string, changes: object): Promise<void> {
  const file = join(shell.folder, path);
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), ...changes }));
}

describe('the JSON documents on the page about the command line', () => {
  it('are there for each command that prints any', () => {
    for (const [name, { formats = [] }] of table.commands) {
      if (formats.includes('json')) assert.match(page, new RegExp(`^/\\*\\* .*\\b${name}\\b`, 'm'));
    }
  });

  it('are those of list and get', () =>
    withFolder(async run => {
      for (const [commands, key, fields] of [
        [['list', 'get job 1'], 'jobs', jobFields],
        [['list groups', 'get group Lab'], 'groups', groupFields],
      ] as const)
        for (const command of commands) {
          const document = JSON.parse(await run(command));
          assert.deepEqual(Object.keys(document), key === 'jobs' ? [key, 'statuses'] : [key]);
          const printed = Object.keys(document[key][0]);
          for (const field of ['id', ...Object.keys(fields)]) assert.ok(printed.includes(field), field);
        }
    }));

  it('are those of status', () =>
    withFolder(async run => assertDocumented('Statuses', [await run('status')]), {
      routes: withoutSecondStatus,
    }));

  it('are those of stop', () =>
    withFolder(async run => assertDocumented('Stop', [await run('stop 1 2 --yes')])));

  it('are those of wait and validate', () =>
    withFolder(async (run, shell) => {
      assertDocumented('Wait', [await run('wait 1 2 --for running --timeout 1')]);
      await run('export FOLDER');
      await edit(shell, 'jobs/nightly.job.jsonc', { params: 'RRULE:FREQ=NEVER', groups: 1 });
      assertDocumented('Validate', [await run('validate FOLDER')], 'advice');
    }));

  it('are those of export', () =>
    withFolder(
      async (run, shell) => {
        shell.addGroup({ name: 'Lab' });
        const dryRun = await run('export FOLDER --dry-run');
        await mkdir(join(shell.folder, 'jobs/nightly.job.jsonc'), { recursive: true });
        assertDocumented('Export', [dryRun, await run('export FOLDER')], 'advice');
      },
      { sentGroup: ({ name, dn, server_set }) => ({ name, dn, server_set }) },
    ));

  it('are those of plan and apply', () =>
    withFolder(
      async (run, shell) => {
        await run('export FOLDER');
        await edit(shell, 'jobs/nightly.job.jsonc', { policies: ['No such label'] });
        await edit(shell, 'jobs/weekly.job.jsonc', { name: 'Daily', $previousName: 'Weekly' });
        const plan = await run('plan FOLDER');
        assertDocumented('Plan', [plan, await run('delete job 1 --dry-run')], 'note');
        await edit(shell, 'jobs/weekly.job.jsonc', { run_on_start: true });
        const applied = await run('apply FOLDER --partial');
        await edit(shell, 'jobs/weekly.job.jsonc', { notify: true });
        shell.server.tokens.set(shell.server.token, 'read');
        assertDocumented('Apply', [applied, await run('apply FOLDER --partial')], 'digest', 'note');
      },
      { storedJob: job => ({ ...job, run_on_start: false }) },
    ));

  itWith('fleetCheck', 'are those of lint', () =>
    withFolder(async (run, shell) => {
      shell.addJob({ name: 'weekly ' });
      const ofServer = await run('lint');
      await run('export FOLDER');
      const path = join(shell.folder, 'jobs/nightly.job.jsonc');
      const ignore = (rule: string) => `// device-automation-ignore ${rule} until 2999-01-01: test\n`;
      await writeFile(path, `${ignore('no-target')}${ignore('no-rule')}${await readFile(path, 'utf8')}`);
      assertDocumented('Lint', [ofServer, await run('lint FOLDER')], 'advice');
    }),
  );

  itWith('doctor', 'are those of check', () =>
    withFolder(async run => assertDocumented('Check', [await run('check')])),
  );

  it('have all actions and kinds of statuses', () => {
    assert.deepEqual(Object.keys(countActions([])).sort(), [...wordsOf(documented('Action'))].sort());
    assert.deepEqual([...statusKinds].sort(), [...wordsOf(documented('StatusKind'))].sort());
  });
});
