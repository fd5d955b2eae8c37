import * as vscode from 'vscode';
import { isAbort } from '../api/errors/apiError.ts';
import { learnTargetNames } from '../notices/targetNames.ts';
import { randomName } from '../platform/pages/pageHtml.ts';
import type { Unsigned } from '../protocol/signature.ts';
import {
  type TimelineAction,
  type TimelineHostMessage,
  type TimelineOverview,
  type TimelinePageMessage,
  TimelinePageMessageSchema,
  type TimelineQuery,
} from '../protocol/timeline.ts';
import { findTimeZone, utc } from '../recurrence/text/timeZone.ts';
import { asOfMs } from '../store/reading/listState.ts';
import type { ServerSession } from '../store/serverSession.ts';
import type { RunsMemory } from '../timeline/timelineRuns.ts';
import { nextHourMs } from '../timeline/timelineSpan.ts';
import { assertNever } from '../util/assertNever.ts';
import type { ScheduledCall } from '../util/clock.ts';
import { displayText } from '../util/displayText.ts';
import { SpanFormats, timelineTexts } from './timelineWords.ts';
import { type TimelineParts, TimelineWork } from './timelineWork.ts';

/** Changes of many jobs arrive as many events, which are handled together. */
const debounceMs = 200;

/** VS Code takes longer than this to create the frame of a page. */
const headStartMs = 60;
/** On a slow computer, when the page waits for the first part of the timeline. */
const longestHeadStartMs = 250;
/** The longest time for which a page that is loading has the processors to itself. */
const pageLoadMs = 1_000;

/** Provides the content of one timeline, which follows the active server, its jobs, and the clock. */
export class TimelineSession implements vscode.Disposable {
  readonly page = randomName();
  readonly #parts: TimelineParts;
  readonly #post: (message: TimelineHostMessage) => void;
  readonly #work: TimelineWork;
  readonly #formats: SpanFormats;
  readonly #subscriptions: vscode.Disposable[];
  #query: TimelineQuery;
  #timer: ScheduledCall | undefined;
  /** The timeline is visible, or will be once its page has loaded. */
  #isActive = false;
  /** The page is ready for messages. */
  #isReady = false;
  /** Called with each result; `prepare` waits for it. */
  #computed = (_isComplete: boolean): void => undefined;
  /** Ends a suspension that no page has ended. */
  #resuming: ScheduledCall | undefined;
  #learning: ServerSession | undefined;
  /** The texts inside the page, and those that it currently shows. */
  #firstSetup = '';
  #shownSetup = '';
  /** The content to send once the page is ready. */
  #waiting: Unsigned<TimelineOverview> | undefined;

