import * as assert from 'node:assert/strict';
import { typeScriptFiles } from '../support/projectFiles.ts';
import { manifestText, manifestTexts, readTexts, type Texts } from './support/manifest.ts';
import { findMessageCalls, type MessageCall } from './support/messages.ts';

/** Texts that are identical in both languages: names, and Russian loanwords. */
const sameInBoth = new Set(['Device Automation', 'URL', 'UTC']);

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

function untranslated(pairs: readonly (readonly [string, string])[]): string[] {
  return pairs
    .filter(([english, russian]) => english === russian && hasWord(english) && !sameInBoth.has(english))
    .map(([english]) => english);
}

describe('translations of messages', () => {
  const russian = readTexts('l10n/bundle.l10n.ru.json');
  let calls: readonly MessageCall[];
  let keys: Set<string>;
  let pluralKeys: Set<string>;

  before(() => {
    calls = findMessageCalls();
    keys = new Set(calls.flatMap(call => call.keys));
    pluralKeys = new Set(calls.filter(call => call.method === 'plural').flatMap(call => call.keys));
  });

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
      ['src/cli/language.ts', 'src/platform/localize.ts'],
    );
  });

  it('has a Russian text for every message', () => {
    assert.deepEqual(difference(keys, Object.keys(russian)), []);
  });

  it('has the Russian texts in the order of their messages', () => {
    const messages = Object.keys(russian);
    assert.deepEqual(messages, messages.toSorted());
  });

  it('has no Russian text without a message', () => {
    assert.deepEqual(difference(Object.keys(russian), keys), []);
  });

  it('has the same placeholders in both languages', () => {
    const wrong = Object.entries(russian).filter(
      ([key, text]) => !pluralKeys.has(key) && placeholdersOf(text).join() !== placeholdersOf(key).join(),
    );
    assert.deepEqual(wrong, []);
  });

  it('has two English and three Russian forms of each plural, all with the same placeholders', () => {
    for (const key of pluralKeys) {
      const forms = { en: key.split('|'), ru: (russian[key] ?? '').split('|') };
      assert.deepEqual([forms.en.length, forms.ru.length], [2, 3], key);
      for (const form of forms.ru) assert.deepEqual(placeholdersOf(form), placeholdersOf(key), form);
    }
  });

  it('has no plural forms elsewhere', () => {
    const others = Object.entries(russian).filter(([key]) => !pluralKeys.has(key));
    assert.deepEqual(
      others.filter(entry => entry.join('').includes('|')),
      [],
    );
  });

  it('has no untranslated text', () => {
    assert.deepEqual(untranslated(Object.entries(russian)), []);
  });

  it('uses Russian quotation marks', () => {
    const wrong = Object.values(russian).filter(text => /[“”]/.test(text));
    assert.deepEqual(wrong, []);
  });
});

describe('translations of package.json', () => {
  const { en, ru } = manifestTexts;
  const used = new Set([...manifestText.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? ''));

  it('has a text in both languages for every key', () => {
    assert.deepEqual(difference(used, Object.keys(en)), []);
    assert.deepEqual(difference(used, Object.keys(ru)), []);
  });

  it('has no unused text', () => {
    assert.deepEqual(difference(Object.keys(en), used), []);
    assert.deepEqual(difference(Object.keys(ru), used), []);
  });

  it('has the same command links in both languages', () => {
    for (const key of used) assert.deepEqual(linksOf(ru, key), linksOf(en, key), key);
  });

  it('has every command link on a line of its own, which makes it a button', () => {
    for (const text of [...Object.values(en), ...Object.values(ru)]) {
      for (const line of text.split('\n').filter(line => line.includes('](command:')))
        assert.match(line, /^\[[^\]]+\]\(command:[\w.]+\)$/);
    }
  });

  it('has no untranslated text', () => {
    assert.deepEqual(untranslated([...used].map(key => [en[key] ?? '', ru[key] ?? ''])), []);
  });

  it('uses Russian quotation marks', () => {
    assert.deepEqual(
      Object.values(ru).filter(text => /[“”]/.test(text)),
      [],
    );
  });

  function linksOf(texts: Texts, key: string): string[] {
    return [...(texts[key] ?? '').matchAll(/\]\(([^)]+)\)/g)].map(([, link]) => link ?? '');
  }
});
