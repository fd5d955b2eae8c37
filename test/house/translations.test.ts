import * as assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import {
  kernelFolder,
  type ManifestPart,
  readManifestParts,
  sharedTexts,
} from '../../scripts/manifestParts.ts';
import { localizerFor } from '../../src/cli/program.ts';
import { wordsFor } from '../../src/recurrence/describe/words/wordsFor.ts';
import { isTakeout, projectDirectory, typeScriptFiles } from '../support/projectFiles.ts';
import {
  languages,
  manifest,
  manifestText,
  manifestTexts,
  readTexts,
  type Texts,
} from './support/manifest.ts';
import { findMessageCalls, type MessageCall } from './support/messages.ts';

/** Texts that are identical in both languages: names, and loanwords. */
const sameInBoth: Readonly<Record<string, readonly string[]>> = { ru: ['Device Automation', 'URL', 'UTC'] };

/** Symbols and numbers without words need no translation. */
const hasWord = (text: string) => /\p{L}/u.test(text.replace(placeholder, ''));
const placeholder = /\{\w+\}/g;

function placeholdersOf(text: string): string[] {
  return [...new Set(text.match(placeholder))].sort();
}

function difference(these: Iterable<string>, those: Iterable<string>): string[] {
  const excluded = new Set(those);
  return [...these].filter(text => !excluded.has(text));
}

function untranslated(language: string, pairs: readonly (readonly [string, string])[]): string[] {
  const same = sameInBoth[language] ?? [];
  return pairs
    .filter(([english, text]) => english === text && hasWord(english) && !same.includes(english))
    .map(([english]) => english);
}

/** How many forms a plural has for whole numbers: two in English, three in Russian. */
function formCount(language: string): number {
  const rules = new Intl.PluralRules(language);
  return new Set(Array.from({ length: 1_000 }, (_, count) => rules.select(count))).size;
}

let calls: readonly MessageCall[];
let keys: Set<string>;
let pluralKeys: Set<string>;

before(() => {
  calls = findMessageCalls();
  keys = new Set(calls.flatMap(call => call.keys));
  pluralKeys = new Set(calls.filter(call => call.method === 'plural').flatMap(call => call.keys));
});

