import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { JsonFile, user } = await import('../../support/vscode/vscodeFake.ts');
const settings = await import('../../../src/workbench/platform/settings.ts');
const { networkSettings } = await import('../../../src/workbench/platform/networkSettings.ts');

const set = (name: string, value: unknown) => user.settings.values.set(name, value);
const setOwn = (name: string, value: unknown) => set(`deviceAutomation.${name}`, value);

describe('settings', () => {
  beforeEach(() => {
    user.settings = new JsonFile();
  });
  afterEach(() => {
    user.settings = new JsonFile();
    user.workspaceSettings.clear();
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

  it('of a trusted workspace replace those of the user', () => {
    const values = { 'jobs.confirmationThreshold': 7, 'polling.activeSeconds': 20 };
    for (const [name, value] of Object.entries(values))
      user.workspaceSettings.set(`deviceAutomation.${name}`, value);
    assert.deepEqual([settings.confirmationThreshold(), settings.paces().activeMs], [7, 20_000]);
  });

  it('choose what separates the cells of CSV', () => {
    const separators = ['comma', 'semicolon', 'tab', 'auto', 7].map(value => {
      setOwn('export.csvSeparator', value);
      return settings.csvSeparator();
    });
    assert.deepEqual(separators, [',', ';', '\t', ',', ',']);
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
    user.settings = new JsonFile();
  });
  afterEach(() => {
    user.settings = new JsonFile();
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
});
