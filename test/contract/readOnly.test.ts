import assert from 'node:assert/strict';
import { errorText } from '../../src/api/errors/errorText.ts';
import { NotSentError } from '../../src/api/errors/notSentError.ts';
import { englishLocalizer } from '../../src/util/localizer.ts';
import { rejectionOf, type TestClient, withClient } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { groupWire, jobWire } from '../support/http/wire.ts';

const writes: Readonly<Record<string, (client: TestClient) => Promise<unknown>>> = {
  'create a job': client => client.jobs.create({ name: 'A', policies: [1] }),
  'replace a job': client => client.jobs.replace(1, { name: 'A' }),
  'update a job': client => client.jobs.update(1, { name: 'A' }),
  'delete a job': client => client.jobs.remove(1),
  'stop jobs': client => client.jobs.stop([1]),
  'create a group': client => client.groups.create({ name: 'A' }),
  'replace a group': client => client.groups.replace(1, { name: 'A' }),
  'update a group': client => client.groups.update(1, { name: 'A' }),
  'delete a group': client => client.groups.remove(1),
};

describe('a client that is read-only', () => {
  for (const [name, write] of Object.entries(writes)) {
    it(`${name}: rejected, and no write is sent`, () =>
      withScript(server =>
        withClient({ baseUrl: server.url, readOnly: true }, async client => {
          server.otherwise(({ received, request, response }) =>
            json(received.path.includes('group') ? groupWire('A') : jobWire(1))({
              received,
              request,
              response,
            }),
          );
          const error = await rejectionOf(NotSentError, write(client));
          assert.match(
            errorText(error, 'Server', englishLocalizer),
            /marked as read-only, so nothing was sent/,
          );
          assert.deepEqual(
            server.received.filter(({ method }) => method !== 'GET'),
            [],
          );
        }),
      ));
  }

  it('reads without restriction', () =>
    withScript(
      server =>
        withClient({ baseUrl: server.url, readOnly: true }, async client => {
          assert.equal((await client.jobs.get(1)).id, 1);
        }),
      json(jobWire(1)),
    ));
});
