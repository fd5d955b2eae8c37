import assert from 'node:assert/strict';
import type { ServerSession } from '../../../src/store/serverSession.ts';
import { partialOf } from '../../support/partialOf.ts';
import { jobPath, jobUri, type Setup, withDocuments } from './support/setup.ts';

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
