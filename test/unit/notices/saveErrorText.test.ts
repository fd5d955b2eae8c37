import assert from 'node:assert/strict';
import type { ObjectKind } from '../../../src/fields/objectFields.ts';
import '../../support/vscode/vscodeInNode.ts';

const { SaveConflictError } = await import('../../../src/model/saveErrors.ts');
const { saveErrorText } = await import('../../../src/notices/saveErrorText.ts');
const { readDocumentText } = await import('../../../src/documents/documentText.ts');
const { objectKinds } = await import('../../../src/documents/objectKinds.ts');

function rejectionOf(text: string, kind: ObjectKind = 'job'): unknown {
  try {
    return readDocumentText(text, objectKinds[kind], false);
  } catch (error) {
    return error;
  }
}

describe('the sentence about a document that was not saved', () => {
  for (const [text, sentence] of [
    ['{\n  "name": }', 'This is not valid JSON: line 2, column 11: a value is missing.'],
    ['', /^This is not valid JSON/],
    ['[]', 'The document must be one JSON object.'],
    ['['.repeat(102), 'The JSON is nested too deeply, so it was not sent.'],
    ['{ "name": 5, "policies": [1] }', /^Name: /],
    ['{ "name": "A", "policies": [1, "x"] }', /^Policies, entry 2: /],
  ] as const) {
    it(`names the place in ${JSON.stringify(text).slice(0, 40)}`, () => {
      const shown = saveErrorText(rejectionOf(text)) ?? '';
      if (typeof sentence === 'string') assert.equal(shown, sentence);
      else assert.match(shown, sentence);
    });
  }

  it('names the fields of a conflict by their labels', () =>
    assert.equal(
      saveErrorText(new SaveConflictError({ fields: ['policies', 'name'], merge: undefined }, {})),
      'Changed on the server since you started editing: Policies, Name. Nothing was saved. Save again to compare or overwrite.',
    ));
});
