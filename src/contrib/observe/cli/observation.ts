import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { needsSignIn } from '../../../api/errors/apiError.ts';
import { errorCode } from '../../../api/errors/connectionFailure.ts';
import type { SeenResponse } from '../../../api/transport/transport.ts';
import { type ScheduledCall, systemClock } from '../../../base/clock.ts';
import { untilAborted } from '../../../base/delay.ts';
import { fileErrorText } from '../../../base/fileErrors.ts';
import { responseSlices } from '../../../base/slices.ts';
import { inSlices } from '../../../base/steps.ts';
import type { CliConnection } from '../../../cli/cliConnection.ts';
import { type CliContext, type ExitCode, programVersion } from '../../../cli/cliContext.ts';
import { UsageError } from '../../../cli/optionTable.ts';
import { createPredictor } from '../../../recurrence/expand/predictor.ts';
import { localTimeZone } from '../../../recurrence/text/timeZone.ts';
import { ServerTime } from '../../../store/statuses/serverTime.ts';
import type { FleetChoices } from '../../fleetCheck/common/fleetChecker.ts';
import { historyFolderOf, openHistory } from '../../history/cli/seenRuns.ts';
import { History } from '../../history/common/history.ts';
import type { HistoryFiles } from '../../history/common/historyFiles.ts';
import { durationOf, type SeenRun } from '../../history/common/seenRuns.ts';
import type { Verdict } from '../../history/common/verdicts.ts';
import { FindingCounts } from './findingCounts.ts';
import { FleetGroups } from './fleetGroups.ts';
import { fleetMetrics } from './fleetMetrics.ts';
import { JudgedFile } from './judgedFile.ts';
import { type MetricsAddress, type MetricsServer, serveMetrics } from './metricsServer.ts';
import type { JobNews, ObservedJob } from './observedJob.ts';
import { Observer } from './observer.ts';

export interface ObserveSettings {
  readonly isOnce: boolean;
  readonly requestsPerMinute: number;
  /** The server's, if it is known. */
  readonly timeZone: string | undefined;
  readonly isPerJob: boolean;
  readonly textfile: string | undefined;
  readonly listen: MetricsAddress | undefined;
  /** Of the fleet check. */
  readonly choices: FleetChoices;
}

const clock = systemClock;
/** As many runs as stay of days that are deleted, and as many days as are stored. */
const keptInMemory = { runs: 50, days: 90 };
/** As often as Prometheus usually scrapes. */
const writeEveryMs = 15_000;

/** One run of `device-automation observe`: the observer, and everything that reports what it sees. */
export class Observation {
  readonly #context: CliContext<'state-dir'>;
  readonly #settings: ObserveSettings;
  readonly #connection: CliConnection;
  readonly #observer: Observer;
  readonly #time = new ServerTime(clock);
  readonly #history: History;
  readonly #files: HistoryFiles;
  readonly #findings: FindingCounts;
  readonly #groups: FleetGroups;
  /** What was logged last about a subject, so that nothing is repeated. */
  readonly #logged = new Map<string, string>();
  #outage: string | undefined;
  #server: MetricsServer | undefined;
  #timer: ScheduledCall | undefined;

