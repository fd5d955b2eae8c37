import assert from 'node:assert/strict';
import { looksSecret } from '../../src/cli/commandLine.ts';
import { localizerFor } from '../../src/cli/program.ts';

const token = '0123456789abcdef0123456789abcdef01234567';

describe('arguments that look like a secret', () => {
  for (const argument of [
    token,
    `--filter=${token}`,
    '--token',
    '--password',
    '--authorization=Token',
    'Token abcdefghijk',
    'Authorization: Token abcdefghijk',
    'Bearer abcdefghijk',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
    'https://operator:word@devices.example',
    'the-own-token-of-the-environment',
  ]) {
    it(`include ${argument}`, () => assert.equal(looksSecret(argument, 'own-token'), true));
  }

  it('contain the token, unless it is as short as a word', () => {
    assert.equal(looksSecret('x12345678y', '12345678'), true);
    assert.equal(looksSecret('x1234567y', '1234567'), false);
    assert.equal(looksSecret('undefined', undefined), false);
  });

  it('do not include names, paths, fingerprints and options of the program', () => {
    const fine = [
      'Nightly update',
      'Token renewal',
      '--token-file',
      `${token}${token.slice(0, 24)}`,
      `--certificate=${token}${token.slice(0, 24)}`,
      'https://devices.example/prefix',
      'files/plan-2026-11-22.json',
      'OU=Plant,DC=example',
      'operator@devices.example',
    ];
    assert.deepEqual(
      fine.filter(argument => looksSecret(argument, 'own-token')),
      [],
    );
  });
});

describe('the language of the command line', () => {
  const languageOf = async (environment: Record<string, string>) =>
    (await localizerFor(environment)).language;

  it('is that of the first variable that is set', async () => {
    assert.equal(await languageOf({ LANG: 'ru_RU.UTF-8' }), 'ru');
    assert.equal(await languageOf({ LC_ALL: '', LC_MESSAGES: 'ru', LANG: 'de_DE.UTF-8' }), 'ru');
    assert.equal(await languageOf({ LC_ALL: 'C.UTF-8', LANG: 'ru_RU.UTF-8' }), 'en');
    assert.equal(await languageOf({ LANG: 'run' }), 'en');
    assert.equal(await languageOf({}), 'en');
  });
});
