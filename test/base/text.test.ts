import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutText, displayText } from '../../src/base/displayText.ts';
import { isRecord, jsonEqual, jsonOrUndefined, listOf, parseJson, stringsOf } from '../../src/base/json.ts';
import { createLocalizer, englishLocalizer, formatInteger } from '../../src/base/localizer.ts';
import { createRedactor, learnSecret } from '../../src/base/redact.ts';

const hostile = fc.string({
  unit: fc.constantFrom(
    ...'aЁ🌲 \n\r\t\0\u001b\u007f\u0085\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200b\u200d\ufe0f\ufeff\u00ad',
    '\ud83c',
  ),
  maxLength: 60,
});

describe('displayText', () => {
  it('removes control and direction characters, and is one line', () =>
    fc.assert(
      fc.property(hostile, fc.integer({ min: 1, max: 80 }), (text, maxLength) => {
        const shown = displayText(text, maxLength);
        assert.equal(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/u.test(shown), false);
        assert.ok([...shown].length <= maxLength);
        assert.equal(shown, shown.trim());
      }),
    ));

  it('is idempotent', () =>
    fc.assert(
      fc.property(hostile, text => {
        assert.equal(displayText(displayText(text)), displayText(text));
      }),
    ));

  it('has spaces instead of control characters, and nothing instead of bidirectional controls', () => {
    assert.equal(displayText(' one\r\n\u2028two\u202e three\0'), 'one two three');
  });

  it('shows each invisible character, so that names which differ only by one are told apart', () => {
    const seen = new Set<string>();
    for (const character of '\u00ad\u034f\u115f\u180e\u200b\u200c\u200d\u2060\u2064\u3164\ufe0f\ufeff\u{e0041}')
      for (const text of [`Night${character}ly`, `${character}Nightly`, `Nightly${character}`, character]) {
        const shown = displayText(text);
        assert.match(shown, /<U\+[\dA-F]{4,5}>/);
        seen.add(shown);
      }
    assert.equal(seen.size, 13 * 4);
    assert.equal(displayText('\u200b'), '<U+200B>');
  });

  it('leaves ordinary text unchanged', () => {
    for (const text of ['👩\u200d🔧', '❤\ufe0f', 'می\u200cشود', 'क्\u200dष'])
      assert.equal(displayText(text), text);
    for (const text of ['', 'Ночное обновление — «Ёлка» 🌲', '$(icon) [x](command:y) <b>']) {
      assert.equal(displayText(text), text);
    }
  });

  it('cuts with an ellipsis, never through a character', () => {
    assert.equal(displayText('🌲'.repeat(10), 5), '🌲🌲🌲🌲…');
    assert.equal(displayText('🌲'.repeat(5), 5), '🌲'.repeat(5));
    assert.equal(displayText('x'.repeat(201)).length, 200);
    assert.equal(displayText('x'.repeat(200)), 'x'.repeat(200));
  });
});

describe('createRedactor', () => {
  it('leaves none of the secrets, even when one begins with another', () =>
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[ab]{4,8}$/), { minLength: 1, maxLength: 4 }),
        fc.string({ unit: fc.constantFrom('a', 'b', ' ') }),
        (secrets, text) => {
          const clean = createRedactor(secrets)(text + secrets.join(' ') + text);
          for (const secret of secrets) assert.equal(clean.includes(secret), false);
        },
      ),
    ));

  it('leaves at most three characters of a secret where a text was cut, however often', () => {
    const secret = 'tok"en\\0123456789';
    const redact = createRedactor([secret, 'another-secret']);
    for (let length = 1; length < 60; length += 1) {
      const cut = cutText(`${'x'.repeat(30)}${secret}${'y'.repeat(60)}`, length);
      for (const text of [cut, `${cut} and ${cut}`, cutText(cut, length - 5), JSON.stringify(cut)])
        assert.doesNotMatch(redact(text), /tok\\?"/, text);
    }
  });

  it('ignores what is too short to be a secret', () => {
    assert.equal(createRedactor([undefined, '', 'abc'])('abc'), 'abc');
  });

  it('removes what a command printed, also if it was created before, but not short words', () => {
    const redact = createRedactor([]);
    learnSecret('north');
    learnSecret('printed by a command');
    assert.equal(redact('north: printed by a command, printed%20by%20a%20command'), 'north: •••, •••');
  });
});

