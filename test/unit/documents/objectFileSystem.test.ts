import assert from 'node:assert/strict';
import * as z from 'zod';
import type { OpenDocument } from '../../../src/documents/openDocument.ts';
import { existing } from '../../support/http/clients.ts';
import { jobPath, jobUri, type Setup, serverUrl, TestDocument, withDocuments } from './support/setup.ts';

const { newObjectUri, objectUri, serverVersionUri, typedTextUri } = await import(
  '../../../src/documents/documentUri.ts'
);
const { Uri, user: editor } = await import('../../support/vscode/vscodeFake.ts');

const SchemaSchema = z.looseObject({
  $schema: z.string(),
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
});

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

  it('the typed text has the contents of the editor, and is read-only', () =>
    withJob(async ({ fileSystem, edit, server }) => {
      const document = await edit();
      document.text = '{"name": "Typed"}';
      const reads = server.reads.length;
      const uri = typedTextUri(jobUri);
      assert.deepEqual(await fileSystem.stat(uri), { ...readonlyFile, mtime: 0, size: 17 });
      assert.equal(textOf(await fileSystem.readFile(uri)), document.text);
      assert.equal(server.reads.length, reads);
    }));

  it('the typed text opens its document first when a comparison was restored before it', () =>
    withJob(async ({ fileSystem }) => {
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
    withJob(async ({ fileSystem }) =>
      assert.deepEqual(await fileSystem.stat(typedTextUri(jobUri)), { ...readonlyFile, mtime: 0, size: 0 }),
    ));

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
      assert.equal(textOf(await fileSystem.readFile(typedTextUri(newUri))), document.text);
    }));

  it('a schema is read-only', () =>
    withJob(async ({ fileSystem }) => {
      const uri = uriOf('device-automation://schemas_/groups/document.json');
      const text = textOf(await fileSystem.readFile(uri));
      assert.match(text, /"server_set"/);
      assert.deepEqual(await fileSystem.stat(uri), { ...readonlyFile, mtime: 0, size: text.length });
    }));

  it('a folder is reported as a folder, which VS Code checks before it saves a deleted file', () =>
    withJob(async ({ fileSystem, server }) => {
      const folder = { type: 2, ctime: 0, mtime: 0, size: 0 };
      for (const path of ['/', '/jobs', '/groups/7', '/jobs/new-12/'])
        assert.deepEqual(await fileSystem.stat(uriOf(`device-automation://plant${path}`)), folder);
      assert.deepEqual(server.reads, []);
    }));

  it('an unknown path is not found', () =>
    withJob(async ({ fileSystem }) => {
      for (const uri of ['device-automation://plant/jobs/x/One.job.json', 'file:///jobs/1/One.job.json'])
        await assert.rejects(fileSystem.readFile(uriOf(uri)), { code: 'FileNotFound' });
    }));
});

describe('the JSON schema', () => {
  const read = (path: string) =>
    withSchema(async fileSystem =>
      textOf(await fileSystem.readFile(uriOf(`device-automation://schemas_${path}`))),
    );
  const withSchema = async <T>(use: (fileSystem: Setup['fileSystem']) => Promise<T>): Promise<T> => {
    const results: T[] = [];
    await withDocuments(async ({ fileSystem }) => void results.push(await use(fileSystem)));
    return existing(results[0]);
  };

  for (const [kind, folder, own, other] of [
    ['job', 'jobs', 'policies', 'server_set'],
    ['group', 'groups', 'server_set', 'policies'],
  ] as const)
    it(`of ${kind}s describes their fields, in documents and in files`, async () => {
      const texts = await Promise.all(['document.json', 'file.json'].map(name => read(`/${folder}/${name}`)));
      for (const text of texts) {
        const { $schema, properties } = SchemaSchema.parse(JSON.parse(text));
        assert.match($schema, /draft-07/);
        assert.ok((properties[own]?.description ?? '').length > 10);
        assert.equal(properties[own]?.['type'], 'array');
        assert.equal(properties[other], undefined);
      }
      assert.notEqual(texts[0], texts[1]);
    });

  it('of the manifest differs from that of any object', async () => {
    const { properties } = SchemaSchema.parse(JSON.parse(await read('/jobs/manifest.json')));
    assert.deepEqual([properties['name'], properties['policies']], [undefined, undefined]);
    assert.ok(Object.keys(properties).length > 0);
  });
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

  it('is not read from a server that was removed', () =>
    withJob(async ({ fileSystem }) => {
      const uri = objectUri('office', 'job', 1, 'Nightly');
      await assert.rejects(fileSystem.readFile(uri), {
        name: '',
        message:
          '“Nightly” can no longer be read or saved: its server “office” was removed from the list of servers.',
      });
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
