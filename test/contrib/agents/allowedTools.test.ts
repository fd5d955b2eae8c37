import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { JsonFile, user } = await import('../../support/vscode/vscodeFake.ts');
const { agentTools } = await import('../../../src/contrib/agents/vscode/allowedTools.ts');

describe('the tools that language models may call', () => {
  afterEach(() => {
    user.settings = new JsonFile();
    user.workspaceSettings.clear();
  });

  it('become fewer by the settings of a workspace, never more', () => {
    const allowed = (own: unknown, ofWorkspace: unknown) => {
      user.settings.values.set('deviceAutomation.agents.tools', own);
      user.workspaceSettings.set('deviceAutomation.agents.tools', ofWorkspace);
      return agentTools();
    };
    assert.deepEqual(
      [
        allowed('all', undefined),
        allowed('all', 'off'),
        allowed('off', 'all'),
        allowed('readOnly', 'all'),
        allowed(7, 'all'),
      ],
      ['all', 'off', 'off', 'readOnly', 'readOnly'],
    );
  });
});
