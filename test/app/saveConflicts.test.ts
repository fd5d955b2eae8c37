import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { existing, rejection, scriptToken } from '../support/http/clients.ts';
import { noFault, startFaultProxy } from '../support/http/faultProxy.ts';
import { describeForManners } from '../support/http/manners.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { EditorInNode, NewerError } from '../support/vscode/editorInNode.ts';
import { type AppOptions, type RunningApp, withApp } from './support/appInNode.ts';

const { documentEvents, user } = await import('../support/vscode/vscodeFake.ts');
const { newObjectUri, objectUri } = await import('../../src/workbench/documents/documentUri.ts');
const { CreateRecords } = await import('../../src/store/runs/createRecords.ts');

interface Setup extends RunningApp {
  readonly server: DemoServer;
  /** Bodies of the PATCH requests that reached the server. */
  patches(): unknown[];
}

interface SetupOptions extends Pick<AppOptions, 'answer' | 'prepare' | 'alsoAt'> {
  readonly manner?: 'plain' | 'django';
}

const jobUri = objectUri('plant', 'job', 1, 'x');

async function withSetup(options: SetupOptions, use: (setup: Setup) => Promise<void>): Promise<void> {
  const { manner, ...rest } = options;
  const server = await startDemoServer({
    manner,
    groupIds: true,
    pace: 'still',
    jobs: 5,
    groups: 3,
    token: scriptToken,
  });
  const proxy = await startFaultProxy(server.url, () => noFault);
  const servers = [{ id: 'plant', name: 'Plant', url: proxy.url }];
  try {
    await withApp({ ...rest, servers }, running =>
      use({
        ...running,
        server,
        patches: () =>
          proxy.requests
            .filter(({ method }) => method === 'PATCH')
            .map(({ body }) => JSON.parse(body.toString())),
      }),
    );
  } finally {
    user.documents.length = 0;
    await proxy.close();
    await server.close();
  }
}

/** Advances the time, so that earlier reads are no longer fresh. */
let passedMs = 0;
const { now } = performance;
const later = () => {
  passedMs += 1_000;
};

before(() => {
  performance.now = () => now.call(performance) + passedMs;
});

after(() => {
  performance.now = now;
});

const jobOf = (server: DemoServer) => existing(server.world.jobs.get(1));

describeForManners('a document that nobody else changes', manner => {
  it('can be saved repeatedly after it was created, and shows what the server stored', () =>
    withSetup({ manner }, async ({ app, server, patches }) => {
      const typed = await EditorInNode.open(app, newObjectUri('plant', 'group', 1, 'New Group'));
      typed.type({ name: ' Lab ' });
      await typed.save();
      typed.close();
      const created = existing(server.world.groups.all().at(-1));
      const editor = await EditorInNode.open(app, objectUri('plant', 'group', created.id, 'Lab'));
      assert.equal(editor.value['name'], 'Lab');
      assert.notEqual(editor.value['dn'], '');
      editor.type({ name: 'Lab 2' });
      await editor.save();
      await editor.reload();
      editor.type({ name: 'Lab 3' });
      await editor.save();
      assert.deepEqual(patches(), [{ name: 'Lab 2' }, { name: 'Lab 3' }]);
    }));

  it('can be saved again if the user typed before the tab of the created object opened', () =>
    withSetup({ manner }, async ({ app, server, patches, messages }) => {
      const editor = await EditorInNode.open(app, newObjectUri('plant', 'group', 1, 'New Group'));
      editor.type({ name: 'Lab' });
      await editor.save({}, () => editor.type({ server_set: [] }));
      const { dn } = existing(server.world.groups.all().at(-1));
      later();
      editor.type({ name: 'Lab 2' });
      await editor.save();
      assert.deepEqual([patches(), messages], [[{ name: 'Lab 2' }], []]);
      assert.equal(existing(server.world.groups.all().at(-1)).dn, dn);
    }));

  it('is saved without a conflict when the server changed only its own fields or the order of lists', () =>
    withSetup({ manner }, async ({ app, server, patches }) => {
      const job = jobOf(server);
      job.policies = [1, 2, 3];
      const editor = await EditorInNode.open(app, jobUri);
      editor.type({ name: 'Mine' });
      for (const policies of [
        [3, 2, 1],
        [2, 1, 3],
      ]) {
        Object.assign(job, { policies, created_at: `${policies}` });
        later();
        await app.runCommand('deviceAutomation.jobs.refresh', []);
        await app.fileSystem.stat(jobUri);
      }
      await editor.save();
      assert.deepEqual(patches(), [{ name: 'Mine' }]);
    }));
});

