import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';

const { createDemo } = await import('../../../src/contrib/demo/vscode/demo.ts');
const { withSessions } = await import('../../workbench/servers/support/sessionsSetup.ts');

describe('the demo server', () => {
  it('is the active server while it runs, which the window remembers', () =>
    withSessions(async ({ servers, tokens, memory, sessions }) => {
      const demo = createDemo(servers, tokens, memory, 'en');
      assert.equal(demo.wasRunning, false);
      await Promise.all([demo.start(), demo.start()]);
      const active = servers.active ?? assert.fail('it is active');
      assert.deepEqual(
        [
          active.name,
          active.timeZone,
          servers.isTemporary(active.id),
          servers.servers.length,
          demo.wasRunning,
        ],
        ['Demo server', 'UTC', true, 3, true],
      );
      const session = sessions.active ?? assert.fail('it has a session');
      await session.jobs.refresh();
      const [first = assert.fail('it has jobs')] = session.jobs.jobs;
      assert.match((await session.statuses.read(first.id)).word, /^[a-z ]+$/);
      await demo.close();
      await assert.rejects(fetch(active.url));
      assert.ok(createDemo(servers, tokens, memory, 'en').wasRunning, 'it starts again with the window');
      await demo.stop();
      assert.deepEqual([servers.servers.length, demo.wasRunning], [2, false]);
      await demo.stop();
      await demo.close();
    }));
});
