import assert from 'node:assert/strict';
import { NotSentError } from '../../src/api/errors/apiError.ts';
import { errorText } from '../../src/api/errors/errorText.ts';
import { englishLocalizer } from '../../src/base/localizer.ts';
import { everyWrite, rejectionOf, withClient, withServer } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { groupWire, jobWire } from '../support/http/wire.ts';

describe('a client that is read-only', () => {
  for (const [name, write] of Object.entries(everyWrite)) {
    it(`${name}: rejected, and no write is sent`, () =>
      withServer(
        async (server, client) => {
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
        },
        { readOnly: true },
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
