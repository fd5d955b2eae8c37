import * as vscode from 'vscode';
import { formHtml, pageOptions } from '../platform/formHtml.ts';
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
    panel.webview.options = pageOptions;
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
    void this.#show(panel, session).catch((error: unknown) => this.#parts.notices.show(error, undefined));
  }

  async #show(panel: vscode.WebviewPanel, session: TimelineSession): Promise<void> {
    const files = await this.#parts.pageFiles();
    if (this.#panel !== panel) return;
    panel.webview.html = formHtml({ page: session.page, files, first: [session.setup()] });
    if (panel.visible) session.prepare();
  }
}
