import assert from 'node:assert/strict';
import { jobUri, TestDocument, withFileSystem } from './support/fileSystemDesk.ts';

const { newObjectUri, objectUri, parseDocumentUri, serverVersionUri, typedTextUri } = await import(
  '../../../src/documents/documentUri.ts'
);
const { schemaNamed } = await import('../../../src/documents/documentSchema.ts');
const { Uri, person: editor } = await import('../../support/vscode/vscodeFake.ts');

const uriOf = (text: string) => Uri.parse(text);
const newUri = newObjectUri('plant', 'job', 1, 'New Job');
const jobPath = '/automation/api/job/1/';
const readonlyFile = { type: 1, ctime: 0, permissions: 1 };
const textOf = (content: Uint8Array) => new TextDecoder().decode(content);

describe('the file of', () => {
  it('an object has its text in UTF-8', () =>
    withFileSystem(async ({ fileSystem, given, versions }) => {
      const text = textOf(await fileSystem.readFile(jobUri));
      assert.match(text, /"name": "One"/);
      assert.deepEqual(given, [text]);
      assert.equal(versions.hasBase(jobUri), true);
      const { mtime, ...stat } = await fileSystem.stat(jobUri);
      assert.deepEqual(stat, { type: 1, ctime: 0, size: 1 });
      assert.ok(mtime > 0);
    }));

  it('the server’s version is read-only, read each time, and never a base for edits', () =>
    withFileSystem(async ({ fileSystem, given, plant, versions }) => {
      const uri = serverVersionUri(jobUri);
      const { mtime, size, ...stat } = await fileSystem.stat(uri);
      const text = textOf(await fileSystem.readFile(uri));
      assert.deepEqual([stat, size], [readonlyFile, text.length]);
      assert.ok(mtime > 1);
      assert.deepEqual([given, versions.hasBase(jobUri), plant.reads], [[], false, [jobPath, jobPath]]);
    }));

  it('the typed text has the contents of the editor, and is read-only', () =>
    withFileSystem(async ({ fileSystem, openDocument, plant }) => {
      const document = await openDocument();
      document.text = '{"name": "Typed"}';
      const reads = plant.reads.length;
      const uri = typedTextUri(jobUri);
      assert.deepEqual(await fileSystem.stat(uri), { ...readonlyFile, mtime: 3, size: 17 });
      assert.equal(textOf(await fileSystem.readFile(uri)), document.text);
      assert.equal(plant.reads.length, reads);
    }));

  it('the typed text opens its document first when a comparison was restored before it', () =>
    withFileSystem(async ({ fileSystem }) => {
      const provideTextDocumentContent = () => {
        editor.documents.push(new TestDocument(jobUri, 'typed'));
        return '';
      };
      editor.contents.set(jobUri.scheme, { provideTextDocumentContent });
      try {
        assert.equal(textOf(await fileSystem.readFile(typedTextUri(jobUri))), 'typed');
      } finally {
        editor.contents.delete(jobUri.scheme);
      }
    }));

  it('the typed text is empty before its document is open', () =>
    withFileSystem(async ({ fileSystem }) =>
      assert.deepEqual(await fileSystem.stat(typedTextUri(jobUri)), { ...readonlyFile, mtime: 0, size: 0 }),
    ));

  it('a new job has the text of an empty job', () =>
    withFileSystem(async ({ fileSystem, plant }) => {
      const text = textOf(await fileSystem.readFile(newUri));
      assert.match(text, /"name": ""/);
      assert.deepEqual(await fileSystem.stat(newUri), { type: 1, ctime: 0, mtime: 1, size: text.length });
      assert.deepEqual(plant.reads, []);
    }));

  it('a new document whose job was created has that job, but keeps its typed text', () =>
    withFileSystem(async ({ fileSystem, createdFrom }) => {
      const ref = parseDocumentUri(jobUri);
      if (ref?.kind !== 'object') assert.fail('it is the URI of an object');
      createdFrom.set(newUri.toString(), { uri: jobUri, ref });
      assert.match(textOf(await fileSystem.readFile(newUri)), /"name": "One"/);
      const document = new TestDocument(newUri, '{"name": "Typed"}');
      editor.documents.push(document);
      assert.equal(textOf(await fileSystem.readFile(typedTextUri(newUri))), document.text);
    }));

  it('a schema is read-only', () =>
    withFileSystem(async ({ fileSystem }) => {
      const uri = uriOf('device-automation://schemas_/groups/document.json');
      const text = textOf(await fileSystem.readFile(uri));
      assert.equal(text, schemaNamed('document.json', 'group'));
      assert.deepEqual(await fileSystem.stat(uri), { ...readonlyFile, mtime: 0, size: text.length });
    }));

  it('a folder is reported as a folder, which VS Code checks before it saves a deleted file', () =>
    withFileSystem(async ({ fileSystem, plant }) => {
      const folder = { type: 2, ctime: 0, mtime: 0, size: 0 };
      for (const path of ['/', '/jobs', '/groups/7', '/jobs/new-12/'])
        assert.deepEqual(await fileSystem.stat(uriOf(`device-automation://plant${path}`)), folder);
      assert.deepEqual(plant.reads, []);
    }));

  it('an unknown path is not found', () =>
    withFileSystem(async ({ fileSystem }) => {
      for (const uri of ['device-automation://plant/jobs/x/One.job.json', 'file:///jobs/1/One.job.json'])
        await assert.rejects(fileSystem.readFile(uriOf(uri)), { code: 'FileNotFound' });
    }));
});

describe('a file of an object', () => {
  it('keeps its last timestamp while the server cannot be reached, and is unavailable without one', () =>
    withFileSystem(async ({ fileSystem, plant, session, versions }) => {
      plant.failures.set(`GET ${jobPath}`, 'reset');
      await assert.rejects(fileSystem.stat(jobUri), { message: 'ConnectionError' });
      const origin = session.server.url;
      const never = Number.NEGATIVE_INFINITY;
      versions.shown(jobUri, { draft: { name: 'One' }, origin, requestedMs: never, receivedMs: never });
      assert.equal((await fileSystem.stat(jobUri)).mtime, versions.get(jobUri)?.mtime);
      await assert.rejects(fileSystem.readFile(jobUri), { message: 'ConnectionError' });
    }));

  it('is reported as deleted only once', () =>
    withFileSystem(async ({ fileSystem, fired, plant, session, versions }) => {
      plant.jobs.clear();
      await assert.rejects(fileSystem.stat(jobUri), { code: 'FileNotFound' });
      assert.deepEqual([fired, versions.isDeleted(jobUri)], [[], false]);
      const origin = session.server.url;
      const never = Number.NEGATIVE_INFINITY;
      versions.shown(jobUri, { draft: { name: 'One' }, origin, requestedMs: never, receivedMs: never });
      await assert.rejects(fileSystem.stat(jobUri), { code: 'FileNotFound' });
      assert.deepEqual([fired, versions.isDeleted(jobUri)], [[`3 ${jobUri}`], true]);
    }));

  it('is not read from a server that was removed', () =>
    withFileSystem(async ({ fileSystem }) => {
      const uri = objectUri('office', 'job', 1, 'Nightly');
      await assert.rejects(fileSystem.readFile(uri), {
        name: '',
        message:
          '“Nightly” can no longer be read or saved: its server “office” was removed from the list of servers.',
      });
    }));
});
