import assert from 'node:assert/strict';
import { deviceNamed } from '../demo/devices.ts';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { scriptToken } from '../support/http/clients.ts';
import { withApp } from './support/appInNode.ts';

const { objectUri } = await import('../../src/documents/documentUri.ts');

interface Editor {
  readonly server: DemoServer;
  /** Applies the change to the text in the editor, and saves it. */
  save(change: Readonly<Record<string, unknown>>): Promise<void>;
}

/** One open document of an object with ID 1, on a server that behaves like Django. */
async function withEditor(kind: 'job' | 'group', use: (editor: Editor) => Promise<void>): Promise<void> {
  const server = await startDemoServer({ manner: 'django', pace: 'still', jobs: 5, token: scriptToken });
  try {
    await withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
      const id = kind === 'job' ? 1 : (server.world.groups.all()[0]?.id ?? 0);
      const uri = objectUri('plant', kind, id, 'x');
      let text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
      const save: Editor['save'] = async change => {
        text = JSON.stringify({ ...JSON.parse(text), ...change });
        await app.fileSystem.writeFile(uri, new TextEncoder().encode(text));
      };
      await use({ server, save });
    });
  } finally {
    await server.close();
  }
}

describe('saving on a server that normalizes values', () => {
  it('succeeds repeatedly for a job, however the server stores it', () =>
    withEditor('job', async ({ server, save }) => {
      for (const name of ['PC-A', 'PC-B']) deviceNamed(server.world, name);
      await save({
        name: ' Nightly ',
        policies: [3, 1, 3],
        peers: ['pc-b', 'PC-A'],
        params: 'RRULE:FREQ=DAILY\n',
      });
      await save({ enabled: false });
      await save({ policies: [3, 1, 2] });
      const job = server.world.jobs.get(1);
      assert.deepEqual([job?.name, job?.enabled, job?.policies], ['Nightly', false, [1, 2, 3]]);
      assert.equal(server.requests.total('job.update'), 3);
    }));

  it('succeeds repeatedly for a group, however the server stores it', () =>
    withEditor('group', async ({ server, save }) => {
      for (const name of ['PC-A', 'PC-B']) deviceNamed(server.world, name);
      await save({ name: ' Store ', server_set: ['pc-b', 'PC-A'] });
      await save({ server_set: ['PC-B'] });
      const group = server.world.groups.all()[0];
      assert.deepEqual([group?.name, group?.server_set.length], ['Store', 1]);
    }));
});
