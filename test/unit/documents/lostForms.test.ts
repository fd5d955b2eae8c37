import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { ObjectTab } from '../../../src/documents/documentTabs.ts';

const { closedForms, formsOnly, lostForms } = await import('../../../src/documents/formTabs.ts');

const form = (uri: string): ObjectTab => ({ uri, isForm: true });
const text = (uri: string): ObjectTab => ({ uri, isForm: false });

describe('forms across a window reload', () => {
  it('are remembered unless their JSON is open next to them', () => {
    assert.deepEqual(formsOnly([form('b'), text('c'), form('a'), form('c'), form('b')]), ['a', 'b']);
  });

  it('count as lost when only their text was restored', () => {
    const remembered = ['a', 'b', 'c', 'd'];
    const restored = [text('a'), form('b'), text('c'), form('c'), text('e')];
    assert.deepEqual(lostForms(remembered, restored), ['a']);
  });

  it('are shown once, however many texts were restored', () => {
    assert.deepEqual(lostForms(['a'], [text('a'), text('a')]), ['a']);
  });

  it('count as closed when neither the form nor its text was restored', () => {
    assert.deepEqual(closedForms([form('c'), form('a'), form('b')], [form('a'), text('b')]), [form('c')]);
  });
});
