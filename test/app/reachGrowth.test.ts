import assert from 'node:assert/strict';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { existing, scriptToken } from '../support/http/clients.ts';
import { user } from '../support/vscode/vscodeFake.ts';
import { type AppOptions, type RunningApp, withApp } from './support/appInNode.ts';

const { objectUri } = await import('../../src/workbench/documents/documentUri.ts');

/** A server with a group of 150 devices, whose ID the app knows. */
async function withLargeGroup(
  use: (server: DemoServer, groupId: number, running: RunningApp) => Promise<void>,
): Promise<void> {
  const server = await startDemoServer({
    jobs: 1,
    groups: 1,
    devices: 150,
    groupIds: true,
    pace: 'still',
    token: scriptToken,
  });
  const group = existing(server.world.groups.all()[0]);
  group.server_set = server.world.devices.all().map(({ id }) => id);
  const job = existing(server.world.jobs.all()[0]);
  Object.assign(job, { groups: [], peers: group.server_set.slice(0, 12), policies: [1], reports: [] });
  try {
    const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
    await withApp({ servers, answer: saving }, async running => {
      await running.app.trees.groups.getChildren();
      await use(server, group.id, running);
    });
  } finally {
    await server.close();
  }
}

const encode = (draft: object) => new TextEncoder().encode(JSON.stringify(draft));
const saving: NonNullable<AppOptions['answer']> = ({ actions }) => actions.find(action => action === 'Save');
const growth = (messages: RunningApp['messages']) =>
  messages.filter(({ message }) => message.includes('more devices'));

describe('a job that would run on many more devices', () => {
  it('needs confirmation at the threshold in the settings or above, and never if it is 0', () =>
    withLargeGroup(async (server, groupId, { app, messages }) => {
      const job = existing(server.world.jobs.all()[0]);
      const uri = objectUri('plant', 'job', job.id, job.name);
      for (const [threshold, questions] of [
        [200, 1],
        [0, 1],
        [1_000, 1],
      ] as const) {
        user.settings.values.set('deviceAutomation.jobs.confirmationThreshold', threshold);
        job.groups = [];
        const text = new TextDecoder().decode(await app.fileSystem.readFile(uri));
        await app.fileSystem.writeFile(uri, encode({ ...JSON.parse(text), groups: [groupId] }));
        assert.equal(growth(messages).length, questions, String(threshold));
      }
    }));
});
