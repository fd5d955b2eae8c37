import * as vscode from 'vscode';
import { isAbort, isApiError } from '../../api/errors/apiError.ts';
import { reasonText } from '../../api/errors/errorText.ts';
import type { ObjectKind } from '../../api/fields/objectFields.ts';
import type { Clock, ScheduledCall } from '../../base/clock.ts';
import { delay } from '../../base/delay.ts';
import { joinTexts } from '../../base/displayText.ts';
import { afterFirstRows, rowsReturned } from '../../base/firstRows.ts';
import { findFocusedRows } from '../../base/focusedRows.ts';
import type { ServerSession } from '../../store/serverSession.ts';
import type { ErrorNotices } from '../notices/errorNotices.ts';
import { setContextKey } from '../platform/contextKeys.ts';
import { contextKeys, views } from '../platform/ids.ts';
import { localizer } from '../platform/localize.ts';
import type { ObjectMarks } from '../platform/rows/objectMarks.ts';
import { noticeText } from '../platform/safeText.ts';
import type { UserMemory } from '../platform/userMemory.ts';
import type { Labels } from '../servers/labels.ts';
import type { NamedFilters } from '../servers/namedFilters.ts';
import type { ServerMemories } from '../servers/serverMemories.ts';
import type { SessionRegistry } from '../servers/sessions.ts';
import type { TokenStore } from '../servers/tokens.ts';
import type { JobPoints } from './jobPoints.ts';
import type { ArrangeParts } from './jobsOutline.ts';
import { outageMessage, staleMessage, type ViewState, viewStateOf } from './listPresentation.ts';

/** How often a countdown is updated. */
const countdownMs = 5_000;
/** A list that arrives sooner needs no progress, which VS Code would draw before the rows. */
const progressAfterMs = 150;

/** Unnoticeable for users; VS Code takes longer to refresh a tree. */
const probePauseMs = 50;

export interface TreeParts
  extends ArrangeParts,
    JobPoints,
    Pick<ServerMemories, 'arrangements' | 'groupSorts' | 'pinnedGroups'> {
  readonly sessions: Pick<SessionRegistry, 'active' | 'onDidChange'>;
  readonly tokens: Pick<TokenStore, 'get'>;
  readonly notices: Pick<ErrorNotices, 'note'>;
  readonly labels: Pick<Labels, 'get' | 'text' | 'onDidChange'>;
  readonly clock: Clock;
  readonly marks: Pick<ObjectMarks, 'of' | 'onDidChange'>;
  readonly userMemory: Pick<UserMemory, 'onDidChange'>;
  readonly namedFilters: Pick<NamedFilters, 'all' | 'onDidChange' | 'save' | 'remove'>;
  /** The URI of an object's document, whether open or not. */
  readonly documentUri: (serverId: string, kind: ObjectKind, id: number, name: string) => vscode.Uri;
}

/** What the tree of groups depends on. */
export type GroupsTreeParts = Omit<
  TreeParts,
  'arrangements' | 'filterTerms' | 'namedFilters' | 'pinnedJobs' | keyof JobPoints
>;

/** The members of VS Code's view that the frame uses. */
type FrameView = Pick<
  vscode.TreeView<unknown>,
  'message' | 'description' | 'badge' | 'visible' | 'selection' | 'reveal' | 'onDidChangeSelection'
>;

type FrameParts = Pick<TreeParts, 'sessions' | 'tokens' | 'notices' | 'clock'>;

const stateKeys = { jobs: contextKeys.jobsState, groups: contextKeys.groupsState } as const;

/** What the trees of jobs and groups have in common: loading with progress, welcome content, messages. */
export class ListFrame {
  readonly #parts: FrameParts;
  readonly #list: keyof typeof stateKeys;
  #view: FrameView | undefined;
  #countdown: ScheduledCall | undefined;
  /** The session whose token was read; a changed token creates a new session. */
  #signedIn: ServerSession | undefined;
  #startsAtTop = false;
  /** The texts that a session adds to the state of its list. */
  #texts:
    | { session: ServerSession; message?: string | undefined; description?: string | undefined }
    | undefined;
  /** The selection that VS Code reported last. */
  #selected: readonly unknown[] = [];
  #selectedAt = 0;

  constructor(parts: FrameParts, list: keyof typeof stateKeys) {
    this.#parts = parts;
    this.#list = list;
  }

  attach(view: FrameView): void {
    this.#view = view;
    view.onDidChangeSelection(({ selection }) => {
      this.#selected = selection;
      this.#selectedAt = performance.now();
    });
  }

