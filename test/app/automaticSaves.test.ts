import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { existing, rejection } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';

const { documentEvents, user, TextDocumentSaveReason } = await import('../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

describe('a document that Auto Save saves', () => {
  for (const reason of [TextDocumentSaveReason.AfterDelay, TextDocumentSaveReason.FocusOut]) {
    it(`stays unsaved and sends nothing (reason ${reason})`, () =>
      withEdited(async ({ app, uri, edited, writes, open }) => {
        documentEvents.willSave.fire({ document: open, reason });
        const error = existing(await rejection(app.fileSystem.writeFile(uri, edited)));
        assert.match(String(error), /^Auto Save does not send changes to servers/);
        assert.deepEqual(writes, []);
      }));
  }
});

interface Edited extends RunningApp {
  readonly uri: Uri;
  readonly edited: Uint8Array;
  readonly open: (typeof user.documents)[number];
  /** Bodies of the PATCH requests that reached the server. */
  readonly writes: readonly unknown[];
}

async function withEdited(use: (edited: Edited) => Promise<void>): Promise<void> {
  await withScript(server =>
    withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async running => {
      let job: Record<string, unknown> = { id: 7, name: 'Nightly', policies: [1] };
      const writes: unknown[] = [];
      server.otherwise(exchange => {
        const { method, body } = exchange.received;
        if (method === 'PATCH') {
          const patch: unknown = JSON.parse(body);
          writes.push(patch);
          job = Object.assign({}, job, patch);
        }
        return json(job)(exchange);
      });
      const uri = objectUri('plant', 'job', 7, 'Nightly');
      const text = new TextDecoder().decode(await running.app.fileSystem.readFile(uri));
      const typed = text.replace('Nightly', 'Hourly');
      const open = { uri, isDirty: true, isClosed: false, text: typed, getText: () => typed };
      user.documents.push(open);
      try {
        await use({ ...running, uri, edited: new TextEncoder().encode(typed), open, writes });
      } finally {
        user.documents.length = 0;
      }
    }),
  );
}
