import assert from 'node:assert/strict';
import { existing, rejection } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { withApp } from './support/appInNode.ts';

const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

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
