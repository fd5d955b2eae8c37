import assert from 'node:assert/strict';
import { HttpStatusError, OutcomeError } from '../../src/api/errors/apiError.ts';
import { rejection, rejectionOf, type TestClient, withClient } from '../support/http/clients.ts';
import { bare, body, html, json } from '../support/http/responders.ts';
import { type Responder, type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { withApp } from './support/appInNode.ts';

const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

const acts: Readonly<Record<string, (client: TestClient) => Promise<void>>> = {
  job: client => client.jobs.remove(1),
  group: client => client.groups.remove(1),
};

/** Responses of proxies whose upstream is unavailable. */
const pages: Readonly<Record<string, Responder>> = {
  'an HTML page': html('<html><title>404 Not Found</title></html>', 404),
  'plain text': body('default backend - 404', 404),
  'an empty response': bare(404),
};

const withServer = (use: (server: ScriptedServer, client: TestClient) => Promise<void>) =>
  withScript(server => withClient({ baseUrl: server.url }, client => use(server, client)));

describe('a delete whose response is the 404 of a proxy', () => {
  for (const [kind, remove] of Object.entries(acts)) {
    for (const [what, page] of Object.entries(pages)) {
      it(`${kind}, ${what}: counts as failed when the list is not found either`, () =>
        withServer(async (server, client) => {
          server.otherwise(page);
          assert.equal((await rejectionOf(HttpStatusError, remove(client))).status, 404);
        }));

      it(`${kind}, ${what}: counts as done when the list is found`, () =>
        withServer(async (server, client) => {
          server.queue(page, json([]));
          await remove(client);
          server.queue(page, json({ detail: 'No.' }, 403));
          await remove(client);
          assert.equal(server.received.length, 4);
        }));
    }

    it(`${kind}: has an unknown outcome when its own response was lost`, () =>
      withServer(async (server, client) => {
        server.queue(body('bad gateway', 502));
        server.otherwise(body('default backend - 404', 404));
        const error = await rejectionOf(OutcomeError, remove(client));
        assert.equal(error.outcome, 'unknown');
      }));
  }
});

describe('a stop that is rejected with the 400 page of a proxy', () => {
  it('is not reported as "none of these jobs was found"', () =>
    withServer(async (server, client) => {
      server.queue(
        html('<html><title>400 The plain HTTP request was sent to HTTPS port</title></html>', 400),
      );
      const error = await rejectionOf(HttpStatusError, client.jobs.stop([1]));
      assert.match(error.detail, /HTTPS port/);
      server.queue(body('', 400), json('Задачи не найдены', 400));
      for (let times = 0; times < 2; times++) assert.equal((await client.jobs.stop([1])).kind, 'noneFound');
    }));
});

describe('a save while a proxy responds to everything with a 404', () => {
  it('does not report the job as deleted, and creates no second one', () =>
    withScript(server =>
      withApp(
        {
          servers: [{ id: 'plant', name: 'Plant', url: server.url }],
          answer: ({ actions }) => actions[0],
        },
        async ({ app, messages }) => {
          const job = { id: 7, name: 'Nightly', policies: [1] };
          server.otherwise(json(job));
          const uri = objectUri('plant', 'job', 7, 'Nightly');
          const text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
          const edited = new TextEncoder().encode(text.replace('Nightly', 'Hourly'));
          server.otherwise(body('default backend - 404', 404));
          assert.match(String(await rejection(app.fileSystem.writeFile(uri, edited))), /HTTP 404/);
          assert.deepEqual(messages, []);
          server.otherwise(json({ ...job, name: 'Hourly' }));
          server.queue(json(job));
          await app.fileSystem.writeFile(uri, edited);
          const writes = server.received.filter(({ method }) => method !== 'GET');
          assert.deepEqual(
            writes.map(({ method }) => method),
            ['PATCH'],
          );
        },
      ),
    ));
});