describe('a document that others change in the meantime', () => {
  it('is saved to another job that now has the ID only on “Overwrite”', () => {
    let wanted: string | undefined;
    return withSetup({ answer: () => wanted }, async ({ app, server, patches, messages }) => {
      const editor = await EditorInNode.open(app, jobUri);
      editor.type({ run_on_start: !editor.value['run_on_start'] });
      Object.assign(jobOf(server), { name: 'Payroll backup', params: '', policies: [3] });
      later();
      await assert.rejects(editor.save());
      assert.match(messages.at(-1)?.message ?? '', /Changed on the server since.*Name, Schedule, Policies/);
      assert.deepEqual(patches(), []);
      wanted = 'Overwrite';
      await editor.save();
      assert.deepEqual(patches(), [{ run_on_start: editor.value['run_on_start'] }]);
      assert.equal(jobOf(server).name, 'Payroll backup');
      await editor.reload();
      assert.equal(editor.value['name'], 'Payroll backup');
      wanted = undefined;
      editor.type({ enabled: !editor.value['enabled'] });
      await editor.save();
      assert.equal(patches().length, 2);
    });
  });

  it('is never overwritten by a plain save, even if VS Code is set not to ask', () =>
    withSetup({}, async ({ app, server, patches }) => {
      const editor = await EditorInNode.open(app, jobUri);
      editor.type({ name: 'Mine' });
      jobOf(server).name = 'Theirs';
      for (let count = 0; count < 3; count += 1) {
        later();
        await app.fileSystem.stat(jobUri);
        assert.match(String(await rejection(editor.save({ overwrites: true }))), /Changed on the server/);
      }
      assert.deepEqual([jobOf(server).name, patches()], ['Theirs', []]);
    }));

  it('is not overwritten by a plain save during which the user types the old value back', () =>
    withSetup({}, async ({ app, server, patches, messages }) => {
      const editor = await EditorInNode.open(app, jobUri);
      const { name } = editor.value;
      editor.type({ name: 'Mine' });
      jobOf(server).name = 'Theirs';
      later();
      await rejection(editor.save());
      later();
      const saving = editor.save();
      editor.type({ name });
      assert.match(String(await rejection(saving)), /Changed on the server/);
      assert.deepEqual([jobOf(server).name, patches(), messages.length], ['Theirs', [], 1]);
    }));

  it('is not overwritten while a command on the same job waits for its response', () =>
    withScript(script =>
      withApp({ servers: [{ id: 'plant', name: 'Plant', url: script.url }] }, async ({ app, messages }) => {
        let job: Record<string, unknown> = { id: 7, name: 'Nightly', enabled: true, policies: [1] };
        let answerDisable: () => void = () => undefined;
        let disabling: Promise<void> = Promise.resolve();
        let reads = 0;
        const writes: unknown[] = [];
        script.otherwise(async exchange => {
          const { method, body } = exchange.received;
          if (method === 'GET') reads += 1;
          // The first read is the document's, the second the command's.
          if (method === 'GET' && reads > 2) {
            // This read returns another user's change, but the response to the command arrives first.
            const found = { ...job, name: 'Theirs' };
            answerDisable();
            await disabling;
            return json(found)(exchange);
          }
          if (method !== 'PATCH') return json(job)(exchange);
          writes.push(JSON.parse(body));
          job = { ...job, ...JSON.parse(body) };
          const stored = { ...job };
          await new Promise<void>(resolve => {
            answerDisable = resolve;
          });
          return json(stored)(exchange);
        });
        const uri = objectUri('plant', 'job', 7, 'Nightly');
        const text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
        disabling = app.runCommand('deviceAutomation.job.disable', [{ ids: [7], server: 'plant' }]);
        await script.requests(3);
        const edited = new TextEncoder().encode(text.replace('Nightly', 'Mine'));
        assert.match(String(await rejection(app.fileSystem.writeFile(uri, edited))), /Changed on the server/);
        await disabling;
        assert.deepEqual(writes, [{ enabled: false }]);
        assert.equal(
          messages.some(({ actions }) => actions.includes('Overwrite')),
          true,
        );
      }),
    ));
});

