import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { groupWire, jobWire } from '../support/http/wire.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';

/** Two servers whose objects have the same IDs; every prompt is confirmed. */
function withTwo(use: (running: RunningApp, servers: readonly ScriptedServer[]) => Promise<void>) {
  return withScript(memoryServer =>
    withScript(office => {
      for (const server of [memoryServer, office]) {
        server.otherwise(async exchange => {
          const { path } = exchange.received;
          const id = Number(/\/(\d+)\//.exec(path)?.[1]);
          const group = (id: number) => groupWire(`Group ${id}`, { id });
          const groups = path.endsWith('/group/') ? [group(1), group(2)] : group(id);
          await json(path.includes('group') ? groups : jobWire(id))(exchange);
        });
      }
      const servers = [
        { id: 'plant', name: 'Plant', url: memoryServer.url },
        { id: 'office', name: 'Office', url: office.url },
      ];
      return withApp({ servers, answer: ({ actions }) => actions[0] }, running =>
        use(running, [memoryServer, office]),
      );
    }),
  );
}

const writes = (servers: readonly ScriptedServer[]) =>
  servers.flatMap(({ received }) => received.filter(({ method }) => method !== 'GET'));

describe('commands with rows of several servers as arguments', () => {
  for (const command of ['delete', 'disable', 'stop'] as const) {
    it(`job.${command} does nothing, because the IDs belong to different jobs on each server`, () =>
      withTwo(async ({ app, messages }, servers) => {
        const rows = [
          { kind: 'job', serverId: 'plant', jobId: 1 },
          { kind: 'job', serverId: 'office', jobId: 2 },
        ];
        await app.runCommand(`deviceAutomation.job.${command}`, [rows[0], rows]);
        assert.match(messages[0]?.message ?? '', /Invalid command arguments/);
        assert.deepEqual(writes(servers), []);
      }));
  }

  it('group.delete does nothing either', () =>
    withTwo(async ({ app }, servers) => {
      await app.runCommand('deviceAutomation.row.copyId', [{ kind: 'group', id: 1, server: 'plant' }]);
      const rows = [
        { kind: 'group', serverId: 'plant', groupKey: 'id:1' },
        { kind: 'group', serverId: 'office', groupKey: 'id:2' },
      ];
      await app.runCommand('deviceAutomation.group.delete', [rows[0], rows]);
      assert.deepEqual(writes(servers), []);
    }));
});
