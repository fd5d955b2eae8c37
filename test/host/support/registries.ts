import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { ActivityLog } from '../../../src/host/activityLog.ts';
import { Log } from '../../../src/host/log.ts';
import { Memory } from '../../../src/host/memory.ts';
import { Schedules } from '../../../src/host/schedules.ts';
import { ServerRegistry } from '../../../src/host/servers.ts';
import { SessionRegistry } from '../../../src/host/sessions.ts';
import { TokenStore } from '../../../src/host/tokens.ts';
import type { ServerConfig } from '../../../src/model/server.ts';
import { FakeMemento } from '../../unit/host/support/fakeMemento.ts';
import { MapSecrets } from '../../unit/host/support/mapSecrets.ts';

export interface Registries extends vscode.Disposable {
  readonly sessions: SessionRegistry;
  readonly schedules: Schedules;
  readonly memory: Memory;
  readonly log: Log;
}

/** The registries of the extension over a memory of their own, with one server that was not configured. */
export function makeRegistries(server: ServerConfig): Registries {
  const failed = (error: unknown) => assert.fail(String(error));
  const memory = new Memory({ memento: new FakeMemento(), onUnread: failed, onFailure: failed });
  const servers = new ServerRegistry({ workspace: memory, global: memory, onFailure: failed });
  servers.setTemporary(server);
  const log = new Log();
  const tokens = new TokenStore({ secrets: new MapSecrets(), onUnread: failed, onUnavailable: failed });
  const schedules = new Schedules();
  const sessions = new SessionRegistry({
    servers,
    tokens,
    log,
    activity: new ActivityLog('', failed),
    workspace: memory,
    global: memory,
    schedules,
    onWrite: () => undefined,
    onStatusFailure: () => undefined,
  });
  const dispose = () => {
    for (const part of [sessions, tokens, servers, log]) part.dispose();
  };
  return { sessions, schedules, memory, log, dispose };
}
