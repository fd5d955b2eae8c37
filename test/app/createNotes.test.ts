import assert from 'node:assert/strict';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemoServer } from '../demo/server.ts';
import { existing, scriptToken } from '../support/http/clients.ts';
import { EditorInNode } from '../support/vscode/editorInNode.ts';
import { withApp } from './support/appInNode.ts';

const { user } = await import('../support/vscode/vscodeFake.ts');
const { newObjectUri } = await import('../../src/workbench/documents/documentUri.ts');

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
          assert.deepEqual(
            messages.filter(({ message }) => !message.includes('instead of " Mine "')),
            [],
          );
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
