import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';
import { type OpenForm, openForm } from './support/formInNode.ts';
import { OpenDocument } from './support/openDocument.ts';

const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');
const { FileChangeType } = await import('../support/vscode/vscodeFake.ts');

const deletedText = 'Deleted on the server: saving offers to create it again.';

describe('the form of a job that is no longer in the list', () => {
  it('reports the deletion, even with unsaved changes, until the server returns the job again', () =>
    withForm(async ({ app, document, form, state }) => {
      const statusOf = () => form.last('status')?.status.text;
      assert.equal(statusOf(), 'Saved.');
      const deleted = crossedOut(app);
      state.isListed = false;
      state.isThere = false;
      await app.runCommand('deviceAutomation.jobs.refresh', []);
      await deleted;
      assert.equal(statusOf(), deletedText);
      document.edit(text => text.replace('Nightly', 'Hourly'));
      assert.equal(statusOf(), deletedText);
      state.isThere = true;
      await app.fileSystem.readFile(document.uri);
      assert.equal(statusOf(), 'Not saved yet.');
    }));
});

/** Resolves when VS Code is notified that a document's file was deleted, so that it strikes through the name. */
function crossedOut({ fileSystem }: RunningApp['app']): Promise<void> {
  return new Promise(resolve => {
    fileSystem.onDidChangeFile(changes => {
      if (changes.some(({ type }) => type === FileChangeType.Deleted)) resolve();
    });
  });
}

interface Shown extends RunningApp {
  readonly document: OpenDocument;
  readonly form: OpenForm;
  /** Whether the server lists the job, and whether it still has it. */
  readonly state: { isListed: boolean; isThere: boolean };
}

async function withForm(use: (shown: Shown) => Promise<void>): Promise<void> {
  await withScript(server =>
    withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async running => {
      const state = { isListed: true, isThere: true };
      const job = { id: 7, name: 'Nightly', policies: [1], groups: [2] };
      server.otherwise(exchange => {
        const { path } = exchange.received;
        if (path.endsWith('/group/')) return json([])(exchange);
        if (path.endsWith('/status/')) return json({ status: 'ok' })(exchange);
        const results = state.isListed ? [job] : [];
        if (path.endsWith('/job/') && exchange.received.method === 'GET')
          return json({ count: results.length, next: null, previous: null, results })(exchange);
        return (state.isThere ? json(job) : json({ detail: 'Not found.' }, 404))(exchange);
      });
      await running.app.trees.jobs.getChildren();
      const document = await OpenDocument.open(running.app, objectUri('plant', 'job', 7, 'Nightly'));
      try {
        await use({ ...running, document, form: await openForm(running.app, document), state });
      } finally {
        document.close();
      }
    }),
  );
}
