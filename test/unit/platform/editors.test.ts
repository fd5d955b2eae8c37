import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { partialOf } from '../../support/partialOf.ts';
import { withParts, withWindow } from '../../support/vscode/withParts.ts';

const fake = await import('../../support/vscode/vscodeFake.ts');
const { registerForms } = await import('../../../src/platform/lazyForms.ts');
const { activeText, showNewText } = await import('../../../src/platform/newText.ts');

const document = partialOf<vscode.TextDocument>({});
const panel = partialOf<vscode.WebviewPanel>({});
const token = partialOf<vscode.CancellationToken>({});

describe('the forms', () => {
  it('are editors of jobs and groups, loaded when the first one opens', async () => {
    const registered: [string, vscode.CustomTextEditorProvider, object][] = [];
    const ended: string[] = [];
    const registerCustomEditorProvider = (...args: [string, vscode.CustomTextEditorProvider, object]) => {
      registered.push(args);
      return { dispose: () => ended.push(args[0]) };
    };
    const opened: unknown[] = [];
    await withWindow({ registerCustomEditorProvider }, async () => {
      let loads = 0;
      const forms = registerForms(async () => {
        loads += 1;
        return { resolveCustomTextEditor: async (...args) => void opened.push(args) };
      });
      assert.deepEqual(
        registered.map(([viewType]) => viewType),
        ['deviceAutomation.jobForm', 'deviceAutomation.groupForm'],
      );
      assert.equal(loads, 0);
      await registered[0]?.[1].resolveCustomTextEditor(document, panel, token);
      assert.equal(loads, 1);
      assert.deepEqual(opened, [[document, panel, token]]);
      forms.dispose();
      assert.deepEqual(ended, ['deviceAutomation.jobForm', 'deviceAutomation.groupForm']);
    });
  });
});

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
