import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { commandRows } from '../../../src/cli/commandTable.ts';
import { completionScript } from '../../../src/cli/completion.ts';
import { commandHelp, completionHelp, programHelp } from '../../../src/cli/help.ts';
import { localizerFor } from '../../../src/cli/program.ts';
import { englishLocalizer as localizer } from '../../../src/util/localizer.ts';

/** The lines of a text, without the indentation of its last line. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n');
  const indentation = lines.at(-1) ?? '';
  return lines.slice(1, -1).map(line => line.slice(indentation.length));
}

describe('the help of the program', () => {
  it('lists commands, variables and exit codes', () => {
    assert.deepEqual(
      programHelp(localizer),
      linesOf(`
        Jobs and groups of a remote desktop management server, from a shell or from CI.

        Usage: device-automation COMMAND [OPTION…]

        Commands:
          list              List the jobs or groups of the server
          get               Print jobs or groups with all their fields
          status            Print the statuses of jobs
          stop              Stop jobs that are executing
          export            Write jobs and groups to files
          plan              Print what the files would change on the server
          apply             Apply the changes in the files to the server
          check             Check the connection to the server and report each step
          help [COMMAND]    Print the help of a command, with examples
          completion SHELL  Print the completion script for bash, zsh or fish

        Environment:
          DEVICE_AUTOMATION_TOKEN       The API token. It is never passed as an
                                        argument.
          DEVICE_AUTOMATION_SERVER_URL  The server, if --server-url is not passed.
          DEVICE_AUTOMATION_PRODUCTION  1 marks that server as production, like
                                        --production.
          HTTPS_PROXY, NO_PROXY         Proxies, as in other programs.
          LC_ALL, LANG                  The language: English, or Russian for ru.

        Exit codes:
          0    Done, or nothing to do.
          1    Failed completely or partly, or invalid arguments.
          2    Changes are planned (plan).
          130  Interrupted by Ctrl+C.

        Example: device-automation list --server-url https://devices.example
        `),
    );
  });

  it('has the summary, the usage, the options and the examples of a command', () => {
    const lines = commandHelp('get', localizer);
    const { summary, details, examples } = commandRows.get;
    assert.deepEqual(lines.slice(0, 4), [
      `${summary}.`,
      '',
      'Usage: device-automation get (job|group) NAME… [OPTION…]',
      '',
    ]);
    const options = lines.indexOf('Options:');
    assert.equal(lines.slice(4, options - 1).join(' '), details.join('  '));
    assert.deepEqual(
      lines.slice(options, options + 8),
      linesOf(`
        Options:
          --json      Print one JSON document instead of tables; errors are JSON too.
          -h, --help  Print the help of the program or of a command.

        Server and connection:
          --server-url URL          The server, as https://host[:port][/prefix].
                                    Default: $DEVICE_AUTOMATION_SERVER_URL.
          --server-name NAME        The name of the server, as in
        `),
    );
    assert.deepEqual(lines.slice(-6), [
      '',
      'Examples:',
      ...examples.flatMap(({ line, text }) => [`  # ${text}`, `  ${line}`]),
    ]);
    assert.match(
      commandHelp('list', localizer).join(' ').replace(/ +/g, ' '),
      /the statuses @queued, @running, @succeeded, @failed, @stopped, @idle, @unknown\./,
    );
    assert.equal(commandHelp('check', localizer)[2], 'Usage: device-automation check [OPTION…]');
  });

  it('is in the language of the locale', () => {
    const [summary, , usage] = commandHelp('apply', localizerFor({ LANG: 'ru' }));
    assert.match(summary ?? '', /^[А-я ]+\.$/);
    assert.match(usage ?? '', /^Использование: device-automation apply \[FOLDER\] \[[А-Я]+…\]$/);
  });

  it('explains where each shell reads its completion', () => {
    assert.deepEqual(
      completionHelp(localizer),
      linesOf(`
        Print the completion script for bash, zsh or fish.

        Usage: device-automation completion (bash|zsh|fish)

        Examples:
          # In ~/.bashrc
          source <(device-automation completion bash)
          # In ~/.zshrc
          autoload -Uz compinit && compinit; source <(device-automation completion zsh)
          # In ~/.config/fish/config.fish
          device-automation completion fish | source
        `),
    );
  });
});

describe('completion', () => {
  const script = (...operands: readonly string[]) => completionScript(operands, localizer);
  const commands = 'list get status stop export plan apply check';

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
      ['status --fil', ''],
      ['list --server-url ', ''],
      ['list --ca-file package.j', 'package.json'],
      ['list --filter pack', ''],
      ['list --json g', 'groups'],
      ['list scr', ''],
      ['plan scr', 'scripts'],
      ['plan f', ''],
      ['help c', 'check'],
      ['plan --ser', '--server-url --server-name'],
      ['help st', 'status stop'],
      ['completion ', 'bash zsh fish'],
      ['check --h', '--help'],
    ];
    const complete = asked
      .map(
        ([words]) =>
          `COMP_WORDS=(device-automation ${words}${/(^| )$/.test(words) ? "''" : ''}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1)); _device_automation; echo "\${COMPREPLY[*]}"`,
      )
      .join('\n');
    const { stdout, stderr } = await promisify(execFile)('bash', ['-c', `${lines}\n${complete}`]);
    assert.deepEqual(
      stdout.trimEnd().split('\n'),
      asked
        .map(([, found]) => found)
        .join('\n')
        .trimEnd()
        .split('\n'),
    );
    assert.equal(stderr, '');
    assert.equal(lines.split('\n').at(-1), 'complete -F _device_automation device-automation');
    assert.equal(lines.split('\n')[0], '# device-automation: source <(device-automation completion bash)');
    assert.ok(lines.includes('compopt -o filenames 2>/dev/null; COMPREPLY+=($(compgen -d -- "$cur"));'));
  });

  it('has the summaries of commands and the texts of options in zsh', () => {
    const lines = script('zsh');
    assert.deepEqual(lines.slice(0, 7), [
      '#compdef device-automation',
      '# device-automation: source <(device-automation completion zsh)',
      '_device_automation() {',
      '  local -a commands',
      '  local command word',
      '  commands=(',
      "    'list:List the jobs or groups of the server'",
    ]);
    const start = lines.indexOf('  case $command in');
    assert.deepEqual(lines.slice(start - 5, start + 3), [
      "    'help' 'completion'",
      '  )',
      `  for word in "\${words[@]:1:$((CURRENT - 2))}"; do`,
      `    case $word in (${commands.replaceAll(' ', '|')}|help|completion) command=$word; break ;; esac`,
      '  done',
      '  case $command in',
      '    (list) _arguments -S \\',
      "      '--server-url=[The server, as https\\://host\\[\\:port\\]\\[/prefix\\]. Default\\: $DEVICE_AUTOMATION_SERVER_URL.]:URL: ' \\",
    ]);
    for (const line of [
      "      '--ca-file=[A PEM file of CAs to trust for this server in addition to the others.]:FILE:_files' \\",
      "      '*--query=[A query parameter of the job list, sent unchanged. May be repeated.]:NAME=VALUE: ' \\",
      "      '--no-proxy[Ignore HTTPS_PROXY, HTTP_PROXY and ALL_PROXY.]' \\",
      "      '*: :(jobs groups)' ;;",
      "      '*: :_files -/' ;;",
      "      '*: : ' ;;",
    ])
      assert.ok(lines.includes(line), line);
    assert.match(lines.find(line => line.includes('--state-dir')) ?? '', /:FOLDER:_files -\/' \\$/);
    assert.deepEqual(lines.slice(-6), [
      `    (help) _values command ${commands} ;;`,
      '    (completion) _values shell bash zsh fish ;;',
      '    (*) _describe command commands ;;',
      '  esac',
      '}',
      'compdef _device_automation device-automation',
    ]);
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
    assert.deepEqual(lines.slice(0, 3), [
      '# device-automation: device-automation completion fish | source',
      `${complete} -f`,
      `${complete} ${first} -a list -d 'List the jobs or groups of the server'`,
    ]);
    const within = (name: string) => `${complete} -n '__fish_seen_subcommand_from ${name}'`;
    for (const line of [
      `${complete} ${first} -a 'help completion'`,
      `${within('list')} -a 'jobs groups'`,
      `${within('list')} -l ca-file -r -F -d 'A PEM file of CAs to trust for this server in addition to the others.'`,
      `${within('list')} -l token-env -x -d 'The environment variable with the token. Default: DEVICE_AUTOMATION_TOKEN.'`,
      `${within('list')} -l json -d 'Print one JSON document instead of tables; errors are JSON too.'`,
      `${within('plan')} -a '(__fish_complete_directories)'`,
    ])
      assert.ok(lines.includes(line), line);
    assert.ok(!lines.some(line => line.startsWith(`${within('status')} -a`)));
    assert.deepEqual(
      lines.slice(1).filter(line => !line.startsWith(complete)),
      [],
    );
    assert.deepEqual(lines.slice(-2), [
      `${within('help')} -a '${commands}'`,
      `${within('completion')} -a 'bash zsh fish'`,
    ]);
  });
});
