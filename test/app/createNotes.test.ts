import assert from 'node:assert/strict';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServer } from '../demo/server.ts';
import { existing, rejection, scriptToken } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { EditorInNode } from '../support/vscode/editorInNode.ts';
import { withApp } from './support/appInNode.ts';

const { user } = await import('../support/vscode/vscodeFake.ts');
const { newObjectUri } = await import('../../src/documents/documentUri.ts');

const job = { id: 7, name: 'Nightly', policies: [1] };

describe('a new document whose object cannot be recorded', () => {
  it('is saved if the server has already created the object, which is not created twice', () =>
    withScript(server =>
      withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app, storage }) => {
        const folder = join(storage, 'creates');
        server.otherwise(async exchange => {
          if (exchange.received.method === 'POST') {
            // The disk fails after the create was recorded but before its result was.
            await rm(folder, { recursive: true });
            await writeFile(folder, '');
          }
          await json(job)(exchange);
        });
        const uri = newObjectUri('plant', 'job', 1, 'New Job');
        const text = new TextEncoder().encode(JSON.stringify({ name: job.name, policies: job.policies }));
        await app.fileSystem.writeFile(uri, text);
        await app.fileSystem.writeFile(uri, text);
        assert.equal(server.received.filter(({ method }) => method === 'POST').length, 1);
      }),
    ));
});

describe('a new document that VS Code restores as unsaved although it was saved and closed', () => {
  const uri = newObjectUri('plant', 'job', 1, 'New Job');

  afterEach(() => {
    user.documents.length = 0;
  });

  for (const isReloaded of [false, true]) {
    it(`is saved to the job that it created (window reloaded: ${isReloaded})`, async () => {
      const server = await startDemoServer({ manner: 'django', pace: 'still', jobs: 2, token: scriptToken });
      const notes = await mkdtemp(join(tmpdir(), 'da-creates-'));
      const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
      try {
        let text = '';
        await withApp({ servers }, async ({ app, storage, messages }) => {
          const typed = await EditorInNode.open(app, uri);
          typed.type({ name: ' Mine ', policies: [1] });
          await typed.save();
          typed.close();
          text = typed.text;
          if (!isReloaded) await EditorInNode.restored(app, uri, text).save();
          await cp(join(storage, 'creates'), notes, { recursive: true });
          assert.deepEqual(messages, []);
        });
        const prepare = (storage: string) => cp(notes, join(storage, 'creates'), { recursive: true });
        await withApp({ servers, prepare }, async ({ app, messages }) => {
          const restored = EditorInNode.restored(app, uri, text);
          restored.type({ enabled: false });
          await restored.save();
          assert.deepEqual(messages, []);
        });
        assert.equal(server.world.jobs.size, 3);
        assert.equal(existing(server.world.jobs.all().at(-1)).enabled, false);
        assert.equal(server.requests.total('job.create'), 1);
      } finally {
        await rm(notes, { recursive: true });
        await server.close();
      }
    });
  }
});

describe('a new group whose ID is not found, and which was edited during the save', () => {
  const uri = newObjectUri('plant', 'group', 1, 'New Group');

  interface EditedWhileSaved {
    readonly editor: EditorInNode;
    readonly names: () => string[];
    readonly questions: () => string[];
    readonly findIds: () => Promise<void>;
  }

  async function withEditedWhileSaved(
    answer: string | undefined,
    use: (edited: EditedWhileSaved) => Promise<void>,
  ): Promise<void> {
    const server = await startDemoServer({ manner: 'django', pace: 'still', groups: 3, token: scriptToken });
    const { groups } = server.world;
    // As if others had been created and deleted in between, so that the next ID is far from the known ones.
    groups.add({ ...existing(groups.all()[0]), id: 300 });
    groups.remove(300);
    try {
      const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
      const choice = ({ actions }: { actions: readonly string[] }) =>
        actions.find(action => action === answer);
      await withApp({ servers, answer: choice }, async ({ app, messages }) => {
        const editor = await EditorInNode.open(app, uri);
        editor.type({ name: ' Lab ' });
        await editor.save({}, () => editor.type({ name: 'Lab 2' }));
        await use({
          editor,
          names: () => groups.all().map(({ name }) => name),
          questions: () => messages.map(({ message }) => message).filter(text => text.includes('already')),
          findIds: () => app.runCommand('deviceAutomation.groups.findIds', []),
        });
      });
    } finally {
      user.documents.length = 0;
      await server.close();
    }
  }

  it('is not created again without confirmation', () =>
    withEditedWhileSaved(undefined, async ({ editor, names, questions }) => {
      assert.match(String(await rejection(editor.save())), /Nothing was sent/);
      assert.deepEqual([names().length, names().at(-1)], [4, 'Lab']);
      assert.deepEqual(questions(), [
        '“Lab” is already on “Plant”: an earlier save of this document created it.',
      ]);
    }));

  it('updates its group once the ID is found', () =>
    withEditedWhileSaved(undefined, async ({ editor, names, questions, findIds }) => {
      await findIds();
      await editor.save();
      assert.deepEqual([names().length, names().at(-1), questions()], [4, 'Lab 2', []]);
    }));
});
