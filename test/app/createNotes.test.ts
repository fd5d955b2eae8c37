import assert from 'node:assert/strict';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { json } from '../support/http/answers.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { withApp } from './support/appInNode.ts';

const { newObjectUri } = await import('../../src/documents/documentUri.ts');

const job = { id: 7, name: 'Nightly', policies: [1] };

describe('a new document whose object cannot be noted', () => {
  it('is saved all the same when the server has created the object by then, and is not created twice', () =>
    withScript(server =>
      withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app, storage }) => {
        const folder = join(storage, 'creates');
        server.otherwise(async exchange => {
          if (exchange.received.method === 'POST') {
            // The disk fails between the note of the create and that of what came of it.
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
