import * as vscode from 'vscode';
import type { Job } from '../../../api/model/job.ts';
import type { Clock } from '../../../base/clock.ts';
import { DeadlineScheduler } from '../../../base/deadlineScheduler.ts';
import { Emitter } from '../../../base/emitter.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import type { Uses } from '../../../workbench/commands/commandContext.ts';
import { localizer } from '../../../workbench/platform/localize.ts';
import type { Schedules } from '../../../workbench/servers/schedules.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import { type MomentWords, momentWords } from '../../changeJobs/common/momentText.ts';
import { type Pause, PauseFile, type PausesByJob } from '../common/pauseFile.ts';
import { type ActivePause, activePause, overdueJobs, type PauseFacts } from '../common/pausePlan.ts';
import { pausesOf, setPauses } from '../common/sessionPauses.ts';

interface PausesParts extends Uses<'notices'> {
  readonly sessions: Pick<SessionRegistry, 'open' | 'onDidOpen' | 'onDidChangeObjects'>;
  readonly schedules: Pick<Schedules, 'of' | 'readerZone'>;
  readonly clock: Clock;
  /** That of this user's programs. */
  readonly stateFolder: string;
  /** Called with jobs that were disabled for a pause that is over, each once. */
  readonly onOverdue: (session: ServerSession, jobs: readonly Job[]) => void;
}

const longestWaitMs = 3_600_000;

/** The pauses of every open session, as the files say that other windows and command lines share. */
export class Pauses implements vscode.Disposable {
  readonly #parts: PausesParts;
  readonly #changed = new Emitter<{ readonly serverId: string; readonly jobIds: readonly number[] }>();
  /** Fires without jobs for all of them. */
  readonly onDidChange = this.#changed.event;
  readonly #told = new Set<string>();
  readonly #timer: DeadlineScheduler;
  readonly #subscription: vscode.Disposable;

  constructor(parts: PausesParts) {
    this.#parts = parts;
    const { sessions, clock, stateFolder } = parts;
    this.#timer = new DeadlineScheduler(clock, () => this.#checkAll());
    const files = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(stateFolder), 'pauses/*.json'),
    );
    const readAll = () => {
      for (const session of sessions.open) void this.#read(session);
    };
    this.#subscription = vscode.Disposable.from(
      files,
      files.onDidChange(readAll),
      files.onDidCreate(readAll),
      files.onDidDelete(readAll),
      sessions.onDidOpen(session => void this.#read(session)),
      sessions.onDidChangeObjects(session => this.#check(session)),
    );
    readAll();
  }

  /** What planning needs, from the file as it is. Rejects if it cannot be read. */
  async factsFor(session: ServerSession): Promise<PauseFacts> {
    const pauses = await this.#fileOf(session).read();
    this.#set(session, pauses);
    return this.#factsOf(session, pauses);
  }

  wordsFor(): MomentWords {
    const { schedules, clock } = this.#parts;
    return momentWords(schedules.readerZone, clock.now(), localizer);
  }

  /** Rejects if nothing can be recorded; then nothing may be sent. */
  async change(session: ServerSession, add: readonly Pause[], forget: readonly number[] = []): Promise<void> {
    this.#set(session, await this.#fileOf(session).change(add, forget, this.#parts.clock.now()));
  }

  activeOf(job: Job, session: ServerSession): ActivePause | undefined {
    return activePause(job, this.#factsOf(session, pausesOf(session)));
  }

  sessionOf(serverId: string): ServerSession | undefined {
    return [...this.#parts.sessions.open].find(({ server }) => server.id === serverId);
  }

  dispose(): void {
    this.#timer.cancel();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #fileOf({ server }: ServerSession): PauseFile {
    return new PauseFile(this.#parts.stateFolder, server.url);
  }

  #factsOf({ server }: ServerSession, pauses: PausesByJob): PauseFacts {
    const { schedules, clock } = this.#parts;
    return { reading: schedules.of(server).reading, nowMs: clock.now(), pauses };
  }

  async #read(session: ServerSession): Promise<void> {
    try {
      this.#set(session, await this.#fileOf(session).read());
    } catch (error) {
      await this.#parts.notices.note(error, session.server);
    }
  }

  #set(session: ServerSession, pauses: PausesByJob): void {
    const jobIds = [...new Set([...pausesOf(session).keys(), ...pauses.keys()])];
    setPauses(session, pauses);
    if (jobIds.length > 0) this.#changed.fire({ serverId: session.server.id, jobIds });
    this.#check(session);
  }

  #checkAll(): void {
    for (const session of this.#parts.sessions.open) {
      const jobIds = [...pausesOf(session).keys()];
      if (jobIds.length > 0) this.#changed.fire({ serverId: session.server.id, jobIds });
      this.#check(session);
    }
  }

  /** Tells of jobs to enable, and comes back when the next pause ends. */
  #check(session: ServerSession): void {
    const pauses = pausesOf(session);
    if (pauses.size === 0) return;
    const { clock, onOverdue } = this.#parts;
    const jobs = [...pauses.keys()].flatMap(id => session.jobs.get(id) ?? []);
    const overdue = overdueJobs(jobs, this.#factsOf(session, pauses)).filter(({ id }) => {
      const key = `${session.server.id} ${id} ${pauses.get(id)?.untilMs}`;
      const isNew = !this.#told.has(key);
      this.#told.add(key);
      return isNew;
    });
    if (overdue.length > 0) onOverdue(session, overdue);
    const nowMs = clock.now();
    const ends = Array.from(pauses.values(), ({ untilMs }) => untilMs).filter(ms => ms > nowMs);
    if (ends.length > 0) this.#timer.within(Math.min(longestWaitMs, Math.min(...ends) - nowMs));
  }
}
