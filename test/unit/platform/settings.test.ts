import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { JsonFile, person } = await import('../../support/vscode/vscodeFake.ts');
const settings = await import('../../../src/platform/settings.ts');
const { affectsNetwork, networkSettings } = await import('../../../src/platform/networkSettings.ts');

const set = (name: string, value: unknown) => person.settings.values.set(name, value);
const setOwn = (name: string, value: unknown) => set(`deviceAutomation.${name}`, value);

describe('settings', () => {
  beforeEach(() => {
    person.settings = new JsonFile();
  });
  afterEach(() => {
    person.settings = new JsonFile();
  });

  it('for polling stay within limits that protect the server', () => {
    const { activeMs, inactiveMs, watchedMs, requestsPerMinute } = settings.paces();
    assert.deepEqual([activeMs, inactiveMs, watchedMs, requestsPerMinute], [15_000, 60_000, 15_000, 150]);
    const names = ['activeSeconds', 'inactiveSeconds', 'watchedSeconds', 'requestsPerMinute'];
    for (const [value, expected] of [
      [0, [2_000, 10_000, 5_000, 10]],
      [20, [20_000, 20_000, 20_000, 20]],
      [1e9, [300_000, 3_600_000, 3_600_000, 1_000]],
      ['soon', [15_000, 60_000, 15_000, 150]],
    ] as const) {
      for (const name of names) setOwn(`polling.${name}`, value);
      assert.deepEqual(Object.values(settings.paces()), expected);
    }
  });

  for (const { name, read, expected } of [
    { name: 'groups.idSearchLimit', read: settings.groupIdSearchLimit, expected: [500, 20, 30, 100_000] },
    {
      name: 'jobs.confirmationThreshold',
      read: settings.confirmationThreshold,
      expected: [50, 0, 30, 1_000_000],
    },
  ])
    it(`with numbers are integers within limits: ${name}`, () => {
      const values = [undefined, -1, 30.9, 1e9].map(value => {
        setOwn(name, value);
        return read();
      });
      assert.deepEqual(values, expected);
    });

  it('for notifications default to watched jobs', () => {
    const levels = [undefined, 'none', 'all', 'loud'].map(value => {
      setOwn('notifications', value);
      return settings.notificationLevel();
    });
    assert.deepEqual(levels, ['watched', 'none', 'all', 'watched']);
  });

  it('for the status mapping are ignored if they are invalid', () => {
    setOwn('statusMapping', { Fertig: 'succeeded' });
    assert.deepEqual([...settings.extraStatusWords().values()], ['succeeded']);
    setOwn('statusMapping', { Fertig: 'done' });
    assert.equal(settings.extraStatusWords().size, 0);
  });
});

describe('network settings', () => {
  beforeEach(() => {
    person.settings = new JsonFile();
  });
  afterEach(() => {
    person.settings = new JsonFile();
  });

  it('are those of VS Code, with its defaults', () => {
    assert.deepEqual(networkSettings(), {
      proxies: {
        proxy: '',
        noProxy: [],
        isOn: true,
        authorization: undefined,
        strictSsl: true,
        environment: process.env,
      },
      useSystemCertificates: true,
    });
    set('http.proxy', 'http://proxy.example:3128');
    set('http.noProxy', ['plant.example']);
    set('http.proxySupport', 'off');
    set('http.proxyAuthorization', 'Basic YTpi');
    set('http.proxyStrictSSL', false);
    set('http.systemCertificates', false);
    assert.deepEqual(networkSettings(), {
      proxies: {
        proxy: 'http://proxy.example:3128',
        noProxy: ['plant.example'],
        isOn: false,
        authorization: 'Basic YTpi',
        strictSsl: false,
        environment: process.env,
      },
      useSystemCertificates: false,
    });
  });

  it('are ignored if they are invalid, and never break a header', () => {
    set('http.proxy', 7);
    set('http.noProxy', 'plant.example');
    for (const authorization of ['Basic a\r\nX: y', 'a\n', '\u00e9', '']) {
      set('http.proxyAuthorization', authorization);
      const { proxy, noProxy, authorization: sent } = networkSettings().proxies;
      assert.deepEqual([proxy, noProxy, sent], ['', [], undefined]);
    }
  });

  it('are read again after one of them changed', () => {
    const asked: string[] = [];
    const affectsConfiguration = (section: string) => asked.push(section) > 0;
    assert.equal(affectsNetwork({ affectsConfiguration }), true);
    assert.deepEqual(asked, ['http']);
  });
});
