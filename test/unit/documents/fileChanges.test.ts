import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { partialOf } from '../../support/partialOf.ts';
import { jobUri, TestDocument, withFileSystem } from './support/fileSystemDesk.ts';

const { newObjectUri, parseDocumentUri, typedTextUri } = await import(
  '../../../src/documents/documentUri.ts'
);
const { Uri, person: editor } = await import('../../support/vscode/vscodeFake.ts');

const uriOf = (text: string): vscode.Uri => Uri.parse(text);
const newUri = newObjectUri('plant', 'job', 1, 'New Job');
const jobPath = '/automation/api/job/1/';
const textOf = (content: Uint8Array) => new TextDecoder().decode(content);
const bytesOf = (value: object) => new TextEncoder().encode(JSON.stringify(value));

describe('VS Code reads a document again', () => {
  it('when a save stored something other than what was typed', () =>
    withFileSystem(async ({ fileSystem, fired, openDocument, plant }) => {
      const document = await openDocument();
      fileSystem.willSave(document.asVscode);
      await fileSystem.writeFile(jobUri, bytesOf({ name: 'Two', enabled: true }));
      assert.deepEqual(plant.writes, [`PATCH ${jobPath} {"name":"Two"}`]);
      fired.length = 0;
      document.isDirty = true;
      fileSystem.saved(document.asVscode);
      assert.deepEqual(fired, []);
      document.isDirty = false;
      fileSystem.saved(document.asVscode);
      assert.deepEqual(fired, [`1 ${jobUri}`]);
      document.text = textOf(await fileSystem.readFile(jobUri));
      fileSystem.saved(document.asVscode);
      assert.equal(fired.length, 1);
      fileSystem.saved(new TestDocument(uriOf('file:///x.txt'), '').asVscode);
      assert.equal(fired.length, 1);
    }));

  it('after a rejected save during which the store received something newer', () =>
    withFileSystem(async ({ fileSystem, fired, openDocument, plant, session }) => {
      await session.jobs.read(1);
      await openDocument();
      plant.nextWrites.push(403);
      plant.onWrite = () => {
        plant.beforeResponse = async () => {
          plant.jobs.set(1, { name: 'Theirs', enabled: true });
          await session.jobs.read(1);
          fileSystem.storeChanged(session);
          assert.deepEqual(fired, []);
        };
      };
      await assert.rejects(fileSystem.writeFile(jobUri, bytesOf({ name: 'Two' })));
      assert.deepEqual(fired, [`1 ${jobUri}`]);
    }));

  it('when the store has something newer from its server', () =>
    withFileSystem(async ({ fileSystem, fired, openDocument, plant, session }) => {
      const read = () => session.jobs.read(1);
      await read();
      await openDocument();
      fileSystem.storeChanged(session);
      assert.deepEqual(fired, []);
      plant.jobs.set(1, { name: 'Theirs', enabled: true });
      await read();
      fileSystem.storeChanged(partialOf<ServerSession>({ server: { ...session.server, id: 'office' } }));
      assert.deepEqual(fired, []);
      fileSystem.storeChanged(session);
      assert.deepEqual(fired, [`1 ${jobUri}`]);
      fileSystem.storeChanged(session);
      assert.equal(fired.length, 1);
    }));

  it('only after a pending write of its object has ended', () =>
    withFileSystem(async ({ fileSystem, fired, openDocument, plant, session }) => {
      await session.jobs.read(1);
      await openDocument();
      await fileSystem.whileWriting(jobUri, session, async () => {
        plant.jobs.set(1, { name: 'Theirs', enabled: true });
        await session.jobs.read(1);
        fileSystem.storeChanged(session);
        assert.deepEqual(fired, []);
      });
      assert.deepEqual(fired, [`1 ${jobUri}`]);
    }));

  it('as typed, when a comparison with the typed text is open', () =>
    withFileSystem(async ({ fileSystem, fired, openDocument }) => {
      const document = await openDocument();
      document.isDirty = true;
      fileSystem.edited(document.asVscode);
      assert.deepEqual(fired, []);
      const typed = typedTextUri(jobUri);
      editor.documents.push(new TestDocument(typed, ''));
      fileSystem.edited(document.asVscode);
      assert.deepEqual(fired, [`1 ${typed}`]);
    }));

  it('not after the window has closed', () =>
    withFileSystem(async ({ fileSystem, fired, openDocument, plant, session }) => {
      await session.jobs.read(1);
      await openDocument();
      fileSystem.dispose();
      plant.jobs.set(1, { name: 'Theirs', enabled: true });
      await session.jobs.read(1);
      fileSystem.storeChanged(session);
      assert.deepEqual(fired, []);
    }));
});

