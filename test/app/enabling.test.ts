import assert from 'node:assert/strict';
import { json } from '../support/http/responders.ts';
import { type ScriptedServer, withScript } from '../support/http/scriptedServer.ts';
import { type AppOptions, type RunningApp, withApp } from './support/appInNode.ts';

interface MemoryServer extends RunningApp {
  readonly server: ScriptedServer;
  readonly enabled: () => readonly number[];
  readonly set: (id: number, enabled: boolean) => void;
}

/** Six jobs, of which 1, 2 and 3 are enabled. */
function withMemoryServer(
  answer: NonNullable<AppOptions['answer']>,
  use: (memoryServer: MemoryServer) => Promise<void>,
  rejectedId = 0,
): Promise<void> {
  const jobs = new Map([1, 2, 3, 4, 5, 6].map(id => [id, { id, name: `Job ${id}`, enabled: id <= 3 }]));
  const set = (id: number, enabled: boolean) => jobs.set(id, { id, name: `Job ${id}`, enabled });
  return withScript(server => {
    server.otherwise(async exchange => {
      const { method, path, body } = exchange.received;
      const id = Number(/\/job\/(\d+)\//.exec(path)?.[1]);
      if (method === 'PATCH' && id === rejectedId) return json({ detail: 'no' }, 400)(exchange);
      if (method === 'PATCH') set(id, JSON.parse(body).enabled === true);
      await json(path.endsWith('/status/') ? { id, name: '', status: 'queued' } : jobs.get(id))(exchange);
    });
    const enabled = () => [...jobs.values()].filter(job => job.enabled).map(({ id }) => id);
    return withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }], answer }, running =>
      use({ ...running, server, enabled, set }),
    );
  });
}

const pressing =
  (...labels: readonly string[]) =>
  ({ actions }: { readonly actions: readonly string[] }) =>
    labels.find(label => actions.includes(label));
const disable = ({ app }: MemoryServer, ids: readonly number[]) =>
  app.runCommand('deviceAutomation.job.disable', [{ ids, server: 'plant' }]);
const all = [1, 2, 3, 4, 5, 6];

describe('enabling or disabling many jobs', () => {
  it('is undone for exactly the changed jobs', () => {
    let serverNow: MemoryServer | undefined;
    const answer = ({
      message,
      actions,
    }: {
      readonly message: string;
      readonly actions: readonly string[];
    }) => {
      // Somebody else disables one while the prompt is open.
      if (message.startsWith('Disable ')) serverNow?.set(2, false);
      return ['Disable', 'Undo'].find(label => actions.includes(label));
    };
    return withMemoryServer(answer, async memoryServer => {
      serverNow = memoryServer;
      await disable(memoryServer, all);
      assert.deepEqual(memoryServer.enabled(), [1, 3]);
      assert.deepEqual(
        memoryServer.messages.slice(1).map(({ message, actions }) => [message, ...actions]),
        [['Disabled 2 jobs on “Plant”. 4 were already disabled.', 'Undo'], ['Enabled 2 jobs on “Plant”.']],
      );
    });
  });

  it('counts and restores only what the server has accepted', () =>
    withMemoryServer(
      pressing('Disable', 'Undo'),
      async memoryServer => {
        await disable(memoryServer, [1, 2, 3]);
        const texts = memoryServer.messages.map(({ message }) => message);
        assert.ok(texts.includes('Disabled 2 jobs on “Plant”.'), texts.join('\n'));
        assert.ok(texts.some(text => text.startsWith('2 done. 1 failed.')));
        assert.deepEqual(memoryServer.enabled(), [1, 2, 3]);
        assert.equal(memoryServer.server.received.filter(({ method }) => method === 'PATCH').length, 5);
      },
      3,
    ));
});
