import * as vscode from 'vscode';
import { isAbort, isApiError } from '../api/errors.ts';
import { reasonText } from '../api/errorText.ts';
import { setContextKey } from '../host/contextKeys.ts';
import type { ErrorNotices } from '../host/errorNotices.ts';
import type { ContextKey } from '../host/ids.ts';
import type { Labels } from '../host/labels.ts';
import { localizer } from '../host/localize.ts';
import { noticeText } from '../host/safeText.ts';
import type { Schedules } from '../host/schedules.ts';
import { markedName, serverMarks } from '../host/serverMarks.ts';
import type { SessionRegistry } from '../host/sessions.ts';
import type { TokenStore } from '../host/tokens.ts';
import type { ListState } from '../store/listState.ts';
import type { ServerSession } from '../store/serverSession.ts';
import { staleMessage, type ViewState, viewStateOf } from './listPresentation.ts';

export interface TreeParts {
  readonly sessions: SessionRegistry;
  readonly tokens: TokenStore;
  readonly notices: ErrorNotices;
  readonly labels: Labels;
  readonly schedules: Schedules;
}

/** The list of one server that a view shows. */
export interface ShownList {
  readonly state: ListState;
  readonly isEmpty: boolean;
  ensureLoaded(): Promise<void>;
}

/** What the trees of jobs and groups share: loading with progress, welcome content, messages. */
export class ListFrame {
  readonly #parts: TreeParts;
  readonly #contextKey: ContextKey;
  readonly #list: (session: ServerSession) => ShownList;
  #view: vscode.TreeView<unknown> | undefined;
  readonly #viewId: string;

  constructor(
    parts: TreeParts,
    ids: { readonly view: string; readonly contextKey: ContextKey },
    list: (session: ServerSession) => ShownList,
  ) {
    this.#parts = parts;
    this.#viewId = ids.view;
    this.#contextKey = ids.contextKey;
    this.#list = list;
  }

  attach(view: vscode.TreeView<unknown>): void {
    this.#view = view;
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false;
  }

  get selection(): readonly unknown[] {
    return this.#view?.selection ?? [];
  }

  /** The session whose list is to be shown, read if it was not; `undefined` when there is nothing to show. */
  async load(): Promise<ServerSession | undefined> {
    const session = this.#parts.sessions.active;
    if (session === undefined) return this.#show('noServer');
    // Without a token every request would be refused: none is made.
    if ((await this.#parts.tokens.get(session.server)) === undefined) return this.#show('noToken');
    await this.run(session, () => this.#list(session).ensureLoaded());
    return session === this.#parts.sessions.active ? session : undefined;
  }

  /** Runs a reading of the list with progress in the view; a failure shows in the view, not as a pop-up. */
  async run(session: ServerSession, read: () => Promise<void>): Promise<void> {
    const reading = read();
    void vscode.window.withProgress({ location: { viewId: this.#viewId } }, () =>
      reading.catch(() => undefined),
    );
    try {
      await reading;
    } catch (error) {
      if (!isAbort(error)) void this.#parts.notices.note(error, session.server);
    }
    this.update(session);
  }

  /** Brings message and welcome content in line with the list. */
  update(session: ServerSession, message?: string, description?: string): void {
    const { state, isEmpty } = this.#list(session);
    this.#show(viewStateOf(state, isEmpty));
    if (this.#view === undefined) return;
    const reason =
      state.kind === 'failed' && isApiError(state.error) ? reasonText(state.error, localizer) : '';
    // Welcome content is only shown while there is no message, and it says what to do.
    const lines = [isEmpty ? undefined : staleMessage(state, reason), message].filter(
      line => line !== undefined,
    );
    this.#view.message = lines.length === 0 ? '' : noticeText(lines.join(' — '));
    const marks = serverMarks(session.server);
    // Which server this is matters most where a mistake is dear.
    const server = marks === '' ? '' : markedName(session.server);
    this.#view.description = [server, description ?? ''].filter(part => part !== '').join(' · ');
  }

  #show(state: ViewState): undefined {
    setContextKey(this.#contextKey, state);
    if (this.#view !== undefined && (state === 'noServer' || state === 'noToken')) {
      this.#view.message = '';
      this.#view.description = '';
    }
    return undefined;
  }
}
