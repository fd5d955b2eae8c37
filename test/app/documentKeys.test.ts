import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { withApp } from './support/appInNode.ts';

const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

describe('fields whose keys have a special meaning in VS Code', () => {
  const schema = 'http://schemas.example/steal.json';

  it('have different keys in the text, and are sent with the original ones', () =>
    withScript(server =>
      withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        const job = { id: 7, name: 'Nightly', policies: [1], $schema: schema, more: { $ref: '#/name' } };
        const patches: unknown[] = [];
        server.otherwise(exchange => {
          const { method, body } = exchange.received;
          if (method === 'PATCH') patches.push(JSON.parse(body));
          return json(Object.assign({}, job, patches.at(-1)))(exchange);
        });
        const uri = objectUri('plant', 'job', 7, 'Nightly');
        for (const read of [uri, uri.with({ query: 'server' })]) {
          const text = new TextDecoder().decode(await app.fileSystem.readFile(read));
          assert.doesNotMatch(text, /"\$/);
          assert.ok(text.includes(schema));
        }
        const text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
        const save = (typed: string) => app.fileSystem.writeFile(uri, new TextEncoder().encode(typed));
        await save(text.replace('Nightly', 'Hourly'));
        await save(text.replace('Nightly', 'Hourly').replace(schema, 'mine').replace('#/name', '#/params'));
        assert.deepEqual(patches, [{ name: 'Hourly' }, { $schema: 'mine', more: { $ref: '#/params' } }]);
      }),
    ));
});
