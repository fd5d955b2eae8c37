import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Clock } from '../../../base/clock.ts';
import { getOrAdd } from '../../../base/collections.ts';
import { DeadlineScheduler } from '../../../base/deadlineScheduler.ts';
import { responseSlices } from '../../../base/slices.ts';
import type { ServerSession } from '../../../store/serverSession.ts';
import { type ErrorNotices, loadTargetNames } from '../../../workbench/notices/errorNotices.ts';
import { localizer, t } from '../../../workbench/platform/localize.ts';
import type { Memory, ValueShape } from '../../../workbench/platform/memory.ts';
import type { Schedules } from '../../../workbench/servers/schedules.ts';
import type { ServerRegistry } from '../../../workbench/servers/servers.ts';
import type { SessionRegistry } from '../../../workbench/servers/sessions.ts';
import { historyOf } from '../../history/common/sessionHistory.ts';
import { pausesOf } from '../../pause/common/sessionPauses.ts';
import { FleetChecker, type FleetResult } from '../common/fleetChecker.ts';
import { fleetOfSession } from '../common/fleetSources.ts';
import { OfflineLooks } from '../common/offlineLooks.ts';
import { HistoryKnowledge } from '../common/runKnowledge.ts';
import type { FleetSettings } from './fleetChoices.ts';
import type { FleetFindings } from './fleetFindings.ts';

export interface FleetCheckParts {
  readonly sessions: Pick<SessionRegistry, 'get' | 'open' | 'onDidChangeObjects' | 'onDidEnd'>;
  readonly servers: Pick<ServerRegistry, 'get' | 'onDidChange'>;
  readonly schedules: Pick<Schedules, 'of' | 'readerZone'>;
  readonly notices: Pick<ErrorNotices, 'note'>;
  readonly fleetFindings: FleetFindings;
  readonly fleetSettings: FleetSettings;
  readonly memory: Memory;
  readonly clock: Clock;
}

/** Changes come in bursts, for example while pages of a list arrive. */
const afterChangeMs = 1_000;
/** Short beside the 16 ms within which VS Code answers to a key. */
const sliceMs = 4;

/** The servers whose findings are kept current, because the user asked for a check of them. */
const checkedServers: ValueShape<readonly string[]> = {
  key: 'fleetChecked',
  schema: z.array(z.string()),
  fallback: [],
  meaning: () => t('The findings of the fleet check are not kept current anymore.'),
};

interface CheckOfServer {
  readonly checker: FleetChecker;
  readonly looks: OfflineLooks;
  /** Of the present session. */
  runs?: { readonly session: ServerSession; readonly knowledge: HistoryKnowledge };
  /** Repeats the check after a change. */
  readonly again: DeadlineScheduler;
  /** Checks of one server run one after the other. */
  last: Promise<unknown>;
}

/** Checks the fleets of servers: when the user asks, and from then on when something changes. */
export class FleetChecks implements vscode.Disposable {
  readonly #parts: FleetCheckParts;
  readonly #checks = new Map<string, CheckOfServer>();
  readonly #subscriptions: readonly { dispose(): void }[];
  #isDisposed = false;

  constructor(parts: FleetCheckParts) {
    this.#parts = parts;
    this.#subscriptions = [
      parts.sessions.onDidChangeObjects(session => this.#changed(session)),
      parts.sessions.onDidEnd(({ session }) => this.#changed(session)),
      parts.servers.onDidChange(() => this.#forgetRemoved()),
      parts.fleetSettings.onDidChange(() => this.#settingsChanged()),
    ];
    for (const session of parts.sessions.open) this.#changed(session);
  }

  /** Checks a server as far as its lists were read. Its findings are shown from now on unless that is turned off. */
  async check(session: ServerSession, signal?: AbortSignal): Promise<FleetResult> {
    const { fleetFindings, fleetSettings } = this.#parts;
    const { id } = session.server;
    const result = await this.#run(session, signal);
    if (fleetSettings.mode === 'never') return result;
    const checked = this.#checkedServers;
    if (!checked.get().includes(id)) await checked.set([...checked.get(), id]);
    fleetFindings.set(id, result);
    return result;
  }

  /** Removes the findings of a server, and does not keep them current any more. */
  async clear(serverId: string): Promise<void> {
    const checked = this.#checkedServers;
    await checked.set(checked.get().filter(id => id !== serverId));
    this.#checks.get(serverId)?.again.cancel();
    this.#parts.fleetFindings.set(serverId, undefined);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const check of this.#checks.values()) endCheck(check);
  }

  get #checkedServers() {
    return this.#parts.memory.of(checkedServers);
  }

  #of(serverId: string): CheckOfServer {
    return getOrAdd(this.#checks, serverId, () => ({
      checker: new FleetChecker(),
      looks: new OfflineLooks(),
      again: new DeadlineScheduler(this.#parts.clock, () => void this.#repeat(serverId)),
      last: Promise.resolve(),
    }));
  }