describe('a save of a file', () => {
  it('begins when VS Code is about to save it, and then reports a newer version', () =>
    withFileSystem(async ({ fileSystem, openDocument, plant }) => {
      const document = await openDocument();
      document.text = document.text.replace('One', 'Mine');
      plant.jobs.set(1, { name: 'Theirs', enabled: true });
      fileSystem.willSave(document.asVscode);
      assert.ok((await fileSystem.stat(jobUri)).size > 1);
    }));

  it('is reported until the document is clean again or closed', () =>
    withFileSystem(async ({ failed, fileSystem, openDocument, plant, states }) => {
      const document = await openDocument();
      const reject = async () => {
        plant.nextWrites.push(403);
        await assert.rejects(fileSystem.writeFile(jobUri, bytesOf({ name: 'Two' })));
      };
      await reject();
      assert.deepEqual([states.get(jobUri).kind, failed.length], ['failed', 1]);
      document.isDirty = true;
      fileSystem.edited(document.asVscode);
      assert.equal(states.get(jobUri).kind, 'failed');
      document.isDirty = false;
      fileSystem.edited(document.asVscode);
      assert.equal(states.get(jobUri).kind, 'idle');
      await reject();
      fileSystem.saved(document.asVscode);
      assert.equal(states.get(jobUri).kind, 'idle');
      await reject();
      fileSystem.closed(jobUri);
      assert.equal(states.get(jobUri).kind, 'idle');
    }));

  it('creates the object of a new document, and a schema is not saved', () =>
    withFileSystem(async ({ created, fileSystem }) => {
      await fileSystem.writeFile(newUri, bytesOf({ name: 'New' }));
      assert.deepEqual(created, ['{"name":"New"}']);
      const schema = uriOf('device-automation://schemas_/jobs/file.json');
      await assert.rejects(fileSystem.writeFile(schema, bytesOf({})), { code: 'NoPermissions' });
    }));

  it('is replaced by the document of the new object', () =>
    withFileSystem(async ({ created, createdFrom, fileSystem, plant, swapped }) => {
      const ref = parseDocumentUri(jobUri);
      if (ref?.kind !== 'object') assert.fail('it is the URI of an object');
      createdFrom.set(newUri.toString(), { uri: jobUri, ref });
      await fileSystem.readFile(newUri);
      await fileSystem.writeFile(newUri, bytesOf({ name: 'Two' }));
      assert.deepEqual(
        [plant.writes, created, swapped],
        [[`PATCH ${jobPath} {"name":"Two"}`], [], [jobUri.toString()]],
      );
    }));

  it('is run by VS Code when it overwrites the server version that a form shows', () =>
    withFileSystem(async ({ fileSystem, openDocument, plant, session }) => {
      await openDocument();
      plant.jobs.set(1, { name: 'Theirs', enabled: true });
      const theirs = { ...(await session.jobs.read(1)) };
      const done: string[] = [];
      editor.save = async uri => {
        done.push(uri.toString());
        await fileSystem.writeFile(jobUri, bytesOf({ name: 'Mine' }));
      };
      try {
        await fileSystem.saves.overwrite(jobUri, theirs);
        await fileSystem.saves.keepBoth(jobUri);
      } finally {
        editor.save = async () => undefined;
      }
      assert.deepEqual([done.length, plant.writes], [2, [`PATCH ${jobPath} {"name":"Mine"}`]]);
    }));
});
