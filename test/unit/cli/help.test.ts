import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commandNames, commandRows } from '../../../src/cli/commandTable.ts';
import { completionScript } from '../../../src/cli/completion.ts';
import { commandHelp, programHelp } from '../../../src/cli/help.ts';
import { localizerFor } from '../../../src/cli/program.ts';
import { englishLocalizer as localizer } from '../../../src/util/localizer.ts';

describe('the help of the program', () => {
  it('lists each command, variable and exit code', () => {
    const text = programHelp(localizer).join('\n');
    const variables = ['DEVICE_AUTOMATION_TOKEN', 'DEVICE_AUTOMATION_SERVER_URL', 'HTTPS_PROXY'];
    for (const word of [...commandNames, 'help', 'completion', ...variables, 0, 1, 2, 130])
      assert.match(text, new RegExp(`^  ${word}\\b`, 'm'));
  });

  it('has the summary, the usage, the options and the examples of a command', () => {
    const text = commandHelp('get', localizer).join('\n');
    const { summary, examples } = commandRows.get;
    assert.ok(
      text.startsWith(`${summary}.\n\nUsage: device-automation get (job|group) NAME… [OPTION…]\n`),
      text,
    );
    assert.match(text, /\n\nServer and connection:\n {2}--server-url URL +The server, as https:/);
    const lines = Object.entries(examples).flatMap(([line, does]) => [`  # ${does}`, `  ${line}`]);
    assert.ok(text.endsWith(['\nExamples:', ...lines].join('\n')), text);
  });

  it('is in the language of the locale', () => {
    const [summary, , usage] = commandHelp('apply', localizerFor({ LANG: 'ru' }));
    assert.match(summary ?? '', /^[А-я ]+\.$/);
    assert.match(usage ?? '', /^Использование: device-automation apply \[FOLDER\|PLAN\] \[[А-Я]+…\]$/);
  });
});

describe('completion', () => {
  const script = (...operands: readonly string[]) => completionScript(operands, localizer);
  const commands = commandNames.join(' ');

  it('exists for three shells', () => {
    const usage = { name: 'UsageError', message: 'Pass the shell to complete for: bash, zsh, fish.' };
    for (const operands of [[], ['csh'], ['toString'], ['bash', 'zsh']])
      assert.throws(() => script(...operands), usage);
  });

  it('works in bash', async function () {
    if (process.platform === 'win32') this.skip();
    const lines = script('bash').join('\n');
    const asked: readonly (readonly [string, string])[] = [
      ['st', 'status stop'],
      ['', `${commands} help completion --help --version`],
      ['list g', 'groups'],
      ['get job --js', '--json'],
      ['--json stop --no-w', '--no-wait'],
      ['check --fil', ''],
      ['list -o json --output w', 'wide'],
      ['apply package.j', 'package.json'],
      ['list --ca-file package.j', 'package.json'],
      ['list --filter pack', ''],
      ['plan scr', 'scripts'],
      ['plan --ser', '--server-url --server-name'],
      ['help st', 'status stop'],
      ['completion ', 'bash zsh fish'],
    ];
    const complete = asked
      .map(
        ([words]) =>
          `COMP_WORDS=(device-automation ${words}${/(^| )$/.test(words) ? "''" : ''}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _device_automation; echo "\${COMPREPLY[*]}"`,
      )
      .join('\n');
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `${lines}\n${complete}`]);
    assert.deepEqual(
      stdout.split('\n').slice(0, -1),
      asked.map(([, found]) => found),
    );
    assert.equal(stderr, '');
  });

  it('has the summaries of commands and the texts of options in zsh', () => {
    const lines = script('zsh');
    for (const line of [
      "      '--ca-file=[A PEM file of CAs to trust for this server in addition to the others.]:FILE:_files' \\",
      "      '--no-proxy[Ignore HTTPS_PROXY, HTTP_PROXY and ALL_PROXY.]' \\",
      "      '*: :(jobs groups)' ;;",
      "      '*: :_files -/' ;;",
      `      '*: :(${commands})' ;;`,
    ])
      assert.ok(lines.includes(line), line);
  });

  it('escapes quotation marks as each shell requires', () => {
    const quoting = { ...localizer, t: (text: string) => `${text} it's \\ here` };
    const [zsh, fish] = ['zsh', 'fish'].map(shell => completionScript([shell], quoting));
    assert.ok(zsh?.includes("    'list:List the jobs or groups of the server it'\\''s \\ here'"));
    assert.ok(
      zsh?.some(line =>
        line.includes("--help[Print the help of the program or of a command. it'\\''s \\\\ here]"),
      ),
    );
    assert.ok(
      fish?.some(line =>
        line.endsWith("-a list -d 'List the jobs or groups of the server it\\'s \\\\ here'"),
      ),
    );
  });

  it('has the summaries of commands and the texts of options in fish', () => {
    const lines = script('fish');
    const complete = 'complete -c device-automation';
    const first = `-n 'not __fish_seen_subcommand_from ${commands} help completion'`;
    const within = (name: string) => `${complete} -n '__fish_seen_subcommand_from ${name}'`;
    for (const line of [
      `${complete} ${first} -a help`,
      `${within('list')} -a 'jobs groups'`,
      `${within('list')} -l ca-file -x -a '(__fish_complete_path)' -d 'A PEM file of CAs to trust for this server in addition to the others.'`,
      `${within('list')} -l token-env -x -d 'The environment variable with the token. Default: DEVICE_AUTOMATION_TOKEN.'`,
      `${complete} ${first} -a list -d 'List the jobs or groups of the server'`,
      `${within('plan')} -a '(__fish_complete_path)'`,
      `${within('export')} -a '(__fish_complete_directories)'`,
      `${within('stop')} -a '(device-automation names jobs 2>/dev/null)'`,
    ])
      assert.ok(lines.includes(line), line);
  });
});
