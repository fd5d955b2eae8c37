import * as vscode from 'vscode';
import { isAbort } from '../../../api/errors/apiError.ts';
import { assertNever } from '../../../base/assertNever.ts';
import type { ScheduledCall } from '../../../base/clock.ts';
import { displayText } from '../../../base/displayText.ts';
import type { Unsigned } from '../../../pages/protocol/signature.ts';
import { asOfMs } from '../../../store/reading/listState.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { loadTargetNames } from '../../../workbench/notices/errorNotices.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import type { RunsMemory } from '../common/timelineRuns.ts';
import { nextHourMs } from '../common/timelineSpan.ts';
import { type TimelinePageMessage, TimelinePageMessageSchema } from '../protocol/timelineMessages.ts';
import {
  firstQuery,
  type TimelineAction,
  type TimelineHostMessage,
  type TimelineOverview,
  type TimelineQuery,
} from '../protocol/timelineOverview.ts';
import { TimelineOutbox } from './timelineOutbox.ts';
import { timelineTexts } from './timelinePhrases.ts';
import type { TimelineParts } from './timelineScope.ts';
import { TimelineWork } from './timelineWork.ts';

/** Changes of many jobs arrive as many events, which are handled together. */
const debounceMs = 200;
/** Statuses change continually while jobs are executing. */
const statusDebounceMs = 1_000;
/** What came of past runs is determined anew this often while statuses change. */
const pastMs = 60_000;

/** VS Code takes longer than this to create the frame of a page, so the page waits for a complete timeline. */
const headStartMs = 30;
/** The longest wait for the first part of a timeline, on a slow computer. */
const longestHeadStartMs = 250;
/** The longest time for which a page that is loading has the processors to itself. */
const pageLoadMs = 1_000;

/** Provides the content of one timeline, which follows the active server, its jobs, and the clock. */
export class TimelineSession implements vscode.Disposable {
  readonly #parts: TimelineParts;
  readonly outbox: TimelineOutbox;
  readonly #work: TimelineWork;
  readonly #subscriptions: vscode.Disposable[];
  #query: TimelineQuery;
  #timer: ScheduledCall | undefined;
  #statusTimer: ScheduledCall | undefined;
  #shownMs = 0;
  /** The timeline is visible, or will be once its page has loaded. */
  #isActive = false;
  /** Called with each result; `prepare` waits for it. */
  #computed = (_isComplete: boolean): void => undefined;
  /** Ends a suspension that no page has ended. */
  #resuming: ScheduledCall | undefined;
  #learning: ServerSession | undefined;
  #followed: { readonly session: ServerSession; readonly runs: { dispose(): void } } | undefined;

  constructor(
    parts: TimelineParts & { readonly runs: RunsMemory },
    post: (message: TimelineHostMessage) => void,
    query: TimelineQuery = firstQuery,
  ) {
    this.#parts = parts;
    this.outbox = new TimelineOutbox(post, () => this.#setup());
    this.#query = query;
    this.#work = new TimelineWork(parts, overview => this.#present(overview));
    this.#subscriptions = [
      parts.sessions.onDidChange(() => this.#begin()),
      parts.sessions.onDidChangeObjects(session => {
        if (session !== parts.sessions.active) return;
        this.#later(debounceMs);
        if (this.#isActive) this.#learnNames(session);
      }),
      parts.sessions.onDidChangeStatuses(session => {
        if (session === parts.sessions.active) this.#refreshLinesLater();
      }),
      parts.labels.onDidChange(() => this.#later(debounceMs)),
    ];
  }

  /**
   * Starts before the page has loaded, which takes longer than most timelines. Resolves when the timeline is
   * complete, or when the page should not wait any longer. Computing then stops until the page has loaded, because both
   * would share the same processors.
   */
  async prepare(): Promise<void> {
    this.#isActive = true;
    const headStart = this.#headStart();
    this.#begin();
    await headStart;
    if (!this.#isActive) return;
    this.#work.suspend();
    this.#resuming = this.#parts.clock.schedule(pageLoadMs, () => this.#resume());
  }

  /** The page was hidden and unloaded, so nothing is computed until it is shown again. */
  pause(): void {
    this.#isActive = false;
    this.outbox.close();
    this.#computed(true);
    this.#timer?.dispose();
    this.#statusTimer?.dispose();
    this.#statusTimer = undefined;
    this.#work.stop();
    this.#resume();
  }

  get query(): TimelineQuery {
    return this.#query;
  }

  dispose(): void {
    this.pause();
    this.#followed?.runs.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  receive(raw: unknown): void {
    const reading = TimelinePageMessageSchema.safeParse(raw);
    if (!reading.success || reading.data.page !== this.outbox.page) return;
    void this.#handle(reading.data).catch((error: unknown) =>
      this.#parts.notices.show(error, this.#parts.sessions.active?.server),
    );
  }

  async #handle(message: TimelinePageMessage): Promise<void> {
    switch (message.type) {
      case 'ready':
        return this.#pageBegins(message.hasContents);
      case 'query':
        this.#query = message.query;
        return this.#show();
      case 'rows': {
        const { revision, range, offset, limit } = message;
        const rows = this.#work.rows(revision, range, { offset, limit });
        if (rows !== undefined) this.outbox.send({ type: 'rows', revision, range, offset, rows });
        return;
      }
      case 'open': {
        const server = this.#parts.sessions.active?.server.id;
        return this.#parts.runCommand('deviceAutomation.job.open', { id: message.jobId, server });
      }
      case 'action':
        return this.#runAction(message.action);
      default:
        assertNever(message);
    }
  }

  #runAction(action: TimelineAction): Promise<void> {
    const { runCommand, sessions } = this.#parts;
    const server = sessions.active?.server.id;
    if (action === 'setZone') return runCommand('deviceAutomation.server.edit', { server, what: 'zone' });
    if (action === 'findGroupIds') return runCommand('deviceAutomation.groups.findIds');
    if (action === 'resumeReading') return runCommand('deviceAutomation.lists.resumeReading');
    return runCommand('deviceAutomation.timeline.export', ...(action === 'print' ? [action] : []));
  }

  /** Whether the list of jobs was read, or will not be. */
  get #isRead(): boolean {
    const state = this.#parts.sessions.active?.jobs.state;
    return state === undefined || state.kind === 'failed' || asOfMs(state) !== undefined;
  }

