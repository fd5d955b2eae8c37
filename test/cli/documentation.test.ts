import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { statusKinds } from '../../src/api/model/jobStatus.ts';
import { englishLocalizer } from '../../src/base/localizer.ts';
import { completionHelp, programHelp } from '../../src/cli/help.ts';
import { localizerFor } from '../../src/cli/program.ts';
import { displayWidth } from '../../src/cli/terminal/textTable.ts';
import { englishTerms } from '../../src/store/filter/jobFilter.ts';
import { isTakeout } from '../support/projectFiles.ts';
import { commandNamed, commandNames, helpOf, optionNames, table } from './support/commandTable.ts';

const page = readFileSync(new URL('../../docs/command-line.md', import.meta.url), 'utf8');

describe('the page about the command line', () => {
  it('has each command in its table', () => {
    const rows = [...page.matchAll(/^\| `([a-z-]+)\b/gm)].map(([, name = '']) => name);
    assert.deepEqual([...rows].sort(), [...commandNames, 'completion'].sort());
  });

  (isTakeout ? it.skip : it)('names only options that exist', () => {
    const own = page.replaceAll(/^.*(?:\b(?:npm|git|gh|curl) |--data-).*$/gm, '');
    const named = [...own.matchAll(/(?<=[`\s])--([a-z][a-z-]*)/g)].map(([, name = '']) => name);
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter(name => !optionNames.includes(name)),
      [],
    );
  });
});

describe('the help of the command line', () => {
  for (const LANG of ['en', 'ru']) {
    it(`fits into 80 columns (${LANG})`, async () => {
      const localizer = await localizerFor({ LANG });
      const start = [programHelp(table, localizer), completionHelp(localizer)];
      const pages = [...start, ...commandNames.map(name => helpOf(name, localizer))];
      assert.deepEqual(
        pages.flat().filter(line => displayWidth(line) > 80),
        [],
      );
    });
  }

  it('has every term of a filter, and every kind of status', async () => {
    for (const LANG of ['en', 'ru'])
      for (const [command, words] of [
        ['list', englishTerms(await table.filterTerms())],
        ['status', statusKinds],
      ] as const) {
        const text = helpOf(command, await localizerFor({ LANG })).join(' ');
        for (const word of words) assert.match(text, new RegExp(`[ @]${word}\\b`), word);
      }
  });

  it('has examples that use only options of their command', () => {
    for (const name of commandNames) {
      const { texts, options } = commandNamed(name);
      const lines = Object.keys(texts(englishLocalizer).examples);
      assert.ok(lines.length > 0, name);
      for (const line of lines) {
        assert.match(line, new RegExp(`^device-automation ${name}\\b`));
        const used = [...line.matchAll(/ --([a-z-]+)/g)].map(([, option = '']) => option);
        assert.deepEqual(
          used.filter(option => !Object.hasOwn(options, option)),
          [],
        );
      }
    }
  });
});
