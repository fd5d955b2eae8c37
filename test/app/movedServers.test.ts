import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rejection, scriptToken } from '../support/http/clients.ts';
import { json, silence } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { type AppOptions, withApp } from './support/appInNode.ts';

const { documentEvents, user } = await import('../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../src/documents/documentUri.ts');

/** A run that a window left unfinished: one job deleted, one not sent. */
const interrupted =
  (act: string, url: string): Required<AppOptions>['prepare'] =>
  async storage => {
    const runs = join(storage, 'runs');
    await mkdir(runs, { recursive: true });
    const header = {
      version: 1,
      time: new Date().toISOString(),
      act,
      server: { id: 'plant', name: 'Plant', url },
      items: [
        { name: 'First', id: 1 },
        { name: 'Second', id: 2 },
      ],
    };
    const steps = [
      { item: 0, is: 'sent', kept: { name: 'First', policies: [1] } },
      { item: 0, is: 'done' },
    ];
    const text = [header, ...steps].map(line => `${JSON.stringify(line)}\n`).join('');
    await writeFile(join(runs, `${Date.now()}-0a.0.jsonl`), text);
  };

describe('an interrupted run of a server whose URL may have changed', () => {
  for (const act of ['disableJobs', 'deleteJobs']) {
    it(`is reported but not resumed at another URL, where its IDs belong to other jobs (${act})`, () =>
      withScript(server => {
        server.otherwise(json({ id: 2, name: 'Somebody else’s' }));
        return withApp(
          {
            servers: [{ id: 'plant', name: 'Plant', url: server.url }],
            prepare: interrupted(act, 'https://former.example'),
            answer: ({ actions }) => actions.find(action => action !== 'Show Report'),
          },
          async ({ messages, storage }) => {
            const folder = join(storage, 'runs');
            // The run has been reported and has ended once its file is deleted.
            while ((await readdir(folder)).length > 0) await new Promise(resolve => setImmediate(resolve));
            assert.deepEqual(messages[0]?.actions, ['Show Report']);
            assert.match(
              messages[0]?.message ?? '',
              /was interrupted: 1 done\. 1 not sent\..*https:\/\/former\.example/,
            );
            assert.deepEqual(server.received, []);
          },
        );
      }));
  }
});

describe('the token of a server whose URL was edited in the settings', () => {
  it('is sent to the old URL only, and the server is signed out at the new one', () =>
    withScript(former =>
      withScript(server => {
        for (const script of [former, server]) script.otherwise(json({ id: 7, name: 'Nightly' }));
        const config = { id: 'plant', name: 'Plant' };
        return withApp({ servers: [{ ...config, url: former.url }] }, async ({ app }) => {
          const read = (id: number) => app.fileSystem.readFile(objectUri('plant', 'job', id, 'Nightly'));
          await read(7);
          assert.equal(former.received[0]?.headers.authorization, `Token ${scriptToken}`);
          user.settings.values.set('deviceAutomation.servers', [{ ...config, url: server.url }]);
          documentEvents.configured.fire({ affectsConfiguration: section => section.includes('servers') });
          assert.match(String(await rejection(read(7))), /token/);
          assert.deepEqual([former.received.length, server.received], [1, []]);
        });
      }),
    ));
});

describe('a server setting that changes during a read', () => {
  const config = { id: 'plant', name: 'Plant' };
  const change = (servers: readonly object[]) => {
    user.settings.values.set('deviceAutomation.servers', servers);
    documentEvents.configured.fire({ affectsConfiguration: section => section.includes('servers') });
  };

  it('closes the connection, and the read is repeated on the new one', () =>
    withScript(server =>
      withApp({ servers: [{ ...config, url: server.url }] }, async ({ app }) => {
        server.queue(silence);
        server.otherwise(json({ id: 7, name: 'Nightly' }));
        const reading = app.fileSystem.readFile(objectUri('plant', 'job', 7, 'Nightly'));
        await server.requests(1);
        change([{ ...config, url: server.url, timeoutSeconds: 20 }]);
        assert.match(Buffer.from(await reading).toString(), /"Nightly"/);
        assert.deepEqual(
          server.received.map(({ path }) => path),
          ['/automation/api/job/7/', '/automation/api/job/7/'],
        );
      }),
    ));
});
