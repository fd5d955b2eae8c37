import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { ServerConfig } from '../../api/model/server.ts';
import type { WriteRecord } from '../../api/transport/requestLog.ts';
import type { Guard } from '../../api/writes/writeResult.ts';
import type { Clock } from '../../base/clock.ts';
import { jsonOrUndefined } from '../../base/json.ts';
import type { UnrecordedWrite } from '../../store/objectAccess.ts';
import type { RunJournal } from '../../store/runs/runJournal.ts';
import { ServerSession } from '../../store/serverSession.ts';
import { ServerTime } from '../../store/statuses/serverTime.ts';
import type { Ending } from '../../store/statuses/statusEvents.ts';
import { ConfigValue } from '../platform/configValue.ts';
import { settings } from '../platform/ids.ts';
import type { Log } from '../platform/log.ts';
import type { Memory } from '../platform/memory.ts';
import { affectsNetwork } from '../platform/networkSettings.ts';
import { extraStatusWords, listLimit, paces } from '../platform/settings.ts';
import { groupIdMemory } from './groupIdMemory.ts';
import type { Schedules } from './schedules.ts';
import { createServerClient } from './serverClient.ts';
import type { ServerRegistry } from './servers.ts';
import type { TokenOwner, TokenStore } from './tokens.ts';

export interface SessionParts {
  readonly servers: ServerRegistry;
  readonly tokens: TokenStore;
  /** Those of client certificates. */
  readonly passphrases: TokenStore;
  readonly log: Log;
  readonly journal: Pick<RunJournal, 'note'>;
  /** Called with a save, a rename or a create of one object that the server stored otherwise. */
  readonly onStoredOtherwise: (server: ServerConfig, write: UnrecordedWrite) => void;
  readonly global: Memory;
  readonly schedules: Schedules;
  readonly clock: Clock;
  /** Called with every write and its outcome, and with the known name of its object. */
  readonly onWrite: (server: ServerConfig, record: WriteRecord, name: string) => void;
  readonly onStatusFailure: (server: ServerConfig, error: unknown) => void;
}

