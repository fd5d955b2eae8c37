import * as vscode from 'vscode';
import { formHtml, webFolder } from '../platform/formHtml.ts';
import { timelineViewType } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import { type TimelineQuery, TimelineStateSchema } from '../protocol/timeline.ts';
import type { TimelineParts } from './timelineParts.ts';
import { TimelineSession } from './timelineSession.ts';

/** The timeline in the editor area; at most one, restored after a reload of the window. */
export class TimelinePanel implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #parts: TimelineParts;
  #panel: vscode.WebviewPanel | undefined;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
  }

  show(): void {
    if (this.#panel === undefined) this.#open();
    else this.#panel.reveal();
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const reading = TimelineStateSchema.safeParse(state);
    this.#fill(panel, reading.success ? reading.data.query : undefined);
  }

  dispose(): void {
    this.#panel?.dispose();
  }

  #open(): void {
    const title = localizer.t('Timeline');
    const options = { enableFindWidget: true };
    this.#fill(vscode.window.createWebviewPanel(timelineViewType, title, vscode.ViewColumn.Active, options));
  }

  #fill(panel: vscode.WebviewPanel, query?: TimelineQuery): void {
    const { extensionUri } = this.#parts;
    panel.webview.options = { enableScripts: true, localResourceRoots: [webFolder(extensionUri)] };
    this.#panel = panel;
    const session = new TimelineSession(
      this.#parts,
      message => void panel.webview.postMessage(message),
      query,
    );
    panel.webview.onDidReceiveMessage((message: unknown) => session.receive(message));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) session.pause();
    });
    panel.onDidDispose(() => {
      session.dispose();
      this.#panel = undefined;
    });
    panel.webview.html = formHtml(panel.webview, extensionUri, session.page, 'timeline');
    if (panel.visible) session.prepare();
  }
}