  constructor(context: CliContext<'state-dir'>, settings: ObserveSettings) {
    const { timeZone, requestsPerMinute, choices } = settings;
    this.#context = context;
    this.#settings = settings;
    this.#connection = context.connect();
    const { server, reader } = this.#connection;
    this.#history = new History({ extraWords: () => new Map(), keeps: keptInMemory });
    this.#files = openHistory(context, { history: this.#history, server }, text => this.#log('store', text));
    const { localizer } = context;
    const { t } = localizer;
    const judgedPath = join(historyFolderOf(context, server), 'judged.json');
    this.#findings = new FindingCounts(this.#history, timeZone, { localizer, choices });
    const client = reader(response => this.#responded(response));
    this.#groups = new FleetGroups(client.groups, clock);
    const zone = timeZone ?? localTimeZone();
    this.#observer = new Observer({
      jobs: client.jobs,
      history: this.#history,
      clock,
      time: this.#time,
      predictor: createPredictor({ dialect: 'rfc', zone }),
      isZoneKnown: timeZone !== undefined,
      requestsPerMinute,
      judged: new JudgedFile(judgedPath, error =>
        this.#log(
          'judged',
          t(
            'Which planned runs have been judged cannot be stored, and a restart may report them again. {reason}',
            {
              reason: this.#reasonOf(error, judgedPath),
            },
          ),
        ),
      ),
      onNews: (job, news) => this.#report(job, news),
      onOutage: error => this.#outageBegan(error),
      onRecovery: () => this.#recovered(),
      onListRead: jobs => this.#listRead(jobs),
      afterList: (turn, signal) => this.#check(turn, signal),
      onListFailure: error => this.#log('list', context.errorText(error)),
    });
  }

  async run(): Promise<ExitCode> {
    const { signal, output } = this.#context;
    const { isOnce, listen } = this.#settings;
    const lost = output.untilLost();
    await this.#history.load();
    try {
      if (this.#settings.textfile !== undefined) await this.#writeTextfile(this.#settings.textfile);
      if (listen !== undefined) this.#server = await this.#listen(listen);
      if (isOnce) await this.#once();
      else await this.#untilStopped(lost);
      return isOnce && this.#observer.listReadMs === undefined && !signal.aborted ? 1 : 0;
    } finally {
      await this.#close();
    }
  }

  /** An interrupted one stores what it has seen, too. */
  async #once(): Promise<void> {
    const { signal } = this.#context;
    const stop = () => void this.#observer.stop();
    signal.addEventListener('abort', stop);
    await this.#observer.once();
    signal.removeEventListener('abort', stop);
  }

  async #untilStopped(lost: Promise<void>): Promise<void> {
    const { signal, localizer } = this.#context;
    const { name } = this.#connection.server;
    this.#log('state', localizer.t('Observing “{server}”.', { server: name }));
    this.#observer.start();
    this.#repeat();
    await untilAborted(lost, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
      this.#log('state', localizer.t('Stopped.'));
    });
  }

  async #close(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    await this.#server?.close();
    await this.#observer.stop();
    // Also if the metrics cannot be written.
    await this.#files.close();
    const { textfile, isOnce } = this.#settings;
    if (textfile !== undefined && isOnce) await this.#writeTextfile(textfile);
    // Series of a program that has ended must not look alive.
    else if (textfile !== undefined) await rm(textfile, { force: true });
  }

  #repeat(): void {
    this.#timer = clock.schedule(writeEveryMs, () => {
      const { textfile } = this.#settings;
      const { t } = this.#context.localizer;
      const written = textfile === undefined ? Promise.resolve() : this.#writeTextfile(textfile);
      written
        .then(
          () => this.#logged.delete('textfile'),
          (error: unknown) =>
            this.#log(
              'textfile',
              t('The metrics cannot be written. {reason}', { reason: this.#context.errorText(error) }),
            ),
        )
        .finally(() => {
          if (this.#timer !== undefined) this.#repeat();
        });
    });
  }

  async #listen(address: MetricsAddress): Promise<MetricsServer> {
    const { t } = this.#context.localizer;
    const where = `${address.host}:${address.port}`;
    try {
      const source = {
        metrics: () => this.#metrics(),
        health: () => ({ isUp: this.#observer.isUp, text: this.#outage ?? 'ok' }),
        isReady: () => this.#observer.listReadMs !== undefined,
      };
      const server = await serveMetrics(address, source, this.#context.output.redact);
      this.#log('listen', t('Metrics are served at {url}.', { url: `${server.url}/metrics` }));
      return server;
    } catch (error) {
      throw new UsageError(
        t('Cannot listen on {address}: {code}.', { address: where, code: errorCode(error) }),
      );
    }
  }

  /** A collector never reads half of a file. */
  async #writeTextfile(path: string): Promise<void> {
    const draft = `${path}.${process.pid}.new`;
    const metrics = await this.#metrics();
    try {
      await writeFile(draft, metrics);
      await rename(draft, path);
    } catch (error) {
      throw new UsageError(this.#reasonOf(error, path));
    }
  }

  async #metrics(): Promise<string> {
    const { isOnce, isPerJob } = this.#settings;
    const { isUp, listReadMs, looks, jobs, former } = this.#observer;
    const fleet = {
      server: this.#connection.server.name,
      version: programVersion,
      isUp,
      clockOffsetMs: this.#time.nowMs - clock.now(),
      listReadMs,
      isStored: !this.#files.hasFailed,
      looks,
      jobs,
      former,
      findings: this.#findings.counts,
      hasCounters: !isOnce,
    };
    const texts = await inSlices(fleetMetrics(fleet, isPerJob), responseSlices());
    return this.#context.output.redact(texts.join(''));
  }

  #responded({ sentAtMs, receivedAtMs, serverTimeMs: dateMs }: SeenResponse): void {
    const receivedMs = clock.steadyMs();
    this.#time.responded({ sentMs: receivedMs - Math.max(0, receivedAtMs - sentAtMs), receivedMs, dateMs });
  }

  #report(job: ObservedJob, news: JobNews): void {
    const event = runEvent(this.#connection.server.name, job, news);
    if (event !== undefined) this.#context.output.jsonLine(event);
  }

  #listRead(count: number): void {
    const { localizer } = this.#context;
    this.#log('list', localizer.plural('The server has {count} job.|The server has {count} jobs.', count));
  }

  /** Only the metrics say what is found. */
  async #check(turn: () => Promise<void>, signal: AbortSignal): Promise<void> {
    const { textfile, listen } = this.#settings;
    if (textfile === undefined && listen === undefined) return;
    const jobs = [...this.#observer.jobs].map(({ job }) => job);
    const { nowMs } = this.#time;
    try {
      await this.#groups.read(jobs, turn, signal).catch((error: unknown) => {
        if (!signal.aborted) this.#log('groups', this.#context.errorText(error));
      });
      const { groups, ageMs } = this.#groups;
      await this.#findings.check({ jobs, groups, asOfMs: nowMs - (groups === undefined ? 0 : ageMs) }, nowMs);
    } catch (error) {
      this.#log('check', this.#context.errorText(error));
    }
  }

  #outageBegan(error: unknown): void {
    const { t } = this.#context.localizer;
    this.#outage = this.#context.errorText(error);
    const next = needsSignIn(error)
      ? t('The next attempt follows in five minutes.')
      : t('It is tried again until it responds.');
    this.#log('server', this.#settings.isOnce ? this.#outage : `${this.#outage} ${next}`);
  }

  #recovered(): void {
    if (this.#outage === undefined) return;
    this.#outage = undefined;
    this.#log('server', this.#context.localizer.t('The server is available again.'));
  }

  #reasonOf(error: unknown, path: string): string {
    return fileErrorText(error, this.#context.localizer, path) ?? this.#context.errorText(error);
  }

  #log(subject: string, message: string): void {
    if (this.#logged.get(subject) === message) return;
    this.#logged.set(subject, message);
    const { output } = this.#context;
    const time = new Date(clock.now()).toISOString();
    if (output.isDocument) output.jsonNote({ time, subject, message });
    else output.note(`${time} ${message}`);
  }
}

