import assert from 'node:assert/strict';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { existing, scriptToken } from '../support/http/clients.ts';
import { user } from '../support/vscode/vscodeFake.ts';
import { type AppOptions, type RunningApp, withApp } from './support/appInNode.ts';

type Answer = NonNullable<AppOptions['answer']>;

const findAll: Answer = ({ actions }) => actions.find(action => /^(Find All|Resume)/.test(action));

/** The extension over a server that returns no group IDs. */
async function withoutIds(
  answer: Answer,
  use: (running: RunningApp, server: DemoServer) => Promise<void>,
): Promise<void> {
  const server = await startDemoServer({
    manner: 'django',
    pace: 'still',
    jobs: 0,
    groups: 6,
    token: scriptToken,
  });
  try {
    const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
    await withApp({ servers, answer }, running => use(running, server));
  } finally {
    await server.close();
  }
}

async function copyIds({ app }: RunningApp, count: number): Promise<void> {
  const rows = (await app.trees.groups.getChildren()).slice(0, count);
  await app.runCommand('deviceAutomation.group.copyId', [rows[0], rows]);
}

const messageTexts = ({ messages }: RunningApp) => messages.map(({ message }) => message);

describe('groups of a server that returns no IDs', () => {
  it('cause a single prompt for all groups', () =>
    withoutIds(findAll, async (running, server) => {
      await copyIds(running, 3);
      assert.match(messageTexts(running)[0] ?? '', /^The server does not return the IDs of the groups /);
      assert.deepEqual(messageTexts(running).slice(1), ['Copied 3 lines.']);
      const read = server.requests.total('group.get');
      await copyIds(running, 6);
      assert.deepEqual(messageTexts(running).slice(2), ['Copied 6 lines.']);
      assert.equal(server.requests.total('group.get'), read);
    }));

  it('are searched up to the limit in the settings, and beyond it when the user resumes', () =>
    withoutIds(findAll, async (running, server) => {
      user.settings.values.set('deviceAutomation.groups.idSearchLimit', 20);
      const [first] = server.world.groups.all();
      const far = { ...existing(first), id: 70, name: 'Far', dn: 'CN=Far' };
      server.world.groups.add(far);
      await running.app.runCommand('deviceAutomation.groups.findIds', []);
      assert.match(messageTexts(running)[0] ?? '', /are known\. 20 IDs were tried\.$/);
      assert.equal(messageTexts(running).at(-1), 'The IDs of all 7 groups on “Plant” are known.');
      const tried = server.requests.entries
        .filter(({ kind }) => kind === 'group.get')
        .map(({ path }) => path);
      assert.equal(new Set(tried).size, 72, 'up to the last four');
      assert.equal(tried.length, 72, 'each once');
    }));

  it('with the same name and DN need IDs entered by the user', () =>
    withoutIds(findAll, async (running, server) => {
      const [first] = server.world.groups.all();
      server.world.groups.add({ ...existing(first), id: 70 });
      await running.app.runCommand('deviceAutomation.groups.findIds', []);
      assert.deepEqual(messageTexts(running), [
        'The IDs of 5 of 7 groups on “Plant” are known. 2 groups have the same name and DN as another one; enter their IDs yourself.',
      ]);
    }));
});
