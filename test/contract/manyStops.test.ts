import assert from 'node:assert/strict';
import { HttpStatusError, PartialStopError } from '../../src/api/errors/apiError.ts';
import { rejectionOf, type TestClient, withClient } from '../support/http/clients.ts';
import { bare, json, reset } from '../support/http/responders.ts';
import { type Responder, type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';

const ids = Array.from({ length: 1_200 }, (_, index) => index + 1);
const accepted = json({ message: 'Задачи успешно остановлены' });
const noneFound = json({ message: 'Задачи не найдены' }, 400);

function withBoth(
  use: (server: ScriptedServer, client: TestClient) => Promise<void>,
  ...responders: readonly Responder[]
) {
  return withScript(
    server => withClient({ baseUrl: server.url }, client => use(server, client)),
    ...responders,
  );
}

const idsSent = ({ received }: ScriptedServer): number[][] =>
  received.map(({ body }) => JSON.parse(body).obj_id);

describe('a stop of more jobs than the server accepts at once', () => {
  for (const [kind, failure] of Object.entries({
    '413': bare(413),
    'a 400 at its list': json({ obj_id: ['Ensure this field has no more than 500 elements.'] }, 400),
  })) {
    it(`after ${kind} it is sent in parts, each ID a second time and never again`, () =>
      withBoth(
        async (server, client) => {
          assert.deepEqual(await client.jobs.stop(ids), {
            kind: 'accepted',
            message: 'Задачи успешно остановлены',
          });
          const [whole, ...parts] = idsSent(server);
          assert.deepEqual(whole, ids);
          assert.deepEqual(
            parts.map(part => part.length),
            [500, 500, 200],
          );
          assert.deepEqual(parts.flat(), ids);
        },
        failure,
        noneFound,
        accepted,
        accepted,
      ));
  }

  it('reports that none was found when no part finds any', () =>
    withBoth(
      async (_, client) => assert.equal((await client.jobs.stop(ids)).kind, 'noneFound'),
      bare(413),
      noneFound,
      noneFound,
      noneFound,
    ));

  it('ends with a part that fails, and reports which jobs were requested to stop and which were not', () =>
    withBoth(
      async (server, client) => {
        const error = await rejectionOf(PartialStopError, client.jobs.stop(ids));
        assert.deepEqual(
          [error.requestedIds.length, error.failedIds, error.unsentIds, error.reason.kind],
          [500, ids.slice(500, 1_000), ids.slice(1_000), 'outcome'],
        );
        assert.equal(server.received.length, 3, 'nothing is sent twice');
      },
      bare(413),
      accepted,
      reset,
    ));

  it('a small stop that is rejected, or parts that are rejected too, are reported as rejected', () =>
    withBoth(
      async (server, client) => {
        assert.equal((await rejectionOf(HttpStatusError, client.jobs.stop([1, 2]))).status, 413);
        assert.equal((await rejectionOf(HttpStatusError, client.jobs.stop(ids))).status, 413);
        assert.equal(server.received.length, 3);
      },
      bare(413),
      bare(413),
      bare(413),
    ));

  it('reports what is unknown when the response to its first part is lost', () =>
    withBoth(
      async (_, client) => {
        const error = await rejectionOf(PartialStopError, client.jobs.stop(ids));
        assert.deepEqual([error.requestedIds, error.failedIds.length], [[], 500]);
      },
      bare(413),
      reset,
    ));
});