/** The verdicts that are reported: everything else is as planned, or not known. */
const reported: readonly Verdict['kind'][] = ['notSeen', 'didNotRun'];

/** The line of JSON that describes what was seen; `undefined` if it needs no line. */
function runEvent(server: string, { id, name }: ObservedJob, news: JobNews) {
  const job = { server, id, name };
  if (news.kind === 'judged') {
    const { planned, verdict } = news;
    if (!reported.includes(verdict.kind)) return undefined;
    return { event: verdict.kind, ...job, planned: isoTime(planned.atMs) };
  }
  const { run } = news;
  if (news.kind === 'started') return { event: news.kind, ...job, start: startOf(run) };
  const { minMs, maxMs } = durationOf(run);
  return {
    event: news.kind,
    ...job,
    start: startOf(run),
    end: { after: isoTime(run.end.afterMs), by: isoTime(run.end.byMs) },
    seconds: { least: minMs / 1_000, most: maxMs === undefined ? undefined : maxMs / 1_000 },
    status: run.word,
    kind: run.kind,
  };
}

function startOf({ start }: SeenRun) {
  return { after: isoTime(start.afterMs), by: isoTime(start.byMs) };
}

function isoTime(timeMs: number | undefined): string | undefined {
  return timeMs === undefined ? undefined : new Date(timeMs).toISOString();
}
