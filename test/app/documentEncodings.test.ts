import assert from 'node:assert/strict';
import type { Uri } from 'vscode';
import { rejection } from '../support/http/clients.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';

const { documentEvents, user, TextDocumentSaveReason } = await import('../support/vscode/vscodeFake.ts');
const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

const reason = TextDocumentSaveReason.Manual;
/** Two Cyrillic letters whose bytes in windows-1251 are also one letter in UTF-8. */
const accidental = { text: 'Рђ', bytes: [0xd0, 0x90] };

describe('a document that VS Code does not encode in UTF-8', () => {
  it('is not sent when its bytes are not valid UTF-8', () =>
    withOpen(async ({ app, uri, open, writes }) => {
      type(open, 'é');
      documentEvents.willSave.fire({ document: open, reason });
      const latin1 = Buffer.from(open.getText(), 'latin1');
      assert.match(String(await rejection(app.fileSystem.writeFile(uri, latin1))), /UTF-8/);
      assert.deepEqual(writes, []);
    }));

  it('is not sent when its bytes decode to a different text in UTF-8', () =>
    withOpen(async ({ app, uri, open, writes }) => {
      type(open, accidental.text);
      documentEvents.willSave.fire({ document: open, reason });
      const [before = '', after = ''] = open.getText().split(accidental.text);
      const bytes = Buffer.concat([Buffer.from(before), Buffer.from(accidental.bytes), Buffer.from(after)]);
      assert.match(String(await rejection(app.fileSystem.writeFile(uri, bytes))), /UTF-8/);
      assert.deepEqual(writes, []);
    }));

  it('is not sent after it was displayed garbled, even in UTF-8', () =>
    withOpen(async ({ app, uri, open, writes }) => {
      open.text = Buffer.from(open.getText()).toString('latin1');
      documentEvents.opened.fire(open);
      open.text = open.text.replace('"policies": [\n    1\n  ]', '"policies": []');
      open.isDirty = true;
      documentEvents.willSave.fire({ document: open, reason });
      const error = await rejection(app.fileSystem.writeFile(uri, new TextEncoder().encode(open.getText())));
      assert.match(String(error), /UTF-8/);
      assert.deepEqual(writes, []);
    }));

  it('is sent again once its text is displayed correctly', () =>
    withOpen(async ({ app, uri, open, writes }) => {
      const whole = open.getText();
      open.text = Buffer.from(whole).toString('latin1');
      documentEvents.opened.fire(open);
      open.text = whole;
      documentEvents.changed.fire({ document: open, contentChanges: [{}] });
      type(open, 'Hourly');
      documentEvents.willSave.fire({ document: open, reason });
      await app.fileSystem.writeFile(uri, new TextEncoder().encode(open.getText()));
      assert.deepEqual(writes, [{ name: 'Hourly' }]);
    }));
});

class OpenDocument {
  readonly uri: Uri;
  isDirty = false;
  isClosed = false;
  version = 1;
  text = '';

  constructor(uri: Uri) {
    this.uri = uri;
  }

  getText(): string {
    return this.text;
  }
}

function type(open: OpenDocument, name: string): void {
  open.text = open.text.replace(/"name": ".*"/, `"name": "${name}"`);
  open.isDirty = true;
  open.version += 1;
  documentEvents.changed.fire({ document: open, contentChanges: [{}] });
}

interface Opened extends RunningApp {
  readonly uri: Uri;
  readonly open: OpenDocument;
  /** Bodies of the PATCH requests that reached the server. */
  readonly writes: readonly unknown[];
}

async function withOpen(use: (opened: Opened) => Promise<void>): Promise<void> {
  await withScript(server =>
    withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async running => {
      let job: Record<string, unknown> = { id: 7, name: 'Ночное', policies: [1] };
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
      const uri = objectUri('plant', 'job', 7, 'Ночное');
      const open = new OpenDocument(uri);
      open.text = new TextDecoder().decode(await running.app.fileSystem.readFile(uri));
      user.documents.push(open);
      documentEvents.opened.fire(open);
      try {
        await use({ ...running, uri, open, writes });
      } finally {
        user.documents.length = 0;
      }
    }),
  );
}