  #run(session: ServerSession, signal?: AbortSignal): Promise<FleetResult> {
    const { schedules, fleetSettings, clock } = this.#parts;
    const own = this.#of(session.server.id);
    const run = own.last
      // Its caller gets the error.
      .catch(() => undefined)
      .then(() => {
        signal?.throwIfAborted();
        const { readerZone } = schedules;
        const outlook = schedules.of(session.server);
        const { looks } = own;
        const nowMs = clock.now();
        const runs = knowledgeOf(own, session).at(nowMs, outlook);
        const fleet = fleetOfSession(session, {
          ...{ outlook, readerZone, localizer, nowMs, looks, runs },
          pauses: pausesOf(session),
        });
        const choices = fleetSettings.choicesOf(session.server.id);
        return own.checker.check(fleet, choices, responseSlices(signal, sliceMs));
      });
    own.last = run;
    return run;
  }

  #isKept(serverId: string): boolean {
    const { mode } = this.#parts.fleetSettings;
    if (mode === 'onCommand') return this.#checkedServers.get().includes(serverId);
    return mode === 'always';
  }

  #changed(session: ServerSession): void {
    this.#of(session.server.id).again.within(afterChangeMs);
  }

  async #repeat(serverId: string): Promise<void> {
    const { sessions, servers, notices, fleetFindings } = this.#parts;
    const session = servers.get(serverId) === undefined ? undefined : sessions.get(serverId);
    // While a list is being read, more changes follow.
    if (session === undefined || this.#isDisposed || !this.#isKept(serverId) || !isSettled(session)) return;
    await loadTargetNames(session, notices);
    if (!isSettled(session)) return;
    try {
      const result = await this.#run(session);
      if (this.#isKept(serverId) && !this.#isDisposed) fleetFindings.set(serverId, result);
    } catch (error) {
      await notices.note(error, session.server);
    }
  }

  #forgetRemoved(): void {
    const { servers, fleetFindings } = this.#parts;
    for (const id of fleetFindings.serverIds) {
      if (servers.get(id) !== undefined) continue;
      fleetFindings.set(id, undefined);
      const check = this.#checks.get(id);
      if (check !== undefined) endCheck(check);
      this.#checks.delete(id);
    }
  }

  #settingsChanged(): void {
    const { sessions, fleetFindings } = this.#parts;
    for (const id of fleetFindings.serverIds) if (!this.#isKept(id)) fleetFindings.set(id, undefined);
    for (const session of sessions.open) this.#changed(session);
  }
}

function knowledgeOf(check: CheckOfServer, session: ServerSession): HistoryKnowledge {
  if (check.runs?.session !== session) {
    check.runs?.knowledge.dispose();
    check.runs = { session, knowledge: new HistoryKnowledge(historyOf(session)) };
  }
  return check.runs.knowledge;
}

function endCheck({ again, runs }: CheckOfServer): void {
  again.cancel();
  runs?.knowledge.dispose();
}

/** Whether the jobs were read as far as they are going to be. */
function isSettled({ jobs }: ServerSession): boolean {
  return jobs.state.kind === 'ready' && (jobs.isComplete || jobs.rest.forMs === undefined);
}
