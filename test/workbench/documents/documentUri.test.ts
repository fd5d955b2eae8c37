import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { objectUri, parseDocumentUri } = await import('../../../src/workbench/documents/documentUri.ts');

const one = objectUri('plant', 'job', 1, 'One');

describe('the URI of a document', () => {
  it('is undefined for documents that are not ours', () => {
    for (const [path, isOurs] of [
      ['/jobs/1/One.job.json', true],
      ['/groups/1/One.group.json', true],
      ['/jobs/1/One.group.json', false],
      ['/jobs/1/One.json', false],
      ['/jobs/1x/One.job.json', false],
      ['/jobs/0x10/One.job.json', false],
      ['/jobs/+1/One.job.json', false],
      ['/jobs/-1/One.job.json', false],
      ['/jobs/99999999999999999999/One.job.json', false],
      ['/other/1/One.job.json', false],
      ['/jobs', false],
    ] as const)
      assert.equal(parseDocumentUri(one.with({ path })) !== undefined, isOurs, path);
    assert.equal(parseDocumentUri(one.with({ authority: 'A B' })), undefined);
    assert.equal(parseDocumentUri(one.with({ scheme: 'file' })), undefined);
  });
});
