import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { editedObject, editedUri, fileNameOf, newObjectUri, objectUri, parseDocumentUri, serverVersionUri } =
  await import('../../../src/documents/documentUri.ts');

const one = objectUri('plant', 'job', 1, 'One');
const group = objectUri('plant', 'group', 1, 'Lab');

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

  it('names the object that is edited, without an ID until it exists', () => {
    assert.deepEqual(editedObject(group), { serverId: 'plant', kind: 'group', id: 1 });
    assert.deepEqual(editedObject(newObjectUri('plant', 'job', 5, '')), {
      serverId: 'plant',
      kind: 'job',
      id: undefined,
    });
    assert.equal(editedObject(serverVersionUri(one)), undefined);
    assert.equal(editedObject(one.with({ authority: 'schemas_' })), undefined);
    assert.equal(editedObject(one.with({ scheme: 'file' })), undefined);
    assert.equal(editedUri(serverVersionUri(one)).toString(), one.toString());
    assert.equal(editedUri(one), one);
    assert.equal(fileNameOf(objectUri('plant', 'job', 7, '')), 'job 7.job.json');
    assert.equal(fileNameOf(newObjectUri('plant', 'group', 7, '')), 'group.group.json');
  });
});
