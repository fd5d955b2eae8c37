import assert from 'node:assert/strict';
import { normalizeToken } from '../../../../src/api/transport/token.ts';

describe('a pasted token', () => {
  for (const text of [
    'abc',
    '  abc\n',
    '"abc"',
    "'abc'",
    '" abc "',
    'Token abc',
    'token   abc',
    'Authorization: Token abc',
    'authorization:Token abc',
    'Authorization:abc',
    '"Authorization: Token abc"',
    'Authorization: "Token abc"',
    'Token "abc"',
    'Token " abc "',
    'Authorization:   Token abc',
  ])
    it(`is extracted from ${JSON.stringify(text)}`, () => assert.equal(normalizeToken(text), 'abc'));

  for (const text of [
    '',
    ' ',
    'Token',
    'a b',
    'aToken b',
    'a\nb',
    'a"b',
    "a'b",
    'é',
    'a\u007f',
    '"abc',
    'x'.repeat(4_097),
  ])
    it(`is not found in ${JSON.stringify(text.slice(0, 20))}`, () =>
      assert.equal(normalizeToken(text), text === 'Token' ? 'Token' : undefined));

  it('may be long, and contain any visible character except quotes', () => {
    for (const token of ['x'.repeat(4_096), 'xAuthorization:abc', '!#$%&()*+,-./:;<=>?@[]^_`{|}~'])
      assert.equal(normalizeToken(token), token);
  });
});
