import assert from 'node:assert/strict';
import { json } from './support/answers.ts';
import { type RunningApp, withApp } from './support/appInNode.ts';
import { type ScriptedServer, withScript } from './support/scriptedServer.ts';
import { groupWire, jobWire } from './support/wire.ts';

/** Two servers whose objects have the same ids; whatever is asked is agreed to. */
function withTwo(use: (running: RunningApp, servers: readonly ScriptedServer[]) => Promise<void>) {
  return withScript(plant =>
    withScript(office => {
      for (const server of [plant, office]) {
        server.otherwise(async exchange => {
          const { path } = exchange.received;
          const id = Number(/\/(\d+)\//.exec(path)?.[1]);
          const group = (id: number) => groupWire(`Group ${id}`, { id });
          const groups = path.endsWith('/group/') ? [group(1), group(2)] : group(id);
          await json(path.includes('group') ? groups : jobWire(id))(exchange);
        });
      }
      const servers = [
        { id: 'plant', name: 'Plant', url: plant.url },
        { id: 'office', name: 'Office', url: office.url },
      ];
      return withApp({ servers, answer: ({ actions }) => actions[0] }, running =>
        use(running, [plant, office]),
      );
    }),
  );
}

const writes = (servers: readonly ScriptedServer[]) =>
  servers.flatMap(({ received }) => received.filter(({ method }) => method !== 'GET'));

describe('commands called with rows of several servers', () => {
  for (const command of ['delete', 'disable', 'stop'] as const) {
    it(`job.${command} does nothing: the ids are other jobs on the other server`, () =>
      withTwo(async ({ app, told }, servers) => {
        const rows = [
          { kind: 'job', serverId: 'plant', jobId: 1 },
          { kind: 'job', serverId: 'office', jobId: 2 },
        ];
        await app.runCommand(`deviceAutomation.job.${command}`, [rows[0], rows]);
        assert.match(told[0]?.message ?? '', /arguments it does not understand/);
        assert.deepEqual(writes(servers), []);
      }));
  }

  it('group.delete does nothing either', () =>
    withTwo(async ({ app }, servers) => {
      await app.runCommand('deviceAutomation.group.copyId', [{ id: 1, server: 'plant' }]);
      const rows = [
        { kind: 'group', serverId: 'plant', groupKey: 'id:1' },
        { kind: 'group', serverId: 'office', groupKey: 'id:2' },
      ];
      await app.runCommand('deviceAutomation.group.delete', [rows[0], rows]);
      assert.deepEqual(writes(servers), []);
    }));
});
