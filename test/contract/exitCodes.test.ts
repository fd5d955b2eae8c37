import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '../../src/base/clock.ts';
import { commandNames } from '../cli/support/commandTable.ts';
import { type Shell, withShell } from '../cli/support/shell.ts';
import { runCli } from './support/programs.ts';

/** The codes in the table of the page, for each command. */
const documented = new Map(commandNames.map(name => [name, new Set<number>()]));
const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');
for (const [, code = '', names = ''] of page.matchAll(/^\| (\d) \|.*\| ([^|]+) \|$/gm))
  for (const name of names === 'all'
    ? commandNames
    : [...names.matchAll(/`([a-z-]+)`/g)].map(([, word = '']) => word))
    documented.get(name)?.add(Number(code));

/** Command lines and their codes, in this order: the files exist after the export. */
const cases: readonly (readonly [line: string, code: number])[] = [
  ['list', 0],
  ['list jbos', 1],
  ['get job 1', 0],
  ['get job 99', 1],
  ['status 1', 0],
  ['status 99', 1],
  ['wait 3', 0],
  ['wait -l nothing', 1],
  ['wait 1 --timeout 0', 3],
  ['stop 3', 0],
  ['stop 99', 1],
  ['stop 1 --dry-run', 2],
  ['stop 1 3', 4],
  ['enable 1', 0],
  ['enable 99', 1],
  ['enable 3 --dry-run', 2],
  ['enable 3 --production', 4],
  ['disable 3', 0],
  ['disable', 1],
  ['disable 1 --dry-run', 2],
  ['disable 1 2', 4],
  ['run-once 1 --dry-run', 2],
  ['run-once 1 --production', 4],
  ['run-once 1', 0],
  ['run-once 3', 1],
  ['pause 1 --duration 30d --dry-run', 2],
  ['pause 1 --duration 30d --production', 4],
  ['pause 1', 1],
  ['pause 1 --duration 30d', 0],
  ['resume 1 --dry-run', 2],
  ['resume 1 --production', 4],
  ['resume 1', 0],
  ['resume 99', 1],
  ['spread 1 --start 02:00 --step 10m --dry-run', 2],
  ['spread 1 --start 02:00 --step 10m --production', 4],
  ['spread 1 --start 02:00 --step 10m', 0],
  ['spread 3', 1],
  ['delete job 3 --yes', 0],
  ['delete job 3', 1],
  ['delete job 1 --dry-run', 2],
  ['delete job 1 2', 4],
  ['export FOLDER --dry-run', 2],
  ['export FOLDER', 0],
  ['export FOLDER --job Yard', 1],
  ['export TWINS', 5],
  ['plan FOLDER', 0],
  ['plan EDITED', 2],
  ['plan BROKEN', 1],
  ['apply FOLDER', 0],
  ['apply EDITED --dry-run', 2],
  ['apply EDITED', 4],
  ['apply BROKEN', 1],
  ['validate FOLDER', 0],
  ['validate BROKEN', 1],
  ['lint FOLDER --minimum-severity error', 0],
  ['lint', 2],
  ['lint BROKEN', 1],
  ['check', 0],
  ['check --server-url https://127.0.0.1:1', 1],
  ['mcp', 0],
  ['mcp now', 1],
  ['observe --once', 0],
  ['observe --once --metrics all', 1],
];

/** Folders with the files of an export: edited, and with one that cannot be read. */
function prepare({ folder }: Shell): void {
  for (const [name, text] of [
    ['EDITED', { enabled: false }],
    ['BROKEN', undefined],
  ] as const) {
    mkdirSync(join(folder, name, 'jobs'), { recursive: true });
    writeFileSync(
      join(folder, name, 'device-automation.json'),
      readFileSync(join(folder, 'FOLDER/device-automation.json')),
    );
    for (const job of ['nightly', 'weekly']) {
      const path = `jobs/${job}.job.jsonc`;
      const before = JSON.parse(readFileSync(join(folder, 'FOLDER', path), 'utf8'));
      const after = text === undefined ? '{' : JSON.stringify({ ...before, ...text });
      writeFileSync(join(folder, name, path), after);
    }
  }
}

describe('the exit codes', () => {
  it('are those that the page has for each command', () =>
    withShell(
      async shell => {
        shell.addJob({ name: 'Nightly' }, 'running');
        shell.addJob({ name: 'Weekly' }, 'finished');
        shell.addJob({ name: 'Yearly', enabled: false }, 'finished');
        const returned = new Map(commandNames.map(name => [name, new Set<number>()]));
        for (const [line, code] of cases) {
          if (line === 'export TWINS') for (const _ of [1, 2]) shell.addGroup({ name: 'Twin' });
          const words = line
            .split(' ')
            .map(word => (/^[A-Z]{2,}$/.test(word) ? join(shell.folder, word) : word));
          // `mcp` serves until its standard input ends.
          const result = await (words[0] === 'mcp'
            ? runCli(words, { environment: shell.environment })
            : shell.run(words));
          assert.equal(result.code, code, `${line}: ${result.stderr}`);
          returned.get(words[0] ?? '')?.add(code);
          if (line === 'export FOLDER') prepare(shell);
        }
        for (const name of commandNames)
          assert.deepEqual(
            [...(returned.get(name) ?? [])].sort(),
            [...(documented.get(name) ?? [])].sort(),
            name,
          );
      },
      {
        clock: systemClock,
        sentGroup: ({ name, dn, server_set }) => ({ name, dn, server_set }),
      },
    ));
});
