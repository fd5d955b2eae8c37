import assert from 'node:assert/strict';
import { deviceNamed } from '../demo/devices.ts';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { scriptToken } from '../support/http/clients.ts';
import { withApp } from './support/appInNode.ts';

const { newObjectUri, objectUri } = await import('../../src/workbench/documents/documentUri.ts');

interface Editor {
  readonly server: DemoServer;
  /** Applies the change to the text in the editor, and saves it. */
  save(change: Readonly<Record<string, unknown>>): Promise<void>;
  /** Saves this text of a new object. */
  create(draft: Readonly<Record<string, unknown>>): Promise<void>;
  /** What the user was told of values that were stored otherwise. */
  told(): readonly string[];
}

const bytesOf = (draft: unknown) => new TextEncoder().encode(JSON.stringify(draft));

/** One open document of an object with ID 1, on a server that behaves like Django. */
async function withEditor(kind: 'job' | 'group', use: (editor: Editor) => Promise<void>): Promise<void> {
  const server = await startDemoServer({ manner: 'django', pace: 'still', jobs: 5, token: scriptToken });
  try {
    await withApp(
      { servers: [{ id: 'plant', name: 'Plant', url: server.url }] },
      async ({ app, messages }) => {
        const id = kind === 'job' ? 1 : (server.world.groups.all()[0]?.id ?? 0);
        const uri = objectUri('plant', kind, id, 'x');
        let text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
        const save: Editor['save'] = async change => {
          text = JSON.stringify({ ...JSON.parse(text), ...change });
          await app.fileSystem.writeFile(uri, new TextEncoder().encode(text));
        };
        const create: Editor['create'] = draft =>
          app.fileSystem.writeFile(newObjectUri('plant', kind, 1, 'x'), bytesOf(draft));
        const told = () =>
          messages.map(({ message }) => message).filter(text => text.includes('stored something'));
        await use({ server, save, create, told });
      },
    );
  } finally {
    await server.close();
  }
}

describe('saving on a server that normalizes values', () => {
  it('succeeds repeatedly for a job, however the server stores it', () =>
    withEditor('job', async ({ server, save, told }) => {
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
      assert.deepEqual(told(), [otherwise('Nightly', 'Name: "Nightly" instead of " Nightly "')]);
    }));

  it('succeeds repeatedly for a group, however the server stores it', () =>
    withEditor('group', async ({ server, save, told }) => {
      for (const name of ['PC-A', 'PC-B']) deviceNamed(server.world, name);
      await save({ name: ' Store ', server_set: ['pc-b', 'PC-A'] });
      await save({ server_set: ['PC-B'] });
      const group = server.world.groups.all()[0];
      assert.deepEqual([group?.name, group?.server_set.length], ['Store', 1]);
      assert.deepEqual(told(), [otherwise('Store', 'Name: "Store" instead of " Store "')]);
    }));

  it('is told field by field when an object is created, with what the server dropped', () =>
    withEditor('job', async ({ create, told }) => {
      await create({ name: ' Night ', policies: [1], note: 'mine', params: 'RRULE:FREQ=DAILY\r\n' });
      assert.deepEqual(told(), [
        otherwise('Night', 'Name: "Night" instead of " Night "; note: – instead of "mine"'),
      ]);
    }));

  it('is told of a group that is created', () =>
    withEditor('group', async ({ create, told }) => {
      await create({ name: 'Hall ', server_set: [] });
      assert.deepEqual(told(), [otherwise('Hall', 'Name: "Hall" instead of "Hall "')]);
    }));
});

const otherwise = (name: string, fields: string) =>
  `“${name}”: “Plant” accepted the change, but stored something else. ${fields}.`;
