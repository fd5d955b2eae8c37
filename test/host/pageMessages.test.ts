import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { systemClock } from '../../src/base/clock.ts';
import { BaseMemory } from '../../src/workbench/documents/baseMemory.ts';
import { newObjectUri } from '../../src/workbench/documents/documentUri.ts';
import { OpenDocuments } from '../../src/workbench/documents/openDocuments.ts';
import { FormSession } from '../../src/workbench/forms/formSession.ts';
import { ErrorNotices } from '../../src/workbench/notices/errorNotices.ts';
import { vscodeDialogs } from '../../src/workbench/platform/dialogs.ts';
import { Labels } from '../../src/workbench/servers/labels.ts';
import { makeRegistries, type Registries } from './support/registries.ts';

/** A fake panel whose page is controlled by the test. */
class FakePanel implements vscode.WebviewPanel {
  readonly viewType = 'test';
  title = '';
  readonly options = {};
  readonly viewColumn = undefined;
  readonly active = true;
  readonly visible = true;
  readonly onDidChangeViewState = new vscode.EventEmitter<vscode.WebviewPanelOnDidChangeViewStateEvent>()
    .event;
  readonly onDidDispose = new vscode.EventEmitter<void>().event;
  readonly fromPage = new vscode.EventEmitter<unknown>();
  readonly webview: vscode.Webview = {
    options: {},
    html: '',
    cspSource: 'https://files.example',
    onDidReceiveMessage: this.fromPage.event,
    postMessage: async () => true,
    asWebviewUri: uri => uri,
  };

  reveal(): void {}

  dispose(): void {}
}

describe('messages from the page of a form', () => {
  let registries: Registries;
  let labels: Labels;
  let documents: OpenDocuments;
  let panel: FakePanel;
  let session: FormSession;
  const saved: string[] = [];

  before(async () => {
    registries = makeRegistries({ id: 'plant', name: 'Plant', url: 'http://127.0.0.1:9' });
    const { sessions, schedules, memory, log } = registries;
    labels = new Labels(memory);
    const refuse = () => Promise.reject(new Error('not in this test'));
    documents = new OpenDocuments(sessions, new BaseMemory(memory));
    const text = await vscode.workspace.openTextDocument({
      language: 'plaintext',
      content: '{ "name": "x" }',
    });
    const document = documents.of(newObjectUri('plant', 'job', 1, 'x'));
    assert.ok(document !== undefined);
    panel = new FakePanel();
    session = new FormSession(
      {
        folds: { get: () => ({}), set: async () => undefined },
        pageFiles: async () => ({ style: '', script: '' }),
        sessions,
        labels,
        formNotes: [],
        schedules,
        notices: new ErrorNotices(vscodeDialogs, log, async () => ({
          signIn: refuse,
          changeUrl: refuse,
          enterPassphrase: refuse,
          trustCertificate: refuse,
        })),
        documents,
        saves: { overwrite: refuse, keepBoth: async ({ uri }) => void saved.push(uri.toString()) },
        tabs: { openJson: refuse, compare: refuse, revert: refuse },
        clock: systemClock,
        findGroupId: refuse,
        nameId: refuse,
      },
      document,
      text,
      panel,
    );
    await until(() => panel.webview.html !== '');
  });
  after(() => {
    session.dispose();
    for (const part of [labels, documents, registries]) part.dispose();
  });

  it('are accepted only with the token of this page', async () => {
    const page = /data-page="([0-9a-f]{32})"/.exec(panel.webview.html)?.[1];
    assert.ok(page);
    const strange: readonly unknown[] = [
      undefined,
      'save',
      { type: 'action', action: 'keepBoth' },
      { type: 'action', action: 'keepBoth', page: '' },
      { type: 'action', action: 'keepBoth', page: `${page}0` },
      { type: 'action', action: 'keepBoth', page: '0'.repeat(32) },
      { type: 'action', action: 'workbench.action.quit', page },
      { type: 'run', command: 'workbench.action.quit', page },
      { type: 'action', action: 'keepBoth', page: [page] },
    ];
    for (const message of strange) panel.fromPage.fire(message);
    panel.fromPage.fire({ type: 'action', action: 'keepBoth', page });
    // Messages are handled in order, so any effect of the invalid ones would have occurred before.
    await until(() => saved.length > 0);
    assert.equal(saved.length, 1);
  });

  it('come from a page that cannot load anything', () => {
    const policy =
      /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(panel.webview.html)?.[1] ?? '';
    assert.match(
      policy,
      /^default-src 'none'; script-src 'nonce-([0-9a-f]{32})'; style-src 'nonce-\1'; font-src data:$/,
    );
    assert.equal(/<(?:script|style)(?![^>]* nonce=)/.test(panel.webview.html), false);
  });
});

function until(isDone: () => boolean): Promise<void> {
  return new Promise(resolve => {
    const check = () => (isDone() ? resolve() : setImmediate(check));
    check();
  });
}
