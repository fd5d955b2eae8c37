import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerConfig } from '../../../../src/api/model/server.ts';
import type { WriteRecord } from '../../../../src/api/transport/requestLog.ts';
import type { ServerSession } from '../../../../src/store/serverSession.ts';
import { startMs } from '../../../store/support/fakes.ts';
import { json } from '../../../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../../../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../../../support/http/wire.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { MapSecrets } from '../../../support/vscode/mapSecrets.ts';
import { withSettings } from './userSettings.ts';

const { Log } = await import('../../../../src/workbench/platform/log.ts');
const { Schedules } = await import('../../../../src/workbench/servers/schedules.ts');
const { ServerRegistry } = await import('../../../../src/workbench/servers/servers.ts');
const { SessionRegistry } = await import('../../../../src/workbench/servers/sessions.ts');
const { TokenStore } = await import('../../../../src/workbench/servers/tokens.ts');
const { RunJournal } = await import('../../../../src/store/runs/runJournal.ts');

const key = 'deviceAutomation.servers';

type Settings = Parameters<Parameters<typeof withSettings>[1]>[0];

function createRegistries({ memory, fail }: Settings, folder: string) {
  const servers = new ServerRegistry(memory, memory);
  const tokens = new TokenStore(new MapSecrets(), fail, fail);
  const log = new Log();
  const clock = createManualClock(startMs);
  const writes: [string, WriteRecord['outcome']][] = [];
  const seen: string[] = [];
  const journal = new RunJournal({ folder, onFailure: fail });
  const sessions = new SessionRegistry({
    servers,
    tokens,
    passphrases: new TokenStore(new MapSecrets(), fail, fail, 'passphrase'),
    log,
    journal,
    global: memory,
    schedules: new Schedules(),
    clock,
    onWrite: (server, { outcome }) => writes.push([server.id, outcome]),
    onStatusFailure: ({ id }) => seen.push(`status of ${id} failed`),
    onStoredOtherwise: ({ id }, { is }) => seen.push(`${is} on ${id}`),
  });
  sessions.onDidChange(() => seen.push('changed'));
  sessions.onDidOpen(({ server }) => seen.push(`opened ${server.id}`));
  sessions.onDidChangeObjects(({ server }) => seen.push(`objects ${server.id}`));
  sessions.onDidChangeStatuses(({ server }) => seen.push(`statuses ${server.id}`));
  sessions.onDidEnd(({ session, ending }) => seen.push(`ended ${session.server.id} ${ending.id}`));
  const get = (id: string): ServerSession => sessions.get(id) ?? assert.fail('there is such a server');
  return { servers, tokens, log, clock, writes, sessions, seen, get, memory, journal };
}

/** The sessions of two servers: a scripted one, and one that gets no requests. */
export function withSessions(
  use: (
    given: Settings &
      ReturnType<typeof createRegistries> & {
        server: ScriptedServer;
        config: ServerConfig;
        office: ServerConfig;
      },
  ) => Promise<void>,
) {
  return withScript(async server => {
    server.otherwise(json(pageWire([jobWire(1)])));
    const config = { id: 'plant', name: 'Plant', url: server.url };
    const office = { id: 'office', name: 'Office', url: 'https://office.example' };
    const folder = mkdtempSync(join(tmpdir(), 'da-sessions-'));
    await withSettings({ [key]: [config, office] }, async given => {
      const registries = createRegistries(given, folder);
      const { sessions, servers, tokens, journal } = registries;
      await tokens.set(config, 'first-token');
      registries.seen.length = 0;
      try {
        await use({ ...given, ...registries, server, config, office });
      } finally {
        await sessions.close();
        sessions.dispose();
        servers.dispose();
        tokens.dispose();
        await journal.settled();
      }
    }).finally(() => rmSync(folder, { recursive: true }));
  });
}
