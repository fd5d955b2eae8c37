import assert from 'node:assert/strict';
import fc from 'fast-check';
import { newServerId, normaliseBaseUrl, serverIdPattern } from '../../../src/model/server.ts';

describe('normaliseBaseUrl', () => {
  const cases: Readonly<Record<string, string>> = {
    'https://devices.example': 'https://devices.example',
    'https://devices.example/': 'https://devices.example',
    ' https://Devices.EXAMPLE:443/Fleet/ ': 'https://devices.example/Fleet',
    'HTTP://127.0.0.1:80//': 'http://127.0.0.1',
    'https://[::1]:8443/a/b//': 'https://[::1]:8443/a/b',
    'https://серверы.рф/парк': 'https://xn--b1afb6bcb9e.xn--p1ai/%D0%BF%D0%B0%D1%80%D0%BA',
    'https://devices.example/a/../b': 'https://devices.example/b',
    'https://devices.example/?': 'https://devices.example',
    'https://devices.example/#': 'https://devices.example',
  };
  for (const [given, url] of Object.entries(cases)) {
    it(`"${given}" is ${url}`, () => {
      const reading = normaliseBaseUrl(given);
      assert.equal(reading.kind === 'ok' ? reading.url : reading.kind, url);
    });
  }

  const refused: Readonly<Record<string, string>> = {
    '': 'invalid',
    'devices.example': 'invalid',
    'devices.example:8000': 'invalid',
    '//devices.example': 'invalid',
    'https://': 'invalid',
    'https://a b/': 'invalid',
    'ftp://devices.example': 'scheme',
    'file:///etc/passwd': 'scheme',
    'vscode://devices.example': 'scheme',
    'https://user@devices.example': 'userInfo',
    'https://:secret@devices.example': 'userInfo',
    'https://devices.example/?token=1': 'query',
    'https://devices.example/#a': 'query',
  };
  for (const [given, kind] of Object.entries(refused)) {
    it(`"${given}" is rejected (${kind})`, () => assert.equal(normaliseBaseUrl(given).kind, kind));
  }

  it('is the same when done again, whatever the URL', () =>
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: false, withFragments: false }), text => {
        const once = normaliseBaseUrl(text);
        assert.ok(once.kind === 'ok');
        assert.deepEqual(normaliseBaseUrl(once.url), once);
        assert.deepEqual(normaliseBaseUrl(`${once.url}/`), once);
        assert.equal(once.url.endsWith('/'), false);
      }),
    ));

  it('never throws', () =>
    fc.assert(fc.property(fc.string(), text => normaliseBaseUrl(text).kind !== undefined)));

  it('plain HTTP needs consent except for loopback (decision 2)', () => {
    const needs = (url: string) => {
      const reading = normaliseBaseUrl(url);
      return reading.kind === 'ok' && reading.needsHttpConsent;
    };
    for (const host of ['localhost', '127.0.0.1:8000', '127.9.8.7', '[::1]:80', 'LOCALHOST']) {
      assert.equal(needs(`http://${host}/x`), false, host);
    }
    for (const host of [
      'devices.example',
      '10.0.0.1',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'notlocalhost',
      '128.0.0.1',
      '[::2]',
      '0.0.0.0',
    ]) {
      assert.equal(needs(`http://${host}/x`), true, host);
      assert.equal(needs(`https://${host}/x`), false, host);
    }
  });
});

describe('newServerId', () => {
  it('fits its pattern and is not taken, whatever the name', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 20 }), names => {
        const taken = new Set<string>();
        for (const name of names) {
          const id = newServerId(name, 'https://fleet.example', taken);
          assert.match(id, serverIdPattern);
          assert.equal(taken.has(id), false);
          taken.add(id);
        }
      }),
    ));
});
