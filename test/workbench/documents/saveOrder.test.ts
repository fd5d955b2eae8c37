import assert from 'node:assert/strict';
import { existing } from '../../support/http/clients.ts';
import { NewerError } from '../../support/vscode/editorInNode.ts';
import { jobPath, jobUri, type Setup, serverUrl, settled, withDocuments } from './support/setup.ts';

const { documentEvents, user: editors } = await import('../../support/vscode/vscodeFake.ts');
const { serverVersionUri } = await import('../../../src/workbench/documents/documentUri.ts');

const patched = (body: object) => `PATCH ${jobPath} ${JSON.stringify(body)}`;
const bytesOf = (value: object) => new TextEncoder().encode(JSON.stringify(value));

/** Job 1 is open in an editor; its object is the only one on the server. */
const withEditor = (use: (setup: Setup & { editor: Awaited<ReturnType<Setup['edit']>> }) => Promise<void>) =>
  withDocuments(async setup => {
    setup.server.jobs.set(1, { name: 'One', enabled: true });
    await use({ ...setup, editor: await setup.edit() });
  });

describe('a save of a document', () => {
  it('waits for the previous one, even if that fails', () =>
    withEditor(async ({ server, document, fileSystem }) => {
      let respond: () => void = () => assert.fail('nothing was sent');
      server.nextWrites.push(403);
      server.onWrite = () => {
        server.beforeResponse = () =>
          new Promise(resolve => {
            respond = resolve;
          });
      };
      const first = fileSystem.writeFile(jobUri, bytesOf({ name: 'Two' }));
      while (server.writes.length === 0) await settled();
      const second = fileSystem.writeFile(jobUri, bytesOf({ name: 'Three' }));
      await settled();
      assert.deepEqual(
        [server.writes.length, document().isWriting, document().outcome.state.kind],
        [1, true, 'saving'],
      );
      respond();
      await assert.rejects(first);
      await second;
      assert.deepEqual(
        [server.writes.at(-1), document().isWriting, document().outcome.state.kind],
        [patched({ name: 'Three' }), false, 'idle'],
      );
    }));

  it('is based on what the text was based on when it began', () =>
    withEditor(async ({ server, document, editor, fileSystem }) => {
      editor.type({ name: 'Mine' });
      const saved = editor.save({ overwrites: true }, async () => {
        // VS Code reloads the document after it has taken the text to save.
        server.jobs.set(1, { name: 'Theirs', enabled: true });
        document().seen({ ...existing(document().latest), receivedMs: Number.NEGATIVE_INFINITY });
        editor.text = new TextDecoder().decode(await fileSystem.readFile(jobUri));
        editor.isDirty = false;
        documentEvents.changed.fire({ document: editor, contentChanges: [{}] });
      });
      await assert.rejects(saved, { message: 'SaveConflictError' });
      assert.deepEqual(server.writes, []);
    }));
});

describe('a save that a form requests', () => {
  it('overwrites the version that the form shows, and only in this save', () =>
    withEditor(async ({ server, saves, document, editor }) => {
      server.jobs.set(1, { name: 'Theirs', enabled: true });
      editor.type({ name: 'Mine' });
      editors.save = () => editor.save();
      await saves.overwrite(document(), { name: 'Theirs' });
      server.jobs.set(1, { name: 'Newer', enabled: true });
      editor.type({ name: 'Mine again' });
      await assert.rejects(editor.save(), NewerError);
      assert.deepEqual(server.writes, [patched({ name: 'Mine' })]);
    }));

  it('keeps both lists only in this save, even if it fails', () =>
    withEditor(async ({ server, user, saves, document, editor }) => {
      server.jobs.set(1, { name: 'One', enabled: true, policies: [1] });
      await editor.revert();
      server.jobs.set(1, { name: 'One', enabled: true, policies: [1, 2] });
      editor.type({ policies: [1, 3] });
      editors.save = () => editor.save();
      server.nextWrites.push(403);
      await assert.rejects(saves.keepBoth(document()), { message: 'HttpStatusError 403' });
      await assert.rejects(editor.save(), { message: 'SaveConflictError' });
      assert.equal(user.messages.length, 1);
      await saves.keepBoth(document());
      assert.equal(server.writes.at(-1), patched({ policies: [1, 2, 3] }));
    }));
});

