import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import type { ServerConfig } from '../../../src/api/model/server.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { Log } from '../../../src/workbench/platform/log.ts';
import { Memory } from '../../../src/workbench/platform/memory.ts';
import { Schedules } from '../../../src/workbench/servers/schedules.ts';
import { ServerRegistry } from '../../../src/workbench/servers/servers.ts';
import { SessionRegistry } from '../../../src/workbench/servers/sessions.ts';
import { TokenStore } from '../../../src/workbench/servers/tokens.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';
import { MapSecrets } from '../../support/vscode/mapSecrets.ts';

export interface Registries extends vscode.Disposable {
  readonly sessions: SessionRegistry;
  readonly schedules: Schedules;
  readonly memory: Memory;
  readonly log: Log;
}

/** The extension's registries over separate storage, with one server that was not configured. */
export function makeRegistries(server: ServerConfig): Registries {
  const failed = (error: unknown) => assert.fail(String(error));
  const memory = new Memory(new FakeMemento(), failed, failed);
  const servers = new ServerRegistry(memory, memory);
  servers.addTemporary(server, async () => servers.removeTemporary());
  const log = new Log();
  const tokens = new TokenStore(new MapSecrets(), failed, failed);
  const schedules = new Schedules();
  const sessions = new SessionRegistry({
    clock: systemClock,
    servers,
    tokens,
    passphrases: new TokenStore(new MapSecrets(), failed, failed, 'passphrase'),
    log,
    journal: { note: () => undefined },
    global: memory,
    schedules,
    onWrite: () => undefined,
    onStatusFailure: () => undefined,
    onStoredOtherwise: () => undefined,
  });
  const dispose = () => {
    for (const part of [sessions, tokens, servers, log]) part.dispose();
  };
  return { sessions, schedules, memory, log, dispose };
}
