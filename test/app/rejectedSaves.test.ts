import assert from 'node:assert/strict';
import { rejection } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';
import { type OpenForm, openForm } from './support/formInNode.ts';
import { OpenDocument } from './support/openDocument.ts';

const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

describe('a form whose save was rejected', () => {
  it('marks the rejected fields, and then reveals them', () =>
    withForm({ name: ['Taken.'], peers: ['Unknown.'] }, async ({ document, form }) => {
      document.edit(text => text.replace('Nightly', 'Hourly'));
      await rejection(document.save());
      assert.deepEqual(form.last('reveal')?.fields, ['name', 'peers']);
      const problems = form.messages.findLastIndex(
        message => message.type === 'document' && message.problems.some(({ text }) => text === 'Taken.'),
      );
      assert.ok(
        problems < form.messages.findIndex(({ type }) => type === 'reveal'),
        'the fields are marked first',
      );
      assert.equal(form.last('status')?.status.kind, 'failed');
    }));

  it('reports no failure once the fields are corrected', () =>
    withForm({ name: ['Taken.'], peers: ['Unknown.'] }, async ({ document, form }) => {
      document.edit(text => text.replace('Nightly', 'Hourly'));
      await rejection(document.save());
      document.edit(text => text.replace('Hourly', 'Daily'));
      assert.equal(form.last('status')?.status.kind, 'failed', 'only one of two is corrected');
      document.edit(text => text.replace('"peers": []', '"peers": ["ws-1"]'));
      assert.equal(form.last('status')?.status.kind, 'idle');
    }));
});

interface Rejected extends RunningApp {
  readonly document: OpenDocument;
  readonly form: OpenForm;
}

/** A job for which the server rejects every change with this body. */
async function withForm(response: object, use: (rejected: Rejected) => Promise<void>): Promise<void> {
  await withScript(server =>
    withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async running => {
      const job = { id: 7, name: 'Nightly', policies: [1] };
      const page = { count: 1, next: null, previous: null, results: [job] };
      server.otherwise(exchange => {
        const { method, path } = exchange.received;
        if (method !== 'GET') return json(response, 400)(exchange);
        if (path.endsWith('/group/')) return json([])(exchange);
        return json(path.endsWith('/job/') ? page : job)(exchange);
      });
      const document = await OpenDocument.open(running.app, objectUri('plant', 'job', 7, 'Nightly'));
      try {
        await use({ ...running, document, form: await openForm(running.app, document) });
      } finally {
        document.close();
      }
    }),
  );
}
