import assert from 'node:assert/strict';
import { withParts } from './support/fakeWindow.ts';

const { JsonFile, person, workspace } = await import('../../support/vscode/vscodeFake.ts');
const { userValues } = await import('../../../src/platform/configValue.ts');
const { networkSettings } = await import('../../../src/platform/networkSettings.ts');
const { paces } = await import('../../../src/platform/settings.ts');

/** The settings that VS Code inspected during `act`; each inspection takes milliseconds. */
function inspections(act: () => void): string[] {
  const names: string[] = [];
  person.inspected = name => names.push(name);
  act();
  person.inspected = () => undefined;
  return names;
}

describe('user settings', () => {
  beforeEach(() => {
    person.settings = new JsonFile();
    person.settings.values.set('http.proxy', 'http://proxy.example:3128');
    person.settings.values.set('http.noProxy', ['plant.example']);
    person.settings.values.set('deviceAutomation.polling.activeSeconds', 5);
  });
  afterEach(() => {
    person.settings = new JsonFile();
    person.workspaceSettings.clear();
  });

  it('are read all at once if the workspace sets none of the section', () => {
    person.workspaceSettings.set('editor.tabSize', 2);
    const { proxy, noProxy } = networkSettings().proxies;
    assert.deepEqual([proxy, noProxy], ['http://proxy.example:3128', ['plant.example']]);
    assert.equal(paces().activeMs, 5_000);
    assert.deepEqual(
      inspections(() => networkSettings()),
      ['http'],
    );
    assert.deepEqual(
      inspections(() => paces()),
      ['deviceAutomation'],
    );
  });

  it('apply even if the workspace has other values, and are not replaced by workspace defaults', () => {
    person.workspaceSettings.set('http.proxy', 'http://attacker.example:3128');
    person.workspaceSettings.set('http.proxyAuthorization', 'Basic YTpi');
    const { proxy, noProxy, authorization } = networkSettings().proxies;
    assert.deepEqual(
      [proxy, noProxy, authorization],
      ['http://proxy.example:3128', ['plant.example'], undefined],
    );
  });

  it('are copies that may be changed', () => {
    const value = userValues('http')('noProxy');
    assert.ok(Array.isArray(value));
    value.push('other.example');
    assert.deepEqual(networkSettings().proxies.noProxy, ['plant.example']);
  });

  it('apply even if a workspace folder has other values, and otherwise have their defaults', async () => {
    const getConfiguration = (section?: string) => ({
      inspect: (name: string) =>
        section === undefined
          ? { key: name, workspaceFolderValue: { proxy: 'http://attacker.example:3128' } }
          : {
              proxy: { globalValue: 'http://proxy.example:3128', defaultValue: '' },
              noProxy: { defaultValue: [] },
            }[name],
      get: () => 'http://attacker.example:3128',
    });
    await withParts(workspace, { getConfiguration }, async () => {
      const values = userValues('http');
      assert.deepEqual(
        [values('proxy'), values('noProxy'), values('unknown')],
        ['http://proxy.example:3128', [], undefined],
      );
    });
  });

  it('are inspected one by one if VS Code does not know the section', async () => {
    const getConfiguration = () => ({
      inspect: (name: string) => (name === 'proxy' ? { globalValue: 'mine' } : undefined),
      get: () => 'merged',
    });
    await withParts(workspace, { getConfiguration }, async () => {
      assert.equal(userValues('http')('proxy'), 'mine');
    });
  });
});
