import * as vscode from 'vscode';
import { messagesSent } from '../../../base/afterSending.ts';
import type { ScheduledCall } from '../../../base/clock.ts';
import { t } from '../../../workbench/platform/localize.ts';
import { pageHtml, pageOptions } from '../../../workbench/platform/pages/pageHtml.ts';
import { RunsMemory } from '../common/timelineRuns.ts';
import { TimelineStateSchema } from '../protocol/timelineMessages.ts';
import { firstQuery, type TimelineQuery } from '../protocol/timelineOverview.ts';
import { timelineViewType } from '../timelineViewType.ts';
import { exportCalendar } from './timelineFiles.ts';
import type { TimelineParts } from './timelineScope.ts';
import { TimelineSession } from './timelineSession.ts';
import { TimelineWork } from './timelineWork.ts';

const rememberedMs = 10 * 60_000;

/** The timeline in the editor area. There is at most one, which is restored after a window reload. */
export class TimelinePanel implements vscode.Disposable, vscode.WebviewPanelSerializer {
  readonly #parts: TimelineParts;
  #panel: vscode.WebviewPanel | undefined;
  #session: TimelineSession | undefined;
  /** Kept after the timeline is closed, because expanding schedules takes time. */
  readonly #runs = new RunsMemory();
  #forgetting: ScheduledCall | undefined;

  constructor(parts: TimelineParts) {
    this.#parts = parts;
  }

  show(): void {
    if (this.#panel === undefined) this.#open();
    else this.#panel.reveal();
  }

  /** Exports the visible period with its filter, or else the current week. */
  export(format: unknown): Promise<void> {
    const work = new TimelineWork({ ...this.#parts, runs: this.#runs }, () => undefined);
    return exportCalendar(this.#parts, work, this.#session?.query ?? firstQuery, format);
  }

  async deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Promise<void> {
    const reading = TimelineStateSchema.safeParse(state);
    this.#fill(panel, reading.success ? reading.data.query : undefined);
  }

  dispose(): void {
    this.#forgetting?.dispose();
    this.#panel?.dispose();
  }

  #open(): void {
    const title = t('Timeline');
    const options = { enableFindWidget: true };
    this.#fill(vscode.window.createWebviewPanel(timelineViewType, title, vscode.ViewColumn.Active, options));
  }

  #fill(panel: vscode.WebviewPanel, query?: TimelineQuery): void {
    panel.webview.options = pageOptions;
    this.#panel = panel;
    this.#forgetting?.dispose();
    const session = new TimelineSession(
      { ...this.#parts, runs: this.#runs },
      message => void panel.webview.postMessage(message),
      query,
    );
    this.#session = session;
    panel.webview.onDidReceiveMessage((message: unknown) => session.receive(message));
    panel.onDidChangeViewState(() => {
      if (!panel.visible) session.pause();
    });
    panel.onDidDispose(() => {
      session.dispose();
      this.#panel = undefined;
      this.#session = undefined;
      this.#forgetting = this.#parts.clock.schedule(rememberedMs, () => this.#runs.clear());
    });
    void this.#show(panel, session).catch((error: unknown) => this.#parts.notices.show(error, undefined));
  }

  async #show(panel: vscode.WebviewPanel, session: TimelineSession): Promise<void> {
    // VS Code then creates the page's frame in parallel with the rest.
    const [files] = await Promise.all([this.#parts.pageFiles(), messagesSent()]);
    if (this.#panel === panel && panel.visible) await session.prepare();
    if (this.#panel !== panel) return;
    const { page } = session.outbox;
    panel.webview.html = pageHtml(page, files, session.outbox.first());
  }
}