describe('plural forms', () => {
  const russian = createLocalizer('ru', message =>
    message === '{count} job|{count} jobs' ? '{count} задача|{count} задачи|{count} задач' : message,
  );
  for (const [count, text] of [
    [0, '0 задач'],
    [1, '1 задача'],
    [5, '5 задач'],
    [11, '11 задач'],
    [21, '21 задача'],
    [1_000, '1\u00a0000 задач'],
  ] as const) {
    it(`Russian: ${text}`, () => assert.equal(russian.plural('{count} job|{count} jobs', count), text));
  }

  it('English has two, and so has a message that is not translated', () => {
    for (const localizer of [englishLocalizer, createLocalizer('ru', message => message)]) {
      assert.equal(localizer.plural('{count} job|{count} jobs', 1), '1 job');
      assert.equal(localizer.plural('{count} job|{count} jobs', 0), '0 jobs');
      assert.equal(localizer.plural('{count} job|{count} jobs', 21), '21 jobs');
    }
  });

  it('other languages fall back to the available forms', () => {
    const romanian = createLocalizer('ro', () => 'o zi|{count} zile|{count} de zile');
    assert.deepEqual(
      [1, 2, 100].map(count => romanian.plural('{count} day|{count} days', count)),
      ['o zi', '2 zile', '100 de zile'],
    );
    assert.equal(createLocalizer('ja', () => '{count} 件').plural('{count} job|{count} jobs', 5), '5 件');
  });
});

describe('a count', () => {
  it('has the thousands separators of the language', () => {
    const texts = (language: string) => [999, 1_000, 1_234_567].map(count => formatInteger(count, language));
    assert.deepEqual(texts('en'), ['999', '1,000', '1,234,567']);
    assert.deepEqual(texts('ru'), ['999', '1\u00a0000', '1\u00a0234\u00a0567']);
  });
});

describe('messages', () => {
  it('are filled in once, with the given values', () => {
    const { t } = englishLocalizer;
    assert.equal(t('{a} and {b}', { a: '{b}', b: '$&' }), '{b} and $&');
    assert.equal(t('{a} {missing} {constructor}', { a: 1 }), '1 {missing} {constructor}');
    assert.equal(t('{ab} {a b}', { a: 1, ab: 2 }), '2 {a b}');
    assert.equal(t('{a}'), '{a}');
  });
});

describe('JSON', () => {
  it('values are equal whatever the order of their keys', () =>
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const clone: unknown = JSON.parse(JSON.stringify(a));
        assert.equal(jsonEqual(a, clone), true);
        assert.equal(jsonEqual(a, b), jsonEqual(b, a));
        assert.equal(jsonEqual([a], { 0: a }), false);
        assert.equal(jsonEqual({ x: a }, { x: a, y: undefined }), false);
        if (jsonEqual(a, b)) assert.deepEqual(JSON.parse(JSON.stringify(a)), JSON.parse(JSON.stringify(b)));
      }),
    ));

  it('an own `__proto__` key counts like any other', () => {
    assert.equal(jsonEqual(parseJson('{"__proto__":{"a":1}}'), parseJson('{"__proto__":{"a":2}}')), false);
    assert.equal(jsonEqual(parseJson('{"__proto__":{}}'), parseJson('{"x":{}}')), false);
  });

  it('a byte order mark is skipped once', () => {
    assert.equal(parseJson('\ufeff5'), 5);
    assert.throws(() => parseJson('\ufeff\ufeff5'), SyntaxError);
  });

  it('may not be JSON at all, or not what is expected', () => {
    assert.equal(jsonOrUndefined('{"a": 1'), undefined);
    assert.deepEqual(jsonOrUndefined('{"a": 1}'), { a: 1 });
    assert.deepEqual([{}, [], null, 'a'].map(isRecord), [true, false, false, false]);
    assert.deepEqual([listOf([1, 'a']), listOf('ab'), listOf({})], [[1, 'a'], [], []]);
    assert.deepEqual(stringsOf([1, 'a', null, 'b']), ['a', 'b']);
  });
});
