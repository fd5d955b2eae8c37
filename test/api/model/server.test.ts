import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  consoleUrl,
  isTimeZone,
  newServerId,
  normalizeBaseUrl,
  ServerConfigSchema,
  serverAt,
  serverIdPattern,
} from '../../../src/api/model/server.ts';

describe('the address in the web console', () => {
  const server = { url: 'https://devices.example/fleet' };
  const cases: Readonly<Record<string, string | undefined>> = {
    'automation/job/{id}/change/': 'https://devices.example/fleet/automation/job/12/change/',
    '/admin/job/{id}/': 'https://devices.example/admin/job/12/',
    'https://console.example/#/jobs/{id}': 'https://console.example/#/jobs/12',
    'automation/job/': undefined,
    'command:run?{id}': undefined,
    'file:///etc/{id}': undefined,
    'https://user:secret@console.example/{id}': undefined,
  };
  for (const [template, url] of Object.entries(cases))
    it(`of "${template}" is ${url ?? 'rejected'}`, () => assert.equal(consoleUrl(server, template, 12), url));
});

describe('normalizeBaseUrl', () => {
  const cases: Readonly<Record<string, string>> = {
    'https://devices.example': 'https://devices.example',
    ' https://Devices.EXAMPLE:443/Fleet/ ': 'https://devices.example/Fleet',
    'HTTP://127.0.0.1:80//': 'http://127.0.0.1',
    'https://[::1]:8443/a/b//': 'https://[::1]:8443/a/b',
    'https://серверы.рф/парк': 'https://xn--b1afb6bcb9e.xn--p1ai/%D0%BF%D0%B0%D1%80%D0%BA',
    'https://devices.example/a/../b': 'https://devices.example/b',
    'https://devices.example/#': 'https://devices.example',
  };
  for (const [given, url] of Object.entries(cases)) {
    it(`"${given}" is ${url}`, () => {
      const reading = normalizeBaseUrl(given);
      assert.equal(reading.kind === 'ok' ? reading.url : reading.kind, url);
    });
  }

  const refused: Readonly<Record<string, string>> = {
    '': 'invalid',
    'devices.example': 'invalid',
    '//devices.example': 'invalid',
    'https://a b/': 'invalid',
    'ftp://devices.example': 'scheme',
    'https://user@devices.example': 'userInfo',
    'https://devices.example/?token=1': 'query',
    'https://devices.example/#a': 'query',
  };
  for (const [given, kind] of Object.entries(refused)) {
    it(`"${given}" is rejected (${kind})`, () => assert.equal(normalizeBaseUrl(given).kind, kind));
  }

  it('is idempotent for any URL', () =>
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: false, withFragments: false }), text => {
        const once = normalizeBaseUrl(text);
        assert.ok(once.kind === 'ok');
        assert.deepEqual(normalizeBaseUrl(once.url), once);
        assert.deepEqual(normalizeBaseUrl(`${once.url}/`), once);
        assert.equal(once.url.endsWith('/'), false);
      }),
    ));

  it('never throws', () =>
    fc.assert(fc.property(fc.string(), text => normalizeBaseUrl(text).kind !== undefined)));

  it('plain HTTP needs consent except for loopback (decision 2)', () => {
    const needs = (url: string) => {
      const reading = normalizeBaseUrl(url);
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
  it('matches its pattern and is unique, whatever the name', () =>
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

  const url = 'https://fleet.example';
  it('depends on the URL, and gets a number if it is taken', () => {
    const first = newServerId('Plant', url, new Set());
    assert.match(first, /^plant-[a-z0-9]{4}$/);
    assert.equal(newServerId('Plant', url, new Set(['plant'])), first);
    assert.notEqual(newServerId('Plant', 'https://other.example', new Set()), first);
    assert.equal(newServerId('Plant', url, new Set([first])), `${first}-2`);
    assert.equal(newServerId('Plant', url, new Set([first, `${first}-2`])), `${first}-3`);
  });
});

describe('the server at an address', () => {
  const server = (id: string, url: string) => ({ id, name: id, url });
  const root = server('root', 'https://a.example');
  const fleet = server('fleet', 'https://a.example/fleet');
  const again = server('again', 'https://a.example/fleet/');
  const other = server('other', 'https://b.example');
  const at = (origin: string, path: string, servers = [root, fleet, again, other]) =>
    serverAt(servers, { origin, path })?.id;

  it('is the one with the longest path, or the first of equal ones', () => {
    assert.equal(at('https://a.example', '/fleet/api/job/'), 'fleet');
    assert.equal(at('https://a.example', '/fleet/api/job/', [fleet, root]), 'fleet');
    assert.equal(at('https://a.example', '/fleet/api/job/', [again, fleet]), 'again');
    assert.equal(at('https://a.example', '/fleets/api/job/'), 'root');
    assert.equal(at('https://b.example', '/fleet/api/job/'), 'other');
  });

  it('is not one with another origin or another path', () => {
    assert.equal(at('https://c.example', '/fleet/'), undefined);
    assert.equal(at('http://a.example', '/fleet/'), undefined);
    assert.equal(at('https://a.example', '/api/', [fleet]), undefined);
    assert.equal(at('https://a.example', '/a/fleet/', [fleet]), undefined);
  });
});

describe('the entry of a server', () => {
  const guards = (readOnly: unknown) =>
    ServerConfigSchema.parse({ id: 'a', name: 'A', url: 'https://a.example', readOnly }).readOnly;

  it('keeps its guards on for anything but a plain “false”', () => {
    for (const slip of [true, 'false', 'yes', 1, 0, {}, '']) assert.equal(guards(slip), true, String(slip));
    for (const off of [false, null]) assert.equal(guards(off), false);
    const without = ServerConfigSchema.parse({ id: 'a', name: 'A', url: 'https://a.example' });
    assert.equal('readOnly' in without || 'production' in without, false);
  });
});

describe('names of time zones', () => {
  it('are those of this machine, but not offsets', () => {
    for (const name of ['Europe/Berlin', 'UTC']) assert.ok(isTimeZone(name), name);
    for (const name of ['', 'Mars/Phobos', '+01:00', '1Europe/Berlin'])
      assert.equal(isTimeZone(name), false, name);
  });
});