describe('a new document whose object exists already', () => {
  const uri = newObjectUri('plant', 'job', 1, 'New Job');
  const draft = { name: 'Mine', policies: [1] };

  it('does not overwrite the changes of others with its next saves', () =>
    withSetup({ manner: 'django' }, async ({ app, server, patches, messages }) => {
      const editor = await EditorInNode.open(app, uri);
      editor.type(draft);
      await editor.save({}, () => editor.type({ name: 'Mine 2' }));
      const job = existing(server.world.jobs.all().at(-1));
      job.name = 'Theirs';
      for (let count = 0; count < 2; count += 1) {
        later();
        assert.match(String(await rejection(editor.save())), /Changed on the server/);
      }
      assert.deepEqual([job.name, patches(), messages.length], ['Theirs', [], 2]);
    }));

  /** The files on disk after VS Code has crashed between the create and the end of its save. */
  const crashed =
    (stored?: object): Required<SetupOptions>['prepare'] =>
    async storage => {
      const records = new CreateRecords(join(storage, 'creates'), error => assert.fail(String(error)));
      const target = jobUri.toString();
      await records.write(uri.toString(), { name: 'Mine', draft, target, ...stored });
    };

  it('asks on each save if its text was restored after a crash and it is unknown what was stored', () =>
    withSetup({ prepare: crashed() }, async ({ app, server, patches, messages }) => {
      jobOf(server).name = 'Theirs';
      const editor = EditorInNode.restored(app, uri, JSON.stringify({ ...draft, name: 'Mine 2' }));
      for (let count = 0; count < 2; count += 1) {
        later();
        assert.match(String(await rejection(editor.save())), /Changed on the server/);
      }
      assert.deepEqual([jobOf(server).name, patches(), messages.length], ['Theirs', [], 2]);
    }));
});

describe('unsaved text of a server that has moved', () => {
  it('is not sent to the object with the same ID there without confirmation', async () => {
    const other = await startDemoServer({ jobs: 5, pace: 'still', token: scriptToken });
    const alsoAt = [{ id: 'plant', url: other.url }];
    await withSetup({ alsoAt }, async ({ app, patches, messages }) => {
      const editor = await EditorInNode.open(app, jobUri);
      editor.type({ name: 'Mine' });
      await movePlant(other.url);
      later();
      assert.ok((await rejection(editor.save())) instanceof NewerError);
      later();
      assert.match(String(await rejection(app.fileSystem.writeFile(jobUri, bytes(editor.text)))), /Changed/);
      assert.equal(messages.length, 1);
      assert.ok(other.requests.entries.every(({ method }) => method === 'GET'));
      assert.deepEqual(patches(), []);
    });
    await other.close();
  });

  async function movePlant(url: string): Promise<void> {
    user.settings.values.set('deviceAutomation.servers', [{ id: 'plant', name: 'Plant', url }]);
    documentEvents.configured.fire({ affectsConfiguration: section => section.includes('servers') });
  }
});

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
