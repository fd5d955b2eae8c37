import assert from 'node:assert/strict';
import { agentsManifest } from '../../../src/contrib/agents/toolContributions.ts';

describe('tools for language models in package.json', () => {
  it('have names that VS Code accepts, and input that is an object', () => {
    for (const { name, inputSchema } of agentsManifest.manifest.contributes.languageModelTools) {
      assert.match(name, /^(?!copilot_|vscode_)[\w-]+$/);
      assert.equal(inputSchema['type'], 'object');
    }
  });
});
