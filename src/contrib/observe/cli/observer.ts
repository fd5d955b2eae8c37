import type { Client } from '../../../api/client.ts';
import { isNotFound, needsSignIn } from '../../../api/errors/apiError.ts';
import type { Job } from '../../../api/model/job.ts';
import type { Page } from '../../../api/resources/listPage.ts';
import { readSteady } from '../../../api/resources/wholeList.ts';
import { Agenda } from '../../../base/agenda.ts';
import type { Clock } from '../../../base/clock.ts';
import { DeadlineScheduler } from '../../../base/deadlineScheduler.ts';
import { responseSlices } from '../../../base/slices.ts';
import { dayMs, hourMs, minuteMs } from '../../../recurrence/text/calendarDay.ts';
import { throwIfLacking } from '../../../store/reading/incompleteList.ts';
import { Outage } from '../../../store/reading/outage.ts';
import { RequestBudget } from '../../../store/reading/requestBudget.ts';
import type { ServerTime } from '../../../store/statuses/serverTime.ts';
import type { Look } from '../../history/common/look.ts';
import { addCounts, type RunResult, type VerdictKind } from './fleetMetrics.ts';
import { type JobNews, type JobRules, ObservedJob, setBackMs } from './observedJob.ts';

export interface ObserverOptions extends JobRules {
  readonly jobs: Pick<Client['jobs'], 'list' | 'status'>;
  readonly clock: Clock;
  readonly time: Pick<ServerTime, 'nowMs' | 'boundsOf'>;
  readonly requestsPerMinute: number;
  /** Until when planned runs have been judged, if that was ever saved; it is saved before verdicts are reported. */
  readonly judged: { read(): Promise<number | undefined>; save(judgedMs: number): Promise<void> };
  readonly onNews: (job: ObservedJob, news: JobNews) => void;
  /** The server is not available, or rejects all requests; called once per outage. */
  readonly onOutage: (error: unknown) => void;
  readonly onRecovery: () => void;
  readonly onListRead: (jobs: number) => void;
  /** Reads what else is wanted after each list; `turn` resolves when the budget has a request. */
  readonly afterList?: (turn: () => Promise<void>, signal: AbortSignal) => Promise<void>;
  /** The list cannot be read although the server is available. */
  readonly onListFailure: (error: unknown) => void;
}

/** Jobs that are not due are looked at in turn, but not more often than this. */
const restMs = 30_000;
/** A part of a minute's requests is left for the jobs that are due at the same time. */
const reservedShare = 1 / 3;
/** Changed schedules are noticed after this time; the list of a large fleet takes at most this part of the requests. */
const listEveryMs = 5 * minuteMs;
const listShare = 0.1;
const mostInFlight = 8;
/** A rejected token does not become valid within seconds. */
const signInMs = 5 * minuteMs;
/** Planned runs are judged together, at most this often. */
const judgeEveryMs = 10_000;
/** After a longer time in which nobody judged, only the planned runs of this time are. */
const longestJudgedMs = 7 * dayMs;

/**
 * Looks at all jobs of a server: at those that are planned or executing when it matters, at the others in turn, within
 * the budget of requests. What it sees goes to the history.
 */
export class Observer {
  readonly #options: ObserverOptions;
  readonly #budget: RequestBudget;
  readonly #outage: Outage;
  readonly #jobs = new Map<number, ObservedJob>();
  /** Times of the server. */
  readonly #due = new Agenda();
  readonly #resting = new Agenda();
  /** When the planned runs of a job are to be judged. */
  readonly #judging = new Agenda();
  #judgement: Promise<void> | undefined;
  /** Until when they have been judged; `undefined` until that is read. */
  #judgedMs: number | undefined;
  /** On the steady clock. */
  #judgeDueMs = Number.NEGATIVE_INFINITY;
  readonly #flights = new Map<number, Promise<void>>();
  readonly #controller = new AbortController();
  readonly #wake: DeadlineScheduler;
  readonly #signIn: DeadlineScheduler;
  readonly #looks = { ok: 0, failed: 0 };
  /** What was counted of jobs that are no longer listed. */
  readonly former = { results: new Map<RunResult, number>(), verdicts: new Map<VerdictKind, number>() };
  #list: ListReading | undefined;
  /** On the steady clock. */
  #listDueMs = Number.NEGATIVE_INFINITY;
  #listReadMs: number | undefined;
  /** The server's time at the last pump. */
  #pumpedMs = Number.NEGATIVE_INFINITY;
  #isUp: boolean | undefined;
  #isOver = false;
  #whenIdle: (() => void) | undefined;