describe('the timestamp of a document', () => {
  it('increases with the same size while a clean document should get another text', () =>
    withEditor(async ({ server, document, fileSystem }) => {
      const { mtime } = document();
      assert.deepEqual(await fileSystem.stat(jobUri), { type: 1, ctime: 0, mtime, size: 1 });
      server.jobs.set(1, { name: 'Theirs', enabled: true });
      document().seen({ ...existing(document().latest), draft: { name: 'Theirs' } });
      const [first, second] = [await fileSystem.stat(jobUri), await fileSystem.stat(jobUri)];
      assert.ok(first.mtime > mtime && second.mtime > first.mtime);
      assert.deepEqual([first.size, second.size], [1, 1]);
    }));

  it('rejects no save of fields that only one side changed', () =>
    withEditor(async ({ server, editor }) => {
      server.jobs.set(1, { name: 'One', enabled: false });
      editor.type({ name: 'Mine' });
      await editor.save();
      assert.deepEqual(server.writes, [patched({ name: 'Mine' })]);
    }));

  it('rejects each save of what both sides changed, as a newer file', () =>
    withEditor(async ({ server, editor, fileSystem }) => {
      server.jobs.set(1, { name: 'Theirs', enabled: true });
      editor.type({ name: 'Mine' });
      await assert.rejects(editor.save(), NewerError);
      const [first, second] = [await fileSystem.stat(jobUri), await fileSystem.stat(jobUri)];
      assert.ok(first.size > 1 && second.size > first.size && second.mtime > first.mtime);
      assert.deepEqual(server.writes, []);
    }));

  it('rejects a save of text that is based on an object at another URL', () =>
    withEditor(async ({ document, editor, fileSystem, session }) => {
      editor.type({ name: 'Mine' });
      const base = existing(document().base);
      document().created({ ...base, origin: 'https://former.example' });
      document().seen({
        ...existing(document().latest),
        origin: session.server.url,
        receivedMs: Number.POSITIVE_INFINITY,
      });
      assert.ok((await fileSystem.stat(jobUri)).size > 1);
    }));
});

describe('a save that VS Code has rejected', () => {
  const reject = async ({ server, editor }: Pick<Setup, 'server'> & { editor: Editor }, name: string) => {
    server.jobs.set(1, { name, enabled: true });
    editor.type({ name: 'Mine' });
    await assert.rejects(editor.save(), NewerError);
  };
  type Editor = Awaited<ReturnType<Setup['edit']>>;

  it('overwrites the version that VS Code showed, without a question', () =>
    withEditor(async setup => {
      const { server, user, editor } = setup;
      await reject(setup, 'Theirs');
      await editor.save({ overwrites: true });
      assert.deepEqual([server.writes, user.messages], [[patched({ name: 'Mine' })], []]);
    }));

  it('asks about a version that is newer than the one that VS Code showed', () =>
    withEditor(async setup => {
      const { server, user, editor } = setup;
      await reject(setup, 'Theirs');
      server.jobs.set(1, { name: 'Newer', enabled: true });
      await assert.rejects(editor.save({ overwrites: true }), { message: 'SaveConflictError' });
      assert.deepEqual([server.writes, user.messages.length], [[], 1]);
    }));

  it('overwrites the version that a comparison showed since', () =>
    withEditor(async setup => {
      const { server, user, editor, fileSystem } = setup;
      await reject(setup, 'Theirs');
      server.jobs.set(1, { name: 'Compared', enabled: true });
      await fileSystem.readFile(serverVersionUri(jobUri));
      await editor.save({ overwrites: true });
      assert.deepEqual([server.writes, user.messages], [[patched({ name: 'Mine' })], []]);
    }));

  it('overwrites nothing when there was no reason to reject it the second time', () =>
    withEditor(async setup => {
      const { server, user, editor } = setup;
      await reject(setup, 'Theirs');
      server.jobs.set(1, { name: 'One', enabled: true });
      const changeBack = () => void server.jobs.set(1, { name: 'Theirs', enabled: true });
      await assert.rejects(editor.save({}, changeBack), { message: 'SaveConflictError' });
      assert.deepEqual([server.writes, user.messages.length], [[], 1]);
    }));
});

describe('a write to the object of a document that is not a save', () => {
  it('makes saves wait, and compares them with what was stored', () =>
    withEditor(async ({ server, document, editor, fileSystem, saves }) => {
      let end: () => void = () => assert.fail('it has not begun');
      const replaced = fileSystem.whileWriting(
        document(),
        () =>
          new Promise<number>(resolve => {
            end = () => resolve(7);
          }),
      );
      await settled();
      editor.type({ name: 'Mine' });
      saves.willSave(document());
      const during = fileSystem.writeFile(jobUri, new TextEncoder().encode(editor.text));
      await settled();
      assert.deepEqual([document().isWriting, server.writes], [true, []]);
      const stored = { name: 'Replaced', enabled: true };
      server.jobs.set(1, stored);
      const at = { origin: serverUrl, requestedMs: performance.now(), receivedMs: performance.now() };
      document().saved(
        { edited: stored, base: existing(document().base), known: document().base },
        {
          draft: { ...existing(document().base).stored, ...stored },
          ...at,
        },
      );
      end();
      assert.equal(await replaced, 7);
      await during;
      assert.deepEqual([server.writes, document().isWriting], [[patched({ name: 'Mine' })], false]);
    }));

  it('ends when it fails, and the save that waited for it runs', () =>
    withEditor(async ({ server, document, fileSystem }) => {
      const replaced = fileSystem.whileWriting(document(), () => Promise.reject(new Error('no')));
      const waiting = fileSystem.writeFile(jobUri, bytesOf({ name: 'Two' }));
      await assert.rejects(replaced, /no/);
      assert.equal(document().isWriting, true);
      await waiting;
      assert.deepEqual([server.writes, document().isWriting], [[patched({ name: 'Two' })], false]);
    }));
});