  setBadge(badge: vscode.ViewBadge | undefined): void {
    if (this.#view !== undefined) this.#view.badge = badge;
  }

  /** Reveals the view and focuses it. */
  async focus(): Promise<void> {
    await vscode.commands.executeCommand(`${views[this.#list]}.focus`);
  }

  /** Reveals and focuses the view unless it is already visible. */
  async show(): Promise<void> {
    if (!this.isVisible) await this.focus();
  }

  /** Selects a row of the tree. */
  async reveal(node: unknown): Promise<void> {
    await this.#view?.reveal(node, { select: true, focus: false });
  }

  get isVisible(): boolean {
    return this.#view?.visible ?? false;
  }

  /** During a refresh, VS Code reports fewer rows or none, both in its event and in its view. */
  get selection(): readonly unknown[] {
    const named = this.#view?.selection ?? [];
    return named.length < this.#selected.length ? this.#selected : named;
  }

  /** When the selection changed, to compare it with that of another view. */
  get selectedAt(): number {
    return this.#selectedAt;
  }

  /** Call before showing different rows: VS Code would keep the scroll position of the previous ones. */
  startAtTop(): void {
    this.#startsAtTop = true;
  }

  /** Call with the top-level rows when they are returned to VS Code. */
  scroll([first]: readonly unknown[]): void {
    const view = this.#view;
    if (!this.#startsAtTop || view === undefined) return;
    this.#startsAtTop = false;
    if (first === undefined) return;
    // Deferred, because VS Code only knows the rows after it has received them.
    setImmediate(() => {
      // Revealing a row of a hidden view would open the view.
      if (!view.visible) return;
      // A row that was replaced in the meantime cannot be revealed.
      view.reveal(first, { select: false, focus: false }).then(undefined, () => undefined);
    });
  }

  /** The rows that a keybinding applies to. */
  focusedRows(): Promise<readonly unknown[]> {
    return findFocusedRows({
      selection: () => this.#view?.selection ?? [],
      toggle: async () => {
        await vscode.commands.executeCommand('list.toggleSelection');
      },
      pause: () => delay(probePauseMs),
    });
  }

  async activateFocused(): Promise<void> {
    await vscode.commands.executeCommand('list.select');
  }

  /** The session whose list to show, read if necessary; `undefined` if there is nothing to show. */
  async load(): Promise<ServerSession | undefined> {
    try {
      return await this.#load();
    } finally {
      rowsReturned();
    }
  }

  async #load(): Promise<ServerSession | undefined> {
    const session = this.#parts.sessions.active;
    if (session === undefined) return this.#showNone('noServer');
    // Without a token every request would be rejected, so none is sent.
    if (!(await this.#isSignedIn(session))) return this.#showNone('noToken');
    await this.run(session, () => session[this.#list].firstRows());
    return session === this.#parts.sessions.active ? session : undefined;
  }

  /**
   * Whether the server has a token. Read only once per session: VS Code forgets the rows while a tree is refreshing,
   * and clicking a row's action during that time would have no effect.
   */
  async #isSignedIn(session: ServerSession): Promise<boolean> {
    if (this.#signedIn === session) return true;
    const isSignedIn = (await this.#parts.tokens.get(session.server)) !== undefined;
    if (isSignedIn) this.#signedIn = session;
    return isSignedIn;
  }

  /** Reads the list with progress in the view. Failures are shown in the view, not as notifications. */
  async run(session: ServerSession, read: () => Promise<void>): Promise<void> {
    const reading = read();
    const progress = this.#parts.clock.schedule(progressAfterMs, () => this.#showProgress(reading));
    try {
      await reading;
    } catch (error) {
      if (!isAbort(error)) void this.#parts.notices.note(error, session.server);
    } finally {
      progress.dispose();
    }
    // Another server may be visible when a long read ends. The rows that follow have their own message.
    if (session === this.#parts.sessions.active) this.#update(session);
  }

  #showProgress(reading: Promise<void>): void {
    void vscode.window.withProgress({ location: { viewId: views[this.#list] } }, () =>
      reading.catch(() => undefined),
    );
  }

  /** Updates message and welcome content for the current list. */
  update(session: ServerSession, message: string | undefined, description: string): void {
    this.#texts = { session, message, description };
    this.#update(session);
  }

  #update(session: ServerSession): void {
    const { message, description } = this.#texts?.session === session ? this.#texts : {};
    const { state, isEmpty } = session[this.#list];
    this.#showState(viewStateOf(state, isEmpty));
    this.#countDown(session);
    const reason =
      state.kind === 'failed' && isApiError(state.error) ? reasonText(state.error, localizer) : '';
    // Welcome content, which explains what to do, only shows while there is no message.
    const outage = isEmpty ? undefined : outageMessage(session.outage.state, this.#parts.clock.now());
    const words = joinTexts(' — ', !isEmpty && staleMessage(state, reason), outage, message);
    this.#showTexts(words === '' ? '' : noticeText(words), description);
  }

  /** While the server does not respond, the view shows the time until the next attempt. */
  #countDown(session: ServerSession): void {
    this.#countdown?.dispose();
    this.#countdown = undefined;
    if (session.outage.state.kind === 'online' || !this.isVisible) return;
    this.#countdown = this.#parts.clock.schedule(countdownMs, () => {
      if (this.#parts.sessions.active === session) this.#update(session);
    });
  }

  /** Shows texts that have changed, because VS Code redraws the view for each; an unknown description stays. */
  #showTexts(message: string, description: string | undefined): void {
    const view = this.#view;
    if (view === undefined) return;
    afterFirstRows(() => {
      if (message !== (view.message ?? '')) view.message = message;
      if (description !== undefined && description !== (view.description ?? ''))
        view.description = description;
    });
  }

  /** Shows that there is no list. */
  #showNone(state: 'noServer' | 'noToken'): undefined {
    this.#showState(state);
    this.#showTexts('', '');
    return undefined;
  }

  #showState(state: ViewState): void {
    setContextKey(stateKeys[this.#list], state);
    if (state === 'ready' || state === 'empty') setContextKey(contextKeys.signedIn, true);
  }
}
