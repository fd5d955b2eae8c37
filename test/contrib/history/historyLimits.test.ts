import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { JsonFile, user } = await import('../../support/vscode/vscodeFake.ts');
const { historyLimits } = await import('../../../src/contrib/history/vscode/historyLimits.ts');

describe('the limits of the history', () => {
  afterEach(() => {
    user.settings = new JsonFile();
    user.workspaceSettings.clear();
  });

  it('are those of the user, because all folders share the storage', () => {
    user.workspaceSettings.set('deviceAutomation.history.days', 1);
    assert.equal(historyLimits().days, 90);
    user.settings.values.set('deviceAutomation.history.days', 7);
    assert.equal(historyLimits().days, 7);
  });
});
