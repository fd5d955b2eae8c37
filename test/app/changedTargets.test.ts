import assert from 'node:assert/strict';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { existing, scriptToken } from '../support/http/clients.ts';
import { EditorInNode } from '../support/vscode/editorInNode.ts';
import { user } from '../support/vscode/vscodeFake.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';

const { newObjectUri, objectUri } = await import('../../src/workbench/documents/documentUri.ts');

const refused = /The target group “Office” \(#\d+\) was deleted, renamed or replaced/;

/** A server with a group, whose ID the app knows, and a job without targets. */
async function withGroup(
  use: (server: DemoServer, editor: Editor, running: RunningApp) => Promise<void>,
): Promise<void> {
  const options = {
    jobs: 1,
    groups: 1,
    devices: 3,
    groupIds: true,
    pace: 'still',
    token: scriptToken,
  } as const;
  const server = await startDemoServer(options);
  const group = existing(server.world.groups.all()[0]);
  const job = existing(server.world.jobs.all()[0]);
  group.name = 'Office';
  Object.assign(job, { groups: [], peers: [], policies: [1], reports: [] });
  try {
    await withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async running => {
      await running.app.trees.groups.getChildren();
      await use(server, { groupId: group.id, uri: objectUri('plant', 'job', job.id, job.name) }, running);
    });
  } finally {
    user.documents.length = 0;
    await server.close();
  }
}

interface Editor {
  readonly groupId: number;
  readonly uri: ReturnType<typeof objectUri>;
}

describe('a group that became another one before a job with it is saved', () => {
  it('is not sent with an edited job; the next save sends the group that is shown by then', () =>
    withGroup(async (server, { uri, groupId }, { app }) => {
      const text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
      const content = new TextEncoder().encode(JSON.stringify({ ...JSON.parse(text), groups: [groupId] }));
      existing(server.world.groups.all()[0]).name = 'Servers';
      await assert.rejects(app.fileSystem.writeFile(uri, content), refused);
      assert.equal(server.requests.total('job.update'), 0);
      await app.fileSystem.writeFile(uri, content);
      assert.deepEqual(existing(server.world.jobs.all()[0]).groups, [groupId]);
    }));

  it('is not sent with a new job', () =>
    withGroup(async (server, { groupId }, { app }) => {
      const editor = await EditorInNode.open(app, newObjectUri('plant', 'job', 1, 'New Job'));
      editor.type({ name: 'Mine', policies: [1], groups: [groupId] });
      existing(server.world.groups.all()[0]).name = 'Servers';
      await assert.rejects(editor.save(), refused);
      assert.equal(server.requests.total('job.create'), 0);
      await editor.save();
      assert.equal(server.requests.total('job.create'), 1);
    }));
});
