import assert from 'node:assert/strict';
import type { OpenDocument } from '../../../src/workbench/documents/openDocument.ts';
import { jobPath, jobUri, serverUrl, TestDocument, withDocuments } from './support/setup.ts';

const { newObjectUri, serverVersionUri, toTypedTextUri } = await import(
  '../../../src/workbench/documents/documentUri.ts'
);
const { Uri, user: editor } = await import('../../support/vscode/vscodeFake.ts');

const uriOf = (text: string) => Uri.parse(text);
const newUri = newObjectUri('plant', 'job', 1, 'New Job');
/** The server has job 1. */
const withJob: typeof withDocuments = use =>
  withDocuments(async setup => {
    setup.server.jobs.set(1, { name: 'One', enabled: true });
    await use(setup);
  });
const readonlyFile = { type: 1, ctime: 0, permissions: 1 };
const textOf = (content: Uint8Array) => new TextDecoder().decode(content);

describe('the file of', () => {
  it('a schema has the text that a contribution gave for its name, or else the schema of documents', () =>
    withJob(async ({ fileSystem }) => {
      const read = async (path: string) =>
        textOf(await fileSystem.readFile(uriOf(`device-automation://schemas_/${path}`)));
      assert.equal(await read('groups/extra.json'), 'schema of a group');
      const schema = await read('jobs/schema.json');
      assert.match(schema, /"run_on_start":\{"type":"boolean"/);
      assert.equal(await read('jobs/other.json'), schema);
    }));

  it('an object has its text in UTF-8', () =>
    withJob(async ({ document, fileSystem }) => {
      const text = textOf(await fileSystem.readFile(jobUri));
      assert.match(text, /"name": "One"/);
      assert.equal(document().base?.stored['name'], 'One');
      const { mtime, ...stat } = await fileSystem.stat(jobUri);
      assert.deepEqual(stat, { type: 1, ctime: 0, size: 1 });
      assert.ok(mtime > 0);
    }));

  it('the server’s version is read-only, read each time, and never a base for edits', () =>
    withJob(async ({ document, fileSystem, server }) => {
      const uri = serverVersionUri(jobUri);
      const { mtime, size, ...stat } = await fileSystem.stat(uri);
      const text = textOf(await fileSystem.readFile(uri));
      assert.deepEqual([stat, size], [readonlyFile, text.length]);
      assert.ok(mtime > 1);
      assert.deepEqual([document().base, server.reads], [undefined, [jobPath, jobPath]]);
    }));

  it('a new job has the text of an empty job', () =>
    withJob(async ({ fileSystem, server }) => {
      const text = textOf(await fileSystem.readFile(newUri));
      assert.match(text, /"name": ""/);
      assert.deepEqual(await fileSystem.stat(newUri), { type: 1, ctime: 0, mtime: 1, size: text.length });
      assert.deepEqual(server.reads, []);
    }));

  it('a new document whose job was created has that job, but keeps its typed text', () =>
    withJob(async ({ fileSystem, records }) => {
      records.set(newUri.toString(), { name: 'One', draft: {}, target: jobUri.toString() });
      assert.match(textOf(await fileSystem.readFile(newUri)), /"name": "One"/);
      const document = new TestDocument(newUri, '{"name": "Typed"}');
      editor.documents.push(document);
      assert.equal(textOf(await fileSystem.readFile(toTypedTextUri(newUri))), document.text);
    }));

  it('a folder is reported as a folder, which VS Code checks before it saves a deleted file', () =>
    withJob(async ({ fileSystem, server }) => {
      const folder = { type: 2, ctime: 0, mtime: 0, size: 0 };
      for (const path of ['/', '/jobs', '/groups/7', '/jobs/new-12/'])
        assert.deepEqual(await fileSystem.stat(uriOf(`device-automation://plant${path}`)), folder);
      assert.deepEqual(server.reads, []);
    }));
});

describe('a file of an object', () => {
  it('keeps its last timestamp while the server cannot be reached, and is unavailable without one', () =>
    withJob(async ({ document, fileSystem, server }) => {
      server.failures.set(`GET ${jobPath}`, 'reset');
      await assert.rejects(fileSystem.stat(jobUri), { message: 'ConnectionError ECONNRESET' });
      readLongAgo(document());
      assert.equal((await fileSystem.stat(jobUri)).mtime, document().mtime);
      await assert.rejects(fileSystem.readFile(jobUri), { message: 'ConnectionError ECONNRESET' });
    }));

  it('is reported as deleted only once it was read', () =>
    withJob(async ({ document, fileSystem, fired, server }) => {
      server.jobs.clear();
      await assert.rejects(fileSystem.stat(jobUri), { code: 'FileNotFound' });
      assert.deepEqual([fired, document().isDeleted], [[], false]);
      readLongAgo(document());
      await assert.rejects(fileSystem.stat(jobUri), { code: 'FileNotFound' });
      assert.deepEqual([fired, document().isDeleted], [[`3 ${jobUri}`], true]);
    }));
});

function readLongAgo(document: OpenDocument): void {
  const never = Number.NEGATIVE_INFINITY;
  document.delivered({
    draft: { name: 'One' },
    origin: serverUrl,
    requestedMs: never,
    receivedMs: never,
  });
}
