import assert from 'node:assert/strict';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { partialOf } from '../../support/partialOf.ts';
import { jobPath, jobUri, type Setup, TestDocument, withDocuments } from './support/setup.ts';

const { newObjectUri, typedTextUri } = await import('../../../src/documents/documentUri.ts');
const { user: editors } = await import('../../support/vscode/vscodeFake.ts');

const newUri = newObjectUri('plant', 'job', 1, 'New Job');
const bytesOf = (value: object) => new TextEncoder().encode(JSON.stringify(value));
const theirs = { name: 'Theirs', enabled: true };

/** The store has read job 1, which is open in an editor. */
const withEditor = (use: (setup: Setup & { editor: Awaited<ReturnType<Setup['edit']>> }) => Promise<void>) =>
  withDocuments(async setup => {
    await setup.store({ name: 'One', enabled: true });
    await use({ ...setup, editor: await setup.edit() });
  });

describe('VS Code reads a document again', () => {
  it('when a save stored something other than what was typed', () =>
    withEditor(async ({ editor, fired, server }) => {
      editor.text = '{"name": "Two", "enabled": true}';
      editor.isDirty = true;
      await editor.save();
      assert.deepEqual(server.writes, [`PATCH ${jobPath} {"name":"Two"}`]);
      assert.deepEqual(fired, [`1 ${jobUri}`]);
    }));

  it('after a rejected save during which the store received something newer', () =>
    withEditor(async ({ editor, fileSystem, fired, server, session, store }) => {
      server.nextWrites.push(403);
      server.onWrite = () => {
        server.beforeResponse = async () => {
          await store(theirs);
          fileSystem.storeChanged(session);
          assert.deepEqual(fired, []);
        };
      };
      editor.type({ name: 'Two' });
      await assert.rejects(editor.save());
      assert.deepEqual(fired, [`1 ${jobUri}`]);
    }));

  it('when the store has something newer from its server', () =>
    withEditor(async ({ fileSystem, fired, session, store }) => {
      await store(theirs);
      fileSystem.storeChanged(partialOf<ServerSession>({ server: { ...session.server, id: 'office' } }));
      assert.deepEqual(fired, []);
      fileSystem.storeChanged(session);
      assert.deepEqual(fired, [`1 ${jobUri}`]);
    }));

  it('only after a pending write of its object has ended', () =>
    withEditor(async ({ document, fileSystem, fired, session, store }) => {
      await fileSystem.whileWriting(document(), async () => {
        await store(theirs);
        fileSystem.storeChanged(session);
        assert.deepEqual(fired, []);
      });
      assert.deepEqual(fired, [`1 ${jobUri}`]);
    }));

  it('as typed, when a comparison with the typed text is open', () =>
    withEditor(async ({ editor, fired }) => {
      editor.type({ name: 'Two' });
      assert.deepEqual(fired, []);
      const typed = typedTextUri(jobUri);
      editors.documents.push(new TestDocument(typed, ''));
      editor.type({ name: 'Three' });
      assert.deepEqual(fired, [`1 ${typed}`]);
    }));

  it('not after the window has closed', () =>
    withEditor(async ({ fileSystem, fired, session, store }) => {
      fileSystem.dispose();
      await store(theirs);
      fileSystem.storeChanged(session);
      assert.deepEqual(fired, []);
    }));
});

describe('a rejected save', () => {
  it('is reported until the document is reverted or closed', () =>
    withEditor(async ({ document, editor, server }) => {
      const reject = async () => {
        editor.type({ name: 'Two' });
        server.nextWrites.push(403);
        await assert.rejects(editor.save());
        assert.equal(document().outcome.state.kind, 'failed');
      };
      await reject();
      editor.type({ enabled: false });
      assert.equal(document().outcome.state.kind, 'failed');
      await editor.revert();
      assert.equal(document().outcome.state.kind, 'idle');
      await reject();
      editor.close();
      assert.equal(document().outcome.state.kind, 'idle');
    }));
});

describe('a save of a new document', () => {
  it('creates the object, and the next one changes it and replaces the document by that of the object', () =>
    withDocuments(async ({ fileSystem, server, swapped }) => {
      await fileSystem.writeFile(newUri, bytesOf({ name: 'New', policies: [1] }));
      assert.match(server.writes[0] ?? '', /^POST .*"name":"New"/);
      await fileSystem.writeFile(newUri, bytesOf({ name: 'Two', policies: [1] }));
      assert.equal(server.writes[1], 'PATCH /automation/api/job/101/ {"name":"Two"}');
      assert.deepEqual(
        swapped.map(([, to]) => to),
        [
          'device-automation://plant/jobs/101/New.job.json',
          'device-automation://plant/jobs/101/New.job.json',
        ],
      );
    }));
});