describe('messages', () => {
  it('finds the calls of the localizer', () => {
    assert.ok(keys.has('Show Log'), 'a call of a method');
    assert.ok(keys.has('Try Again'), 'a call of a destructured method');
    assert.ok(keys.has('{count} device|{count} devices'), 'a plural');
    assert.ok(keys.has('The rule is empty.'), 'a table of messages');
  });

  it('finds every text when the program is built', () => {
    assert.deepEqual(
      calls.filter(call => call.keys.length === 0),
      [],
    );
  });

  it('reads translations in one place of the extension and one of the command line', () => {
    const places = typeScriptFiles('src').filter(file =>
      /\bl10n\b/.test(file.text.replace(/\/\*\*.*?\*\//gs, '')),
    );
    assert.deepEqual(
      places.map(file => file.path),
      ['src/cli/program.ts', 'src/workbench/platform/localize.ts'],
    );
  });

  it('have two English forms of each plural, with the same placeholders', () => {
    for (const key of pluralKeys) {
      const forms = key.split('|');
      assert.equal(forms.length, 2, key);
      for (const form of forms) assert.deepEqual(placeholdersOf(form), placeholdersOf(key), form);
    }
  });
});

for (const language of languages) {
  describe(`translations of messages (${language})`, () => {
    const texts = readTexts(`l10n/bundle.l10n.${language}.json`);

    it('has a text for every message', () => {
      assert.deepEqual(difference(keys, Object.keys(texts)), []);
    });

    it('has the texts in the order of their messages', () => {
      const messages = Object.keys(texts);
      assert.deepEqual(messages, messages.toSorted());
    });

    it('has no text without a message', () => {
      // The texts of all contributions are in one file.
      if (!isTakeout) assert.deepEqual(difference(Object.keys(texts), keys), []);
    });

    it('has the same placeholders in both languages', () => {
      const wrong = Object.entries(texts).filter(
        ([key, text]) => !pluralKeys.has(key) && placeholdersOf(text).join() !== placeholdersOf(key).join(),
      );
      assert.deepEqual(wrong, []);
    });

    it('has all forms of each plural, with the same placeholders', () => {
      for (const key of pluralKeys) {
        const forms = (texts[key] ?? '').split('|');
        assert.equal(forms.length, formCount(language), key);
        for (const form of forms) assert.deepEqual(placeholdersOf(form), placeholdersOf(key), form);
      }
    });

    it('has no plural forms elsewhere', () => {
      const others = Object.entries(texts).filter(([key]) => keys.has(key) && !pluralKeys.has(key));
      assert.deepEqual(
        others.filter(entry => entry.join('').includes('|')),
        [],
      );
    });

    it('has no untranslated text', () => {
      assert.deepEqual(untranslated(language, Object.entries(texts)), []);
    });

    it('has words for schedules, and is a language of the command line', async () => {
      assert.notEqual(wordsFor(language), wordsFor('en'));
      assert.equal((await localizerFor({ LANG: language })).language, language);
    });
  });
}

describe('the texts of package.json', () => {
  const { en, ...others } = manifestTexts;
  const keysIn = (text: string) =>
    new Set(Array.from(text.matchAll(/"%([^%"]+)%"/g), ([, key]) => key ?? ''));
  const used = keysIn(manifestText);
  let parts: readonly ManifestPart[];
  let kernelKeys: Set<string>;

  before(async () => {
    parts = await readManifestParts();
    const kernel = parts.find(({ folder }) => folder === kernelFolder);
    const { contributes, ...rest } = manifest;
    kernelKeys = keysIn(JSON.stringify([kernel?.manifest, rest]));
  });

  it('are in English and in the languages of the messages', () => {
    const files = readdirSync(projectDirectory).filter(name => name.startsWith('package.nls.'));
    const expected = ['package.nls.json', ...languages.map(language => `package.nls.${language}.json`)];
    assert.deepEqual(files.sort(), expected.sort());
  });

  for (const [language, texts] of Object.entries(manifestTexts)) {
    it(`are in the part that uses them, or in the kernel's if the kernel does, too (${language})`, () => {
      const ending = language === 'en' ? '.json' : `.${language}.json`;
      for (const { folder, manifest, texts } of parts) {
        const own = Object.keys(texts.get(`package.nls${ending}`) ?? {}).filter(
          key => folder === kernelFolder || !kernelKeys.has(key) || !sharedTexts.test(key),
        );
        const needed =
          folder === kernelFolder ? kernelKeys : difference(keysIn(JSON.stringify(manifest)), kernelKeys);
        const [missing, unused] = [difference(needed, own), difference(own, needed)];
        const none = { missing: [], unused: [] };
        assert.deepEqual({ missing, unused }, none, `${folder}/package.part.nls${ending}`);
      }
    });

    it(`have every command link on a line of its own, which makes it a button (${language})`, () => {
      for (const text of Object.values(texts)) {
        for (const line of text.split('\n').filter(line => line.includes('](command:')))
          assert.match(line, /^\[[^\]]+\]\(command:[\w.]+\)$/);
      }
    });
  }

  for (const [language, texts] of Object.entries(others)) {
    it(`have the same command links in both languages (${language})`, () => {
      for (const key of used) assert.deepEqual(linksOf(texts, key), linksOf(en, key), key);
    });

    it(`have no untranslated text (${language})`, () => {
      const pairs = [...used].map(key => [en[key] ?? '', texts[key] ?? ''] as const);
      assert.deepEqual(untranslated(language, pairs), []);
    });
  }

  function linksOf(texts: Texts, key: string): string[] {
    return [...(texts[key] ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '');
  }
});

describe('Russian texts', () => {
  it('have Russian quotation marks', () => {
    const texts = [readTexts('l10n/bundle.l10n.ru.json'), readTexts('package.nls.ru.json')];
    assert.deepEqual(
      texts.flatMap(each => Object.values(each)).filter(text => /[“”]/.test(text)),
      [],
    );
  });
});