  #present(overview: Unsigned<TimelineOverview>): void {
    // Jobs that have not been read yet must not look like no jobs.
    const isComplete = overview.isComplete && this.#isRead;
    this.outbox.present({ ...overview, isComplete });
    this.#computed(isComplete);
  }

  /** Resolves with the complete timeline, soon with a part of it, and at the latest without any. */
  #headStart(): Promise<void> {
    const { clock } = this.#parts;
    return new Promise(resolve => {
      let isPartEnough = false;
      const end = () => {
        for (const call of calls) call.dispose();
        resolve();
      };
      const calls = [
        clock.schedule(headStartMs, () => {
          isPartEnough = true;
          if (this.outbox.hasTimeline) end();
        }),
        clock.schedule(longestHeadStartMs, end),
      ];
      this.#computed = isComplete => {
        if (isComplete || isPartEnough) end();
      };
    });
  }

  #resume(): void {
    this.#resuming?.dispose();
    this.#work.resume();
  }

  #pageBegins(hasContents: boolean): void {
    const isCurrent = hasContents && this.#isActive;
    this.#isActive = true;
    this.#resume();
    if (!this.outbox.open() && !isCurrent) this.#begin();
  }

  /** Sends the server's name, and reads what has not been read yet. */
  #begin(): void {
    if (!this.#isActive) return;
    this.outbox.updateSetup();
    this.#show();
    const session = this.#parts.sessions.active;
    if (session === undefined) return;
    this.#followRuns(session);
    void this.#read(session);
  }

  #followRuns(session: ServerSession): void {
    if (this.#followed?.session === session) return;
    this.#followed?.runs.dispose();
    this.#followed = { session, runs: historyOf(session).onDidChange(() => this.#refreshLinesLater()) };
  }

  /** The jobs read since then may refer to groups with unknown IDs. */
  #learnNames(session: ServerSession): void {
    if (this.#learning === session || session.groups.state.kind !== 'ready') return;
    this.#learning = session;
    void loadTargetNames(session, this.#parts.notices).finally(() => {
      this.#learning = undefined;
    });
  }

  #setup() {
    const session = this.#parts.sessions.active;
    const name = displayText(session?.server.name ?? '', 80);
    return { type: 'setup' as const, language: vscode.env.language, texts: timelineTexts(name) };
  }

  async #read(session: ServerSession): Promise<void> {
    const wasRead = this.#isRead;
    try {
      await session.jobs.whole();
    } catch (error) {
      if (!isAbort(error)) await this.#parts.notices.note(error, session.server);
    }
    // Without the groups, the timeline just finds fewer clashes.
    await loadTargetNames(session, this.#parts.notices);
    // Otherwise only what changed is worth a new timeline, and changes have their own events.
    if (!wasRead) this.#later(0);
  }

  #later(delayMs: number): void {
    if (!this.#isActive) return;
    this.#timer?.dispose();
    this.#timer = this.#parts.clock.schedule(delayMs, () => this.#show());
  }

  #refreshLinesLater(): void {
    if (!this.#isActive) return;
    this.#statusTimer ??= this.#parts.clock.schedule(statusDebounceMs, () => {
      this.#statusTimer = undefined;
      if (this.#parts.clock.steadyMs() - this.#shownMs > pastMs) this.#show();
      else this.#work.refreshLines();
    });
  }

  #show(): void {
    if (!this.#isActive) return;
    this.#timer?.dispose();
    // The current hour always has a row of its own, and past ones are paler.
    const { clock } = this.#parts;
    const nowMs = clock.now();
    const nextMs = nextHourMs(nowMs, this.#work.zoneOf(this.#query));
    this.#timer = clock.schedule(nextMs - nowMs + 1, () => this.#show());
    this.#shownMs = clock.steadyMs();
    this.#work.start(this.#query);
  }
}
