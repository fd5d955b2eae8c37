import * as vscode from 'vscode';
import { timelineViewType } from '../host/ids.ts';
import { localizer } from '../host/localize.ts';
import { formHtml, webFolder } from './formHtml.ts';
import type { TimelineParts } from './timelineParts.ts';
import { TimelineSession } from './timelineSession.ts';

/** The timeline in the editor area; there is one at most. */
export class TimelinePanel implements vscode.Disposable {
  readonly #parts: TimelineParts;
  #panel: vscode.WebviewPanel | undefined;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
  }

  show(): void {
    if (this.#panel === undefined) this.#open();
    else this.#panel.reveal();
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #open(): void {
    const { extensionUri } = this.#parts;
    const panel = vscode.window.createWebviewPanel(
      timelineViewType,
      localizer.t('Timeline'),
      vscode.ViewColumn.Active,
      { enableScripts: true, localResourceRoots: [webFolder(extensionUri)], enableFindWidget: true },
    );
    this.#panel = panel;
    const session = new TimelineSession(this.#parts, message => void panel.webview.postMessage(message));
    panel.webview.onDidReceiveMessage((message: unknown) => session.receive(message));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) session.pause();
    });
    panel.onDidDispose(() => {
      session.dispose();
      this.#panel = undefined;
    });
    panel.webview.html = formHtml(panel.webview, extensionUri, session.page, 'timeline');
  }
}
