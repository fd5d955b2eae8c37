import assert from 'node:assert/strict';
import { withParts } from '../../support/vscode/withParts.ts';

const { JsonFile, user, workspace } = await import('../../support/vscode/vscodeFake.ts');
const { userValues } = await import('../../../src/workbench/platform/configValue.ts');
const { networkSettings } = await import('../../../src/workbench/platform/networkSettings.ts');

describe('user settings', () => {
  beforeEach(() => {
    user.settings = new JsonFile();
    user.settings.values.set('http.proxy', 'http://proxy.example:3128');
    user.settings.values.set('http.noProxy', ['plant.example']);
    user.settings.values.set('deviceAutomation.polling.activeSeconds', 5);
  });
  afterEach(() => {
    user.settings = new JsonFile();
    user.workspaceSettings.clear();
  });

  it('apply even if the workspace has other values, and are not replaced by workspace defaults', () => {
    user.workspaceSettings.set('http.proxy', 'http://attacker.example:3128');
    user.workspaceSettings.set('http.proxyAuthorization', 'Basic YTpi');
    const { proxy, noProxy, authorization } = networkSettings().proxies;
    assert.deepEqual(
      [proxy, noProxy, authorization],
      ['http://proxy.example:3128', ['plant.example'], undefined],
    );
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
});
