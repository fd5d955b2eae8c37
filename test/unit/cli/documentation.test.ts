import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { commandNames, commandRows } from '../../../src/cli/commandTable.ts';
import { commandHelp, completionHelp, programHelp } from '../../../src/cli/help.ts';
import { optionNames } from '../../../src/cli/optionTable.ts';
import { localizerFor } from '../../../src/cli/program.ts';
import { displayWidth } from '../../../src/cli/terminal/textTable.ts';
import { statusKinds } from '../../../src/model/jobStatus.ts';
import { englishTerms } from '../../../src/store/jobs/jobFilter.ts';
import { filterTerms } from '../support/filterTerms.ts';

const page = readFileSync(new URL('../../../docs/command-line.md', import.meta.url), 'utf8');

describe('the page about the command line', () => {
  it('has each command in its table', () => {
    const rows = [...page.matchAll(/^\| `([a-z]+)\b/gm)].map(([, name = '']) => name);
    assert.deepEqual([...rows].sort(), [...commandNames, 'completion'].sort());
  });

  it('names only options that exist', () => {
    const own = page.replaceAll(/^.*(?:\b(?:npm|git|gh|curl) |--data-).*$/gm, '');
    const named = [...own.matchAll(/(?<=[`\s])--([a-z][a-z-]*)/g)].map(([, name = '']) => name);
    const known: readonly string[] = optionNames;
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter(name => !known.includes(name)),
      [],
    );
  });
});

describe('the help of the command line', () => {
  for (const LANG of ['en', 'ru']) {
    const localizer = localizerFor({ LANG });

    it(`fits into 80 columns (${LANG})`, () => {
      const start = [programHelp(localizer), completionHelp(localizer)];
      const pages = [...start, ...commandNames.map(name => commandHelp(name, localizer))];
      assert.deepEqual(
        pages.flat().filter(line => displayWidth(line) > 80),
        [],
      );
    });
  }

  it('has every term of a filter, and every kind of status', () => {
    for (const LANG of ['en', 'ru'])
      for (const [command, words] of [
        ['list', englishTerms(filterTerms)],
        ['status', statusKinds],
      ] as const) {
        const text = commandHelp(command, localizerFor({ LANG })).join(' ');
        for (const word of words) assert.match(text, new RegExp(`[ @]${word}\\b`), word);
      }
  });

  it('has examples that use only options of their command', () => {
    for (const name of commandNames) {
      const { examples, options } = commandRows[name];
      const lines = Object.keys(examples);
      assert.ok(lines.length > 0, name);
      for (const line of lines) {
        assert.match(line, new RegExp(`^device-automation ${name}\\b`));
        const used = [...line.matchAll(/ --([a-z-]+)/g)].map(([, option = '']) => option);
        const known: readonly string[] = options;
        assert.deepEqual(
          used.filter(option => !known.includes(option)),
          [],
        );
      }
    }
  });
});
