import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ServerSession } from '../store/serverSession.ts';
import { rowsSentMs } from '../util/afterSending.ts';
import type { JobsNode } from './nodes.ts';

const OfJobSchema = z.looseObject({ jobId: z.int(), serverId: z.string() });
/** Selecting all of a long list shows no interest in individual rows. */
const mostSelected = 50;

/** The members of VS Code's view that show what the user is interested in. */
type InterestView = Pick<
  vscode.TreeView<JobsNode>,
  | 'visible'
  | 'selection'
  | 'onDidChangeVisibility'
  | 'onDidChangeSelection'
  | 'onDidExpandElement'
  | 'onDidCollapseElement'
>;

interface ShownSession extends Pick<ServerSession, 'setAttention'> {
  readonly statuses: Pick<ServerSession['statuses'], 'setInterest'>;
}

/**
 * Tells the store which jobs the user can see: whether the view is visible, and its visible, expanded and selected
 * rows.
 */
export class JobsInterest implements vscode.Disposable {
  readonly #subscriptions: vscode.Disposable[] = [];
  readonly #expanded = new Set<number>();
  #view: InterestView | undefined;
  #session: ShownSession | undefined;
  #visible: readonly number[] = [];

  attach(view: InterestView, onCollapsed: (node: JobsNode) => void): void {
    this.#view = view;
    this.#subscriptions.push(
      view.onDidChangeVisibility(() => this.#attend()),
      vscode.window.onDidChangeWindowState(() => this.#attend()),
      view.onDidChangeSelection(() => this.#selected()),
      view.onDidExpandElement(({ element }) => {
        if (element.kind === 'job') this.#expanded.add(element.jobId);
        this.#reportExpanded();
      }),
      view.onDidCollapseElement(({ element }) => {
        if (element.kind === 'job') this.#expanded.delete(element.jobId);
        onCollapsed(element);
        this.#reportExpanded();
      }),
    );
    this.#attend();
  }

  /** Switches to another session; the previous one is no longer visible. */
  show(session: ShownSession | undefined): void {
    if (session === this.#session) return;
    this.#session?.setAttention({ isViewVisible: false, isWindowFocused: false });
    this.#expanded.clear();
    this.#session = session;
    this.#attend();
  }

  /** Jobs whose rows may be visible. Their statuses are read once VS Code has received the rows. */
  setVisible(ids: readonly number[]): void {
    const session = this.#session;
    this.#visible = ids;
    setTimeout(() => {
      if (session === this.#session && ids === this.#visible) session?.statuses.setInterest('visible', ids);
    }, rowsSentMs);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #attend(): void {
    this.#session?.setAttention({
      isViewVisible: this.#view?.visible ?? false,
      isWindowFocused: vscode.window.state.focused,
    });
  }

  #selected(): void {
    const rows = (this.#view?.selection ?? []).map(row => OfJobSchema.safeParse(row));
    const ids = rows.filter(row => row.success).map(row => row.data.jobId);
    this.#session?.statuses.setInterest('selected', ids.slice(0, mostSelected));
  }

  #reportExpanded(): void {
    this.#session?.statuses.setInterest('expanded', [...this.#expanded]);
  }
}
