import assert from 'node:assert/strict';
import { withParts, withWindow } from '../../support/vscode/withParts.ts';

const fake = await import('../../support/vscode/vscodeFake.ts');
const { activeText, showNewText } = await import('../../../src/workbench/platform/newText.ts');

describe('a text in a new editor', () => {
  it('is not a preview editor, which the next file would replace', async () => {
    const shown: unknown[] = [];
    const openTextDocument = async (options: object) => ({ options });
    const showTextDocument = async (...args: readonly unknown[]) => void shown.push(args);
    await withParts(fake.workspace, { openTextDocument }, () =>
      withWindow({ showTextDocument }, () => showNewText('{}', 'json')),
    );
    assert.deepEqual(shown, [[{ options: { content: '{}', language: 'json' } }, { preview: false }]]);
  });
});

describe('the text of the active editor', () => {
  const editorOf = (text: string, selected = '') => ({
    selection: { isEmpty: selected === '' },
    document: { getText: (range?: unknown) => (range === undefined ? text : selected) },
  });
  const textOf = async (activeTextEditor: unknown) => {
    let text: string | undefined;
    await withWindow({ activeTextEditor }, async () => {
      text = activeText();
    });
    return text;
  };

  it('is the selection, or else the whole text', async () => {
    assert.equal(await textOf(editorOf('PC-1\nPC-2', 'PC-2')), 'PC-2');
    assert.equal(await textOf(editorOf(' PC-1\nPC-2')), ' PC-1\nPC-2');
  });
});
