import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { englishLocalizer as localizer } from '../../src/base/localizer.ts';
import { completionScript } from '../../src/cli/completion.ts';
import { runCliHere } from '../support/runCli.ts';
import { commandNames } from './support/commandTable.ts';
import { withShell } from './support/shell.ts';

describe('what may come next on a command line', () => {
  const twins = ['Twin', 'Twin', 'bad\tname', '12', '-dash', ':file', '', 'job/1'];
  const offered: Readonly<Record<string, readonly string[]>> = {
    '': [...commandNames, 'help', 'completion'],
    'help ': [...commandNames, 'connection'],
    'list ': ['jobs', 'groups'],
    'list jobs ': [],
    'list -o ': ['table', 'json', 'csv', 'name'],
    'get --output=': ['--output=table', '--output=json'],
    'wait --for ': ['ended', 'idle', 'queued', 'running', 'succeeded', 'failed', 'stopped'],
    'list --token-file ': [':file'],
    'list --state-dir ': [':folder'],
    'get ': ['job', 'group'],
    'get group ': ['Lab', 'CN=Two,DC=plant', 'CN=Three,DC=plant'],
    'stop \'Nightly: "a" $b\' ': ['2', '3', '4', '5', '6', '7', '8', '9'],
    'stop 2 ': ['Nightly: "a" $b', '3', '4', '5', '6', '7', '8', '9'],
    'elsewhere ': [],
  };
  for (const [line, words] of Object.entries(offered)) {
    it(`after “${line}”`, () =>
      withShell(async ({ run, addJob, addGroup }) => {
        for (const name of ['Nightly: "a" $b', ...twins]) addJob({ name });
        addGroup({ name: 'Lab', dn: 'CN=Lab,DC=plant' });
        for (const dn of ['CN=Two,DC=plant', 'CN=Three,DC=plant']) addGroup({ name: 'Same', dn });
        const typed = line.split(/ (?=(?:[^']*'[^']*')*[^']*$)/).map(word => word.replaceAll("'", ''));
        const { stdout } = await run(['complete', '--', ...typed]);
        const lines = stdout.split('\n').slice(0, -1);
        assert.deepEqual([...lines.map(text => text.split('\t')[0])].sort(), [...words].sort());
      }));
  }

  it('is read from the server of the options that were typed', () =>
    withShell(async ({ server, environment, addJob }) => {
      addJob({ name: 'Nightly' });
      const words = ['--server-url', server.url, 'stop', ''];
      const elsewhere = { ...environment, DEVICE_AUTOMATION_SERVER_URL: 'https://elsewhere.invalid' };
      assert.equal((await runCliHere(['complete', '--', ...words], elsewhere)).stdout, 'Nightly\n');
    }));
});

describe('completion in a shell', () => {
  let folder: string;
  before('replace the program', async () => {
    folder = await mkdtemp(join(tmpdir(), 'da-completion-'));
    const program = join(folder, 'device-automation');
    const names = ["Nightly: it's", 'Say "hi" $HOME `x` \\ end', '*;&|', 'Ночное', '--jobs\tAll jobs'];
    await writeFile(join(folder, 'names'), `${names.join('\n')}\n`);
    await writeFile(
      program,
      `#!/bin/sh\nprintf '<%s>' "$@" >asked; echo >>asked\ncat '${join(folder, 'names')}'\n`,
    );
    await chmod(program, 0o755);
  });
  after('delete it', () => rm(folder, { recursive: true, force: true }));

  it('exists for three shells', () => {
    const usage = { name: 'UsageError', message: 'Pass the shell to complete for: bash, zsh, fish.' };
    for (const operands of [[], ['csh'], ['toString'], ['bash', 'zsh']])
      assert.throws(() => completionScript(operands, localizer), usage);
  });

  /** Runs the script of the shell and then these lines, without the start-up files of the user. */
  async function inShell(context: Mocha.Context, shell: string, before: string, after: string) {
    if (spawnSync(shell, ['--version']).status !== 0) context.skip();
    const lines = [before, ...completionScript([shell], localizer), after].join('\n');
    const env = { PATH: `${folder}${delimiter}${process.env['PATH']}`, HOME: folder, LC_ALL: 'C.UTF-8' };
    const options = { bash: ['--norc', '-c'], zsh: ['-f', '-c'], fish: ['--no-config', '-c'] }[shell] ?? [];
    const { stdout } = await promisify(execFile)(shell, [...options, lines], { env, cwd: folder });
    return stdout.split('\n').slice(0, -1);
  }

  /** The word that bash replaces, and by what. */
  const inBash: readonly (readonly [line: string, word: string, ...found: string[]])[] = [
    ['stop Ni', 'Ni', "Nightly:\\ it\\'s"],
    ['stop Nightly:\\ i', '\\ i', "\\ it\\'s"],
    ['stop "Nightly: i', 'Nightly: i', "Nightly: it's"],
    ["stop 'Nightly: i", 'Nightly: i', "Nightly: it'\\''s"],
    ['stop "Sa', 'Sa', 'Say \\"hi\\" \\$HOME \\`x\\` \\\\ end'],
    ['stop 12 \\*', '\\*', '\\*\\;\\&\\|'],
    ['stop Ноч', 'Ноч', 'Ночное'],
    ['stop "a b" --j', '--j', '--jobs'],
  ];
  it('replaces the word in bash, with or without quotation marks', async function () {
    const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
    const asked = inBash.map(
      ([line, word]) =>
        `COMP_LINE=${quoted(`device-automation ${line}`)}; COMP_POINT=\${#COMP_LINE}; _device_automation device-automation ${quoted(word)}; echo "\${COMPREPLY[*]}"`,
    );
    assert.deepEqual(await inShell(this, 'bash', '', [...asked, 'cat asked'].join('\n')), [
      ...inBash.map(([, , ...found]) => found.join(' ')),
      '<complete><--><stop><a b><--j>',
    ]);
  });

  it('passes words and meanings to zsh', async function () {
    const fake = 'compdef() { :; }; _describe() { print -rl -- $described; }';
    const ask =
      'words=(device-automation stop "\'a b\'" Ni); CURRENT=4 PREFIX=Ni; _device_automation; cat asked';
    assert.deepEqual(await inShell(this, 'zsh', fake, ask), [
      "Nightly\\: it's",
      'Say "hi" $HOME `x` \\\\ end',
      '*;&|',
      'Ночное',
      '--jobs:All jobs',
      '<complete><--><stop><a b><Ni>',
    ]);
  });

  it('passes words and meanings to fish', async function () {
    const ask = (line: string) => `complete -C '${line}'`;
    const lines = [ask('device-automation stop Ni'), ask('device-automation stop "a b" --jo'), 'cat asked'];
    assert.deepEqual(await inShell(this, 'fish', '', lines.join('\n')), [
      "Nightly: it's",
      '--jobs\tAll jobs',
      '<complete><--><stop><a b><--jo>',
    ]);
  });
});