/** One session per server, created on demand, and again after its configuration changes. */
export class SessionRegistry implements vscode.Disposable {
  readonly #parts: SessionParts;
  readonly #sessions = new Map<string, ServerSession>();
  readonly #events = {
    changed: new vscode.EventEmitter<void>(),
    objectsChanged: new vscode.EventEmitter<ServerSession>(),
    statusesChanged: new vscode.EventEmitter<ServerSession>(),
    opened: new vscode.EventEmitter<ServerSession>(),
    ended: new vscode.EventEmitter<{ readonly session: ServerSession; readonly ending: Ending }>(),
  };
  /** Fires when another server becomes active, or when the active server's session is recreated. */
  readonly onDidChange = this.#events.changed.event;
  readonly onDidChangeObjects = this.#events.objectsChanged.event;
  readonly onDidChangeStatuses = this.#events.statusesChanged.event;
  readonly onDidOpen = this.#events.opened.event;
  /** Fires when a job of any session is found to have ended. */
  readonly onDidEnd = this.#events.ended.event;
  readonly #paces = new ConfigValue(settings.polling, paces);
  readonly #listLimit = new ConfigValue(settings.listLimit, listLimit);
  readonly #extraWords = new ConfigValue(settings.statusMapping, extraStatusWords);
  readonly #subscription: vscode.Disposable;
  readonly #closing = new Set<Promise<void>>();
  #isDisposed = false;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#subscription = vscode.Disposable.from(
      parts.servers.onDidChange(() => this.#prune()),
      parts.tokens.onDidChange(owner => this.#tokenChanged(owner)),
      parts.passphrases.onDidChange(owner => this.#tokenChanged(owner)),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (affectsNetwork(event)) this.#reconnect();
      }),
    );
  }

  get open(): Iterable<ServerSession> {
    return this.#sessions.values();
  }

  get active(): ServerSession | undefined {
    const server = this.#parts.servers.active;
    return server === undefined ? undefined : this.get(server.id);
  }

  get(serverId: string): ServerSession | undefined {
    const existing = this.#sessions.get(serverId);
    if (existing !== undefined) return existing;
    const server = this.#parts.servers.get(serverId);
    if (server === undefined) return undefined;
    const session = this.#create(server);
    this.#sessions.set(serverId, session);
    session.jobs.onDidChange(() => this.#events.objectsChanged.fire(session));
    session.groups.onDidChange(() => this.#events.objectsChanged.fire(session));
    session.statuses.onDidChange(() => this.#events.statusesChanged.fire(session));
    session.statuses.onDidEnd(ending => this.#events.ended.fire({ session, ending }));
    this.#events.opened.fire(session);
    return session;
  }

  /** Closes all connections; resolves when no socket is left. */
  async close(): Promise<void> {
    this.#isDisposed = true;
    for (const id of [...this.#sessions.keys()]) this.#close(id);
    await Promise.all(this.#closing);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#paces.dispose();
    this.#extraWords.dispose();
    this.#listLimit.dispose();
    void this.close();
    for (const event of Object.values(this.#events)) event.dispose();
  }

  #create(server: ServerConfig): ServerSession {
    const { tokens, passphrases, log, journal, global, schedules, onStatusFailure, onWrite } = this.#parts;
    const { clock } = this.#parts;
    const serverTime = new ServerTime(clock);
    const client = createServerClient(server, { getToken: () => tokens.get(server), passphrases }, log, {
      onResponse: ({ serverTimeMs, sentAtMs, receivedAtMs }) => {
        const receivedMs = clock.steadyMs();
        serverTime.responded({
          sentMs: receivedMs - (receivedAtMs - sentAtMs),
          receivedMs,
          dateMs: serverTimeMs,
        });
      },
      reopened: () => this.#successor(session)?.connection,
      onWrite: record => {
        onWrite(server, record, nameIn(record, this.#sessions.get(server.id)));
        session.reportWrite(record);
        if (session.isDisposed && record.outcome !== 'notSent')
          this.#sessions.get(server.id)?.readListsAgain();
      },
    });
    const session = new ServerSession({
      server,
      client,
      clock,
      serverTime,
      memory: groupIdMemory(global, server),
      paces: () => this.#paces.value,
      extraWords: () => this.#extraWords.value,
      mostRows: () => this.#listLimit.value,
      onStatusFailure: error => onStatusFailure(server, error),
      guard: () => guardOf(server, this.#parts.servers.get(server.id)),
      onSingleWrite: write => {
        journal.note({ id: server.id, name: server.name, url: server.url }, write);
        if (write.is === 'otherwise') this.#parts.onStoredOtherwise(server, write);
      },
      nextRunMs: (params, nowMs) => schedules.of(server).nextRunMs(params, nowMs),
    });
    return session;
  }

  /** The session that has replaced a closed one. Operations that still run there are meant for the same server. */
  #successor(session: ServerSession): ServerSession | undefined {
    const { id, url } = session.server;
    if (this.#isDisposed || !session.isDisposed) return undefined;
    return this.#parts.servers.get(id)?.url === url ? this.get(id) : undefined;
  }

  /** Data read with another token may not be visible with this one, so the server is read again. */
  #tokenChanged({ serverId, origin }: TokenOwner): void {
    const server = this.#parts.servers.get(serverId);
    if (server === undefined || new URL(server.url).origin !== origin) return;
    this.#close(serverId);
    this.#events.changed.fire();
  }

  #prune(): void {
    for (const [id, session] of this.#sessions) {
      const server = this.#parts.servers.get(id);
      if (JSON.stringify(server) !== JSON.stringify(session.server)) this.#close(id);
    }
    this.#events.changed.fire();
  }

  /** Connections keep their proxy and certificates, so changes require new connections. */
  #reconnect(): void {
    for (const id of [...this.#sessions.keys()]) this.#close(id);
    this.#events.changed.fire();
  }

  #close(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    const closing = session
      .dispose()
      .catch((error: unknown) => this.#parts.log.error(`closing ${id} failed: ${String(error)}`))
      .finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}

/**
 * What forbids a write that the user began while the server was configured as `before`: its prompts may have been
 * those of another kind of server.
 */
function guardOf(before: ServerConfig, now: ServerConfig | undefined): Guard | undefined {
  if (now?.url !== before.url) return 'serverChanged';
  if (now.readOnly === true) return 'readOnly';
  return now.production === true && before.production !== true ? 'becameProduction' : undefined;
}

const NamedSchema = z.looseObject({ name: z.string().check(z.minLength(1)) });

/** The name that was sent, or that of the object before: the stores are updated after a write is recorded. */
function nameIn({ request, body }: WriteRecord, session: ServerSession | undefined): string {
  const sent = NamedSchema.safeParse(jsonOrUndefined(body));
  if (sent.success) return sent.data.name;
  const [, kind, digits] = /\/(job|group)\/(\d+)\/$/.exec(request.path) ?? [];
  const id = Number(digits);
  return (kind === 'job' ? session?.jobs.get(id)?.name : session?.groups.byId(id)?.name) ?? '';
}
