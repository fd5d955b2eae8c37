import assert from 'node:assert/strict';
import { existing, rejection } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { withApp } from './support/appInNode.ts';

const { objectUri } = await import('../../src/documents/documentUri.ts');

const job = { id: 7, name: 'Nightly', policies: [1] };
const link = '[Sign in again](command:workbench.action.terminal.new)';

describe('the error of a document that could not be saved or read', () => {
  for (const [kind, rejected] of Object.entries({
    'in a field error': json({ name: [`No. ${link}`] }, 400),
    'in a general error': json({ detail: link }, 403),
    'in the name of a field': json({ [link]: ['wrong'] }, 400),
  })) {
    it(`contains no link from the server: ${kind}`, () =>
      withScript(server =>
        withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
          server.otherwise(({ received, request, response }) =>
            (received.method === 'GET' ? json(job) : rejected)({ received, request, response }),
          );
          const uri = objectUri('plant', 'job', job.id, job.name);
          const text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
          const edited = new TextEncoder().encode(text.replace('Nightly', 'Hourly'));
          const error = existing(await rejection(app.fileSystem.writeFile(uri, edited)));
          assert.match(String(error), /Sign in again/);
          assert.doesNotMatch(String(error), /\]\(command:/);
        }),
      ));
  }

  it('contains no link from the server when the document cannot be read', () =>
    withScript(server =>
      withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        server.otherwise(json({ detail: link }, 403));
        const error = await rejection(app.fileSystem.readFile(objectUri('plant', 'job', 7, 'Nightly')));
        assert.match(String(error), /Sign in again/);
        assert.doesNotMatch(String(error), /\]\(command:/);
      }),
    ));

  it('names the fields as the form does, not as the API does', () =>
    withScript(server =>
      withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        const rejected = json({ report_formats: ['No such format.'], peers: { 1: ['Unknown host.'] } }, 400);
        server.otherwise(exchange => (exchange.received.method === 'GET' ? json(job) : rejected)(exchange));
        const uri = objectUri('plant', 'job', job.id, job.name);
        const text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
        const edited = new TextEncoder().encode(text.replace('Nightly', 'Hourly'));
        const error = existing(await rejection(app.fileSystem.writeFile(uri, edited)));
        assert.equal(String(error), 'Report formats: No such format. Devices, entry 2: Unknown host.');
      }),
    ));

  it('names the field of a text that cannot be sent', () =>
    withScript(server =>
      withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        server.otherwise(json(job));
        const uri = objectUri('plant', 'job', job.id, job.name);
        const text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
        const edited = text.replace('"groups": []', '"groups": [5, "a"]');
        const error = await rejection(app.fileSystem.writeFile(uri, new TextEncoder().encode(edited)));
        assert.match(String(error), /^Static groups, entry 2: Expected/);
      }),
    ));

  it('names the object and its server when the server was removed', () =>
    withScript(server =>
      withApp(
        { servers: [{ id: 'plant', name: 'Plant 9', url: server.url }], answer: () => 'Remove' },
        async ({ app }) => {
          server.otherwise(json(job));
          const uri = objectUri('plant', 'job', job.id, job.name);
          const content = await app.fileSystem.readFile(uri);
          await app.runCommand('deviceAutomation.server.remove', [{ server: 'plant' }]);
          const error = existing(await rejection(app.fileSystem.writeFile(uri, content)));
          assert.match(
            String(error),
            /^“Nightly” can no longer be read or saved: its server “Plant 9” was removed/,
          );
        },
      ),
    ));
});