  constructor(
    parts: TimelineParts & { readonly runs: RunsMemory },
    post: (message: TimelineHostMessage) => void,
    query: TimelineQuery = { span: 'week', name: '', group: '' },
  ) {
    this.#parts = parts;
    this.#post = post;
    this.#query = query;
    this.#formats = new SpanFormats(parts.schedules.readerZone);
    this.#work = new TimelineWork(parts, this.#formats, overview => this.#present(overview));
    this.#subscriptions = [
      parts.sessions.onDidChange(() => this.#begin()),
      parts.sessions.onDidChangeObjects(session => {
        if (session !== parts.sessions.active) return;
        this.#later(debounceMs);
        if (this.#isActive) this.#learnNames(session);
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
    const complete = this.#until({ isPartEnough: false, atMostMs: headStartMs });
    this.#begin();
    await complete;
    if (this.#isActive && this.#waiting === undefined)
      await this.#until({ isPartEnough: true, atMostMs: longestHeadStartMs - headStartMs });
    if (!this.#isActive) return;
    this.#work.suspend();
    this.#resuming = this.#parts.clock.schedule(pageLoadMs, () => this.#resume());
  }

  /** The messages inside the page: its texts, and the timeline as far as it is computed. */
  first(): TimelineHostMessage[] {
    const setup = this.#setup();
    this.#firstSetup = JSON.stringify(setup);
    const overview = this.#waiting;
    this.#waiting = undefined;
    const messages = overview === undefined ? [setup] : [setup, overview];
    return messages.map(message => ({ ...message, page: this.page }));
  }

  /** The page was hidden and unloaded, so nothing is computed until it is shown again. */
  pause(): void {
    this.#isActive = false;
    this.#isReady = false;
    this.#waiting = undefined;
    this.#computed(true);
    this.#timer?.dispose();
    this.#work.stop();
    this.#resume();
  }

  dispose(): void {
    this.pause();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  receive(raw: unknown): void {
    const reading = TimelinePageMessageSchema.safeParse(raw);
    if (!reading.success || reading.data.page !== this.page) return;
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
        if (rows === undefined) return;
        const formatted = rows.map(row => this.#formats.row(row));
        return this.#send({ type: 'rows', revision, range, offset, rows: formatted });
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
    const server = this.#parts.sessions.active?.server.id;
    return action === 'loadAll'
      ? this.#parts.runCommand('deviceAutomation.jobs.loadAll')
      : this.#parts.runCommand('deviceAutomation.server.edit', { server, what: 'zone' });
  }

  get #isRead(): boolean {
    const state = this.#parts.sessions.active?.jobs.state;
    return state === undefined || state.kind === 'failed' || asOfMs(state) !== undefined;
  }

  #send(message: Unsigned<TimelineHostMessage>): void {
    if (this.#isReady) this.#post({ ...message, page: this.page });
  }

  #present(overview: Unsigned<TimelineOverview>): void {
    // Jobs that have not been read yet must not look like no jobs.
    const isComplete = overview.isComplete && this.#isRead;
    const shown = { ...overview, isComplete };
    if (this.#isReady) this.#send(shown);
    else this.#waiting = shown;
    this.#computed(isComplete);
  }

  /** Resolves when the timeline is computed, completely or in part, at the latest after `atMostMs`. */
  #until({ isPartEnough, atMostMs }: { isPartEnough: boolean; atMostMs: number }): Promise<void> {
    return new Promise(resolve => {
      const end = this.#parts.clock.schedule(atMostMs, resolve);
      this.#computed = isComplete => {
        if (!isComplete && !isPartEnough) return;
        end.dispose();
        resolve();
      };
    });
  }

  #resume(): void {
    this.#resuming?.dispose();
    this.#work.resume();
  }

  #pageBegins(hasContents: boolean): void {
    const isFollowed = hasContents && this.#isActive;
    this.#isActive = true;
    this.#isReady = true;
    this.#shownSetup = this.#firstSetup;
    this.#resume();
    const overview = this.#waiting;
    this.#waiting = undefined;
    if (overview !== undefined) {
      this.#setUp();
      this.#send(overview);
    } else if (!isFollowed) {
      this.#begin();
    }
  }

  /** Sends the server's name, and reads what has not been read yet. */
  #begin(): void {
    if (!this.#isActive) return;
    this.#setUp();
    this.#show();
    const session = this.#parts.sessions.active;
    if (session !== undefined) void this.#read(session);
  }

  /** The jobs read since then may refer to groups with unknown IDs. */
  #learnNames(session: ServerSession): void {
    if (this.#learning === session || session.groups.state.kind !== 'ready') return;
    this.#learning = session;
    void learnTargetNames(session, this.#parts.notices).finally(() => {
      this.#learning = undefined;
    });
  }

  #setup(): Extract<Unsigned<TimelineHostMessage>, { type: 'setup' }> {
    const session = this.#parts.sessions.active;
    const name = displayText(session?.server.name ?? '', 80);
    return { type: 'setup', language: vscode.env.language, texts: timelineTexts(name) };
  }

  #setUp(): void {
    const setup = this.#setup();
    const shown = JSON.stringify(setup);
    if (!this.#isReady || shown === this.#shownSetup) return;
    this.#shownSetup = shown;
    this.#send(setup);
  }

  async #read(session: ServerSession): Promise<void> {
    try {
      await session.jobs.ensureLoaded();
    } catch (error) {
      if (!isAbort(error)) await this.#parts.notices.note(error, session.server);
    }
    // Without the groups, the timeline just finds fewer clashes.
    await learnTargetNames(session, this.#parts.notices);
    this.#later(0);
  }

  #later(delayMs: number): void {
    if (!this.#isActive) return;
    this.#timer?.dispose();
    this.#timer = this.#parts.clock.schedule(delayMs, () => this.#show());
  }

  #show(): void {
    if (!this.#isActive) return;
    this.#timer?.dispose();
    // The span begins with the current hour.
    const { clock, schedules } = this.#parts;
    const nowMs = clock.now();
    const zone = findTimeZone(schedules.readerZone) ?? utc;
    this.#timer = clock.schedule(nextHourMs(nowMs, zone) - nowMs + 1, () => this.#show());
    this.#work.start(this.#query, nowMs);
  }
}
