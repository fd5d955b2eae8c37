import assert from 'node:assert/strict';
import { agentsManifest } from '../../../src/contrib/agents/toolContributions.ts';
import { questions } from './support/toolQuestions.ts';
import { assertSmall } from './support/toolSize.ts';

const { languageModelTools } = agentsManifest.manifest.contributes;

describe('tools for language models in package.json', () => {
  it('have names that VS Code accepts, an icon, texts for the user, and input that is an object', () => {
    for (const { name, icon, displayName, userDescription, inputSchema } of languageModelTools) {
      assert.match(name, /^(?!copilot_|vscode_)[\w-]+$/);
      assert.match(icon, /^\$\([a-z-]+\)$/, name);
      assert.match(displayName, /^%tool\.\w+%$/);
      assert.match(userDescription, /^%tool\.\w+\.description%$/);
      assert.equal(inputSchema['type'], 'object');
    }
  });

  it('leave a model room to think', () => {
    assertSmall(
      languageModelTools.map(({ name, modelDescription, inputSchema }) => [
        name,
        modelDescription,
        inputSchema,
      ]),
    );
  });

  it('explain the filter once', () => {
    const explaining = languageModelTools.filter(({ inputSchema }) =>
      JSON.stringify(inputSchema).includes('@disabled'),
    );
    assert.equal(explaining.length, 1);
  });

  for (const { question, tool, subject } of questions) {
    it(`name the subject of a question where it is answered: ${question}`, () => {
      const found = languageModelTools.find(({ name }) => name === `deviceAutomation_${tool}`);
      assert.ok(found !== undefined, tool);
      const text = `${tool} ${found.modelDescription}`.toLowerCase();
      const missing = subject.filter(word => !text.includes(word));
      assert.deepEqual(missing, [], found.modelDescription);
    });
  }
});
