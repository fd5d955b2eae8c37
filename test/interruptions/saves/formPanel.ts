import type * as vscode from 'vscode';
import { isRecord } from '../../../src/base/json.ts';
import type { FormChange } from '../../../src/pages/protocol/pageMessages.ts';
import { firstIn } from '../../support/pageHtml.ts';
import { asWebviewPanel } from '../../support/vscode/asVSCode.ts';
import { EventEmitter } from '../../support/vscode/vscodeFake.ts';

type Panel = Pick<vscode.WebviewPanel, 'visible' | 'webview' | 'onDidChangeViewState' | 'onDidDispose'>;

/** The page of a form: what is sent to it, and what the user does in it. */
export class FormPanel {
  readonly #received = new EventEmitter<unknown>();
  readonly #disposed = new EventEmitter<void>();
  readonly #onConflict: () => void;
  #page = '';
  #sequence = 0;
  #version = 0;
  conflict = '';
  canKeepBoth = false;

  constructor(onConflict: () => void) {
    this.#onConflict = onConflict;
  }

  get panel(): vscode.WebviewPanel {
    const take = (message: unknown) => this.#take(message);
    const panel: Panel = {
      visible: true,
      webview: {
        options: {},
        set html(html: string) {
          for (const message of firstIn(html)) take(message);
        },
        cspSource: '',
        asWebviewUri: uri => uri,
        onDidReceiveMessage: listener => this.#received.event(listener),
        postMessage: async message => {
          take(message);
          return true;
        },
      },
      onDidChangeViewState: () => ({ dispose: () => undefined }),
      onDidDispose: listener => this.#disposed.event(() => listener()),
    };
    return asWebviewPanel(panel);
  }

  change(change: FormChange): void {
    this.#sequence += 1;
    this.#received.fire({ type: 'change', page: this.#page, sequence: this.#sequence, change });
  }

  act(act: 'save' | 'keepBoth'): void {
    this.#received.fire({ type: 'action', page: this.#page, action: act });
  }

  /** Overwrites the version that the page shows. */
  overwrite(): void {
    this.#received.fire({ type: 'overwrite', page: this.#page, version: this.#version });
  }

  dispose(): void {
    this.#disposed.fire();
  }

  #take(message: unknown): void {
    if (!isRecord(message)) return;
    if (this.#page === '') {
      this.#page = String(message['page']);
      queueMicrotask(() => this.#received.fire({ type: 'ready', page: this.#page, hasContents: true }));
    }
    const status = message['type'] === 'status' ? message['status'] : undefined;
    if (!isRecord(status)) return;
    this.conflict = String(status['conflict']);
    this.canKeepBoth = this.conflict !== '' && status['keepBoth'] !== 'no';
    this.#version = Number(status['version']);
    if (this.conflict !== '') this.#onConflict();
  }
}