  constructor(options: ObserverOptions) {
    const { clock, requestsPerMinute, onOutage } = options;
    this.#options = options;
    this.#budget = new RequestBudget(clock, () => requestsPerMinute);
    this.#outage = new Outage({ clock, random: Math.random, onFailure: onOutage });
    this.#wake = new DeadlineScheduler(clock, () => this.#pump());
    this.#signIn = new DeadlineScheduler(clock, () => {
      this.#outage.retryNow();
      this.#pump();
    });
  }

  get jobs(): Iterable<ObservedJob> {
    return this.#jobs.values();
  }

  /** Whether the last request succeeded. */
  get isUp(): boolean {
    return this.#isUp === true;
  }

  /** When the list was last read completely, in the server's time. */
  get listReadMs(): number | undefined {
    return this.#listReadMs;
  }

  get looks(): { readonly ok: number; readonly failed: number } {
    return this.#looks;
  }

  start(): void {
    this.#pump();
  }

  /** Reads the list, and looks once at as many jobs as a minute's requests allow, the most urgent ones first. */
  async once(): Promise<void> {
    const idle = new Promise<void>(resolve => {
      this.#whenIdle = resolve;
    });
    this.#pump();
    await idle;
    await this.#judgement;
    if (this.#listReadMs !== undefined) await this.#judge();
    await this.stop();
  }

  /** Resolves when no request is pending. */
  async stop(): Promise<void> {
    this.#isOver = true;
    this.#whenIdle?.();
    this.#wake.cancel();
    this.#signIn.cancel();
    this.#controller.abort();
    this.#list?.goOn?.();
    this.#outage.dispose();
    await Promise.all([this.#list?.done, this.#judgement, ...this.#flights.values()]);
  }

  #pump(): void {
    if (this.#isOver) return;
    const { clock, time } = this.#options;
    if (time.nowMs < this.#pumpedMs - setBackMs) this.#clockSetBack(time.nowMs);
    this.#pumpedMs = time.nowMs;
    if (this.#list === undefined && this.#listDueMs <= clock.steadyMs()) this.#beginList();
    if (this.#judgement === undefined && this.#msUntilJudging() <= 0)
      this.#judgement = this.#judge().finally(() => {
        this.#judgement = undefined;
        this.#pump();
      });
    const most = this.#isUp === true ? mostInFlight : 1;
    const isRequesting = this.#list !== undefined && this.#list.goOn === undefined;
    while (this.#flights.size + Number(isRequesting) < most && this.#beginNext());
    if (this.#flights.size === 0 && this.#list === undefined) this.#whenIdle?.();
    this.#wake.cancel();
    if (!this.#isOver) this.#wake.within(this.#waitMs());
  }

  /** Sends the most urgent request; false if there is none, or none may be sent now. */
  #beginNext(): boolean {
    const { clock, time } = this.#options;
    if (this.#outage.pausedUntilMs > clock.steadyMs()) return false;
    const goOn = this.#list?.goOn;
    const { nowMs } = time;
    const isDue = (this.#due.nextMs ?? Number.POSITIVE_INFINITY) <= nowMs;
    // A single look is wanted even if the last one was a moment ago.
    const restedMs = this.#whenIdle === undefined ? nowMs : Number.MAX_VALUE;
    const isRested = (this.#resting.nextMs ?? Number.POSITIVE_INFINITY) <= restedMs;
    if (goOn === undefined && !isDue && !(isRested && this.#budget.msUntil(this.#reserve) === 0))
      return false;
    if (this.#budget.take(1) === 0 || !this.#outage.takeTry()) return false;
    if (goOn !== undefined && this.#list !== undefined) {
      this.#list.goOn = undefined;
      goOn();
      return false;
    }
    const id = isDue ? this.#due.take(nowMs) : this.#resting.take(restedMs);
    const job = id === undefined ? undefined : this.#jobs.get(id);
    if (job === undefined || this.#flights.has(job.id)) this.#outage.tryCanceled();
    else this.#flights.set(job.id, this.#look(job));
    return true;
  }

  /** How many requests must be left before a job is looked at that is not due. */
  get #reserve(): number {
    return this.#whenIdle === undefined ? Math.ceil(this.#options.requestsPerMinute * reservedShare) : 1;
  }

  #waitMs(): number {
    const { clock, time } = this.#options;
    const [steadyMs, nowMs] = [clock.steadyMs(), time.nowMs];
    const pauseMs = this.#outage.pausedUntilMs - steadyMs;
    const judgingMs = this.#judgement === undefined ? this.#msUntilJudging() : minuteMs;
    // A rejected token is tried again by a timer of its own.
    if (pauseMs > 0) return Math.max(1, Math.min(pauseMs, judgingMs, minuteMs));
    const waits = [
      judgingMs,
      this.#list === undefined ? this.#listDueMs - steadyMs : minuteMs,
      this.#list?.goOn === undefined ? minuteMs : this.#budget.msUntil(1),
      Math.max((this.#due.nextMs ?? Number.POSITIVE_INFINITY) - nowMs, this.#budget.msUntil(1)),
      Math.max(
        (this.#resting.nextMs ?? Number.POSITIVE_INFINITY) - nowMs,
        this.#budget.msUntil(this.#reserve),
      ),
    ];
    // Every request that ends continues as well, so that a full pipe does not need to be waited for.
    return Math.min(minuteMs, Math.max(1, ...[Math.min(...waits)]));
  }

  #msUntilJudging(): number {
    const { clock, time } = this.#options;
    // Until the list has been read, some jobs are not known, and nothing may be called judged.
    if (this.#listReadMs === undefined) return Number.POSITIVE_INFINITY;
    const dueMs = (this.#judging.nextMs ?? Number.POSITIVE_INFINITY) - time.nowMs;
    return Math.max(dueMs, this.#judgeDueMs - clock.steadyMs());
  }

  /** Judges the planned runs whose time has come. What is judged is saved first: a restart reports nothing twice. */
  async #judge(): Promise<void> {
    const { clock, time, judged, onNews } = this.#options;
    this.#judgeDueMs = clock.steadyMs() + judgeEveryMs;
    const { nowMs } = time;
    const lastMs = this.#judgedMs ?? (await judged.read()) ?? nowMs;
    // A clock that was ahead must not keep anything from being judged.
    const sinceMs = lastMs > nowMs + hourMs ? nowMs : Math.max(lastMs, nowMs - longestJudgedMs);
    const slices = responseSlices();
    const found: { readonly job: ObservedJob; readonly news: readonly JobNews[] }[] = [];
    for (let id = this.#judging.take(nowMs); id !== undefined; id = this.#judging.take(nowMs)) {
      if (slices.isOver) await slices.rest();
      const job = this.#jobs.get(id);
      if (job === undefined) continue;
      const { news, nextMs } = job.judged({ sinceMs, untilMs: nowMs });
      if (nextMs !== undefined) this.#judging.set(id, Math.max(nextMs, nowMs + 1));
      if (news.length > 0) found.push({ job, news });
    }
    this.#judgedMs = Math.max(sinceMs, nowMs);
    await judged.save(this.#judgedMs);
    for (const { job, news } of found) for (const piece of news) onNews(job, piece);
  }

  async #look(job: ObservedJob): Promise<void> {
    const { jobs, clock, history, time, onNews } = this.#options;
    const { signal } = this.#controller;
    const sentMs = clock.steadyMs();
    try {
      const { status: word } = await jobs.status(job.id, { signal, once: true });
      const look: Look = { word, ...time.boundsOf({ sentMs, receivedMs: clock.steadyMs() }) };
      this.#succeeded();
      this.#looks.ok++;
      // The ID may belong to another job by now.
      if (this.#jobs.get(job.id) !== job) return;
      history.look(job.id, look);
      for (const news of job.looked(look)) onNews(job, news);
      if (this.#whenIdle === undefined) this.#schedule(job, look.latestMs + restMs);
      else this.#resting.delete(job.id);
    } catch (error) {
      if (!signal.aborted) this.#lookFailed(job, error);
    } finally {
      this.#flights.delete(job.id);
      this.#pump();
    }
  }

  #lookFailed(job: ObservedJob, error: unknown): void {
    const { history, time } = this.#options;
    const { nowMs } = time;
    this.#looks.failed++;
    if (Outage.isOf(error)) {
      history.failed(undefined, nowMs);
      this.#failed(error, true);
      this.#due.set(job.id, nowMs);
      return;
    }
    this.#succeeded();
    history.failed(job.id, nowMs);
    if (isNotFound(error)) this.#drop(job);
    else this.#schedule(job, nowMs + signInMs);
  }

  #succeeded(): void {
    this.#outage.succeeded();
    const wasDown = this.#isUp === false;
    this.#isUp = true;
    if (wasDown) this.#options.onRecovery();
  }

  #failed(error: unknown, mayBeTransient: boolean): void {
    this.#isUp = false;
    this.#outage.failed(error, { mayBeTransient });
    if (needsSignIn(error)) this.#signIn.within(signInMs);
  }

  #schedule(job: ObservedJob, restedMs: number): void {
    if (this.#jobs.get(job.id) !== job) return;
    const { dueMs } = job;
    if (dueMs === undefined) this.#due.delete(job.id);
    else this.#due.set(job.id, dueMs);
    this.#resting.set(job.id, restedMs);
  }

  /** What was due by the former time would wait until that time comes again. */
  #clockSetBack(nowMs: number): void {
    for (const job of this.#jobs.values()) {
      job.resume(nowMs);
      this.#schedule(job, nowMs);
      this.#judging.set(job.id, nowMs);
    }
  }

  #beginList(): void {
    const list: ListReading = { goOn: undefined, lastTurn: Promise.resolve(), done: Promise.resolve() };
    this.#list = list;
    list.done = this.#readList(list).finally(() => {
      this.#list = undefined;
      this.#pump();
    });
  }

  async #readList(list: ListReading): Promise<void> {
    const { jobs, clock, history, time, requestsPerMinute, onListRead, onListFailure } = this.#options;
    const { signal } = this.#controller;
    const listed = new Set<number>();
    let pages = 0;
    try {
      const turn = async () => {
        await this.#turn(list);
        signal.throwIfAborted();
        pages += 1;
      };
      const { lack, traces } = await readSteady({
        list: from => inTurns(jobs.list({ signal, from }), turn),
        keyOf: ({ id }) => id,
        onPage: ({ items }) => {
          this.#succeeded();
          for (const job of items) this.#listedJob(job, listed);
        },
      });
      throwIfLacking('jobs', { kind: lack ?? 'complete', read: listed.size, total: traces.at(-1)?.total });
      for (const job of [...this.#jobs.values()]) if (!listed.has(job.id)) this.#drop(job);
      const { nowMs } = time;
      this.#listReadMs = nowMs;
      history.listRead(nowMs);
      onListRead(this.#jobs.size);
      await this.#options.afterList?.(() => this.#turn(list), signal);
    } catch (error) {
      if (signal.aborted) return;
      if (Outage.isOf(error)) this.#failed(error, false);
      else onListFailure(error);
      this.#whenIdle?.();
    }
    const pauseMs = (pages * minuteMs) / (requestsPerMinute * listShare);
    this.#listDueMs = clock.steadyMs() + Math.max(this.#isUp === true ? listEveryMs : 0, pauseMs);
  }

  /** Waits until the budget has a request for the list, after those that wait already. */
  #turn(list: ListReading): Promise<void> {
    list.lastTurn = list.lastTurn.then(
      () =>
        new Promise<void>(resolve => {
          if (this.#isOver) return resolve();
          list.goOn = resolve;
          this.#pump();
        }),
    );
    return list.lastTurn;
  }

  #listedJob(job: Job, listed: Set<number>): void {
    const { nowMs } = this.#options.time;
    listed.add(job.id);
    const known = this.#jobs.get(job.id);
    if (known?.isAnother(job)) this.#drop(known);
    const observed = this.#jobs.get(job.id) ?? new ObservedJob(job, nowMs, this.#options);
    const isNew = observed !== known;
    if (isNew) this.#jobs.set(job.id, observed);
    if (isNew || observed.read(job, nowMs)) this.#judging.set(job.id, nowMs);
    // A job that nobody has looked at lately comes first in turn.
    this.#schedule(observed, (observed.status?.readMs ?? Number.NEGATIVE_INFINITY) + restMs);
  }

  /** Forgets a job that was deleted, after its planned runs have been judged. */
  #drop(job: ObservedJob): void {
    const { time, onNews } = this.#options;
    const sinceMs = this.#judgedMs;
    const period = sinceMs === undefined ? undefined : { sinceMs, untilMs: time.nowMs, isLast: true };
    for (const news of period === undefined ? [] : job.judged(period).news) onNews(job, news);
    addCounts(this.former, job.counts);
    this.#jobs.delete(job.id);
    for (const agenda of [this.#due, this.#resting, this.#judging]) agenda.delete(job.id);
  }
}

/** The pages, each after a turn. */
async function* inTurns(
  pages: AsyncIterable<Page<Job>>,
  turn: () => Promise<void>,
): AsyncGenerator<Page<Job>> {
  const reading = pages[Symbol.asyncIterator]();
  for (let isLast = false; !isLast; ) {
    await turn();
    const page = await reading.next();
    if (page.done === true) return;
    yield page.value;
    isLast = page.value.next === undefined;
  }
}

interface ListReading {
  /** Continues with the next page; `undefined` while one is requested. */
  goOn: (() => void) | undefined;
  /** Resolves when nobody waits for a request any more. */
  lastTurn: Promise<void>;
  done: Promise<void>;
}
