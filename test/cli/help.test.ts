import assert from 'node:assert/strict';
import { englishLocalizer as localizer } from '../../src/base/localizer.ts';
import { connectionHelp, programHelp } from '../../src/cli/help.ts';
import { localizerFor } from '../../src/cli/program.ts';
import { commandNamed, commandNames, helpOf, table } from './support/commandTable.ts';

describe('the help of the program', () => {
  it('lists each command, variable and exit code', () => {
    const text = programHelp(table, localizer).join('\n');
    const variables = ['DEVICE_AUTOMATION_TOKEN', 'DEVICE_AUTOMATION_SERVER_URL', 'HTTPS_PROXY'];
    for (const word of [...commandNames, 'help', 'completion', ...variables, 0, 1, 2, 130])
      assert.match(text, new RegExp(`^  ${word}\\b`, 'm'));
  });

  it('has the summary, the usage, the options and the examples of a command', () => {
    const text = helpOf('get', localizer).join('\n');
    const { summary, examples } = commandNamed('get').texts(localizer);
    assert.ok(
      text.startsWith(`${summary}.\n\nUsage: device-automation get (job|group) NAME… [OPTION…]\n`),
      text,
    );
    const lines = Object.entries(examples).flatMap(([line, does]) => [`  # ${does}`, `  ${line}`]);
    const last = 'Options of the server and the connection: device-automation help connection';
    assert.ok(text.endsWith(['\nExamples:', ...lines, '', last].join('\n')), text);
  });

  it('has the options of the connection once, for all commands', () => {
    assert.match(
      connectionHelp(localizer).join('\n'),
      /^Server and connection:\n {2}--server-url URL +The server, as https:/,
    );
    for (const name of commandNames)
      assert.doesNotMatch(helpOf(name, localizer).join('\n'), /--server-url URL/);
  });

  it('is in the language of the locale', async () => {
    const [summary, , usage] = helpOf('get', await localizerFor({ LANG: 'ru' }));
    assert.match(summary ?? '', /^[А-я ]+\.$/);
    assert.match(usage ?? '', /^Использование: device-automation get \(job\|group\) NAME… \[[А-Я]+…\]$/);
  });
});
