import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { type Responder, withScript } from '../support/http/scriptedServer.ts';
import { withApp } from './support/appInNode.ts';

const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

describe('text that is saved again before its editor shows the server’s version', () => {
  it('does not revert changes of others', () =>
    withScript(server =>
      withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        let job: Record<string, unknown> = {
          id: 7,
          name: 'Nightly',
          run_on_start: false,
          enabled: true,
          policies: [1],
        };
        const patches: unknown[] = [];
        const answer: Responder = exchange => {
          const { method, body } = exchange.received;
          if (method === 'PATCH') {
            const patch: unknown = JSON.parse(body);
            patches.push(patch);
            job = Object.assign({}, job, patch);
          }
          return json(job)(exchange);
        };
        server.otherwise(answer);
        const uri = objectUri('plant', 'job', 7, 'Nightly');
        const text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
        const save = (name: string) =>
          app.fileSystem.writeFile(uri, new TextEncoder().encode(text.replace('Nightly', name)));
        job = { ...job, run_on_start: true };
        await save('Hourly');
        job = { ...job, enabled: false };
        await save('Daily');
        assert.deepEqual(patches, [{ name: 'Hourly' }, { name: 'Daily' }]);
        assert.equal(job['run_on_start'], true);
      }),
    ));
});

describe('a document that was read before', () => {
  for (const what of ['back', 'forward']) {
    it(`is read again after the clock of the computer was set ${what}`, () =>
      withScript(server =>
        withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
          const { now: time } = Date;
          const { now: steady } = performance;
          server.otherwise(json({ id: 7, name: 'Before', policies: [1] }));
          const uri = objectUri('plant', 'job', 7, 'Nightly');
          await app.fileSystem.readFile(uri);
          try {
            Date.now = () => time() + (what === 'back' ? -3_600_000 : 3_600_000);
            performance.now = () => steady.call(performance) + 1_000;
            server.otherwise(json({ id: 7, name: 'After', policies: [1] }));
            assert.match(new TextDecoder().decode(await app.fileSystem.readFile(uri)), /After/);
          } finally {
            Date.now = time;
            performance.now = steady;
          }
        }),
      ));
  }
});
