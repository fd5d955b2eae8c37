import assert from 'node:assert/strict';
import { startDemoServer } from '../demo/server.ts';
import { existing, scriptToken } from '../support/http/clients.ts';
import { withApp } from './support/appInNode.ts';

type Server = Awaited<ReturnType<typeof startDemoServer>>;
type Running = Parameters<Parameters<typeof withApp>[1]>[0];

const failed = [3, 60, 120, 180, 229];

/** The extension on a server of 230 jobs in pages of 50, of which five have failed. */
async function withPages(use: (running: Running, server: Server) => Promise<void>): Promise<void> {
  const server = await startDemoServer({ jobs: 230, pace: 'still', token: scriptToken });
  try {
    for (const { id } of [...server.world.jobs.all()])
      server.runner.set(existing(server.world.jobs.get(id)), failed.includes(id) ? 'failed' : 'finished');
    const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
    await withApp({ servers }, running => use(running, server));
  } finally {
    await server.close();
  }
}

async function listedJobs({ app }: Running): Promise<number[]> {
  const rows = await app.trees.jobs.getChildren();
  return rows.flatMap(row => (row.kind === 'job' ? [row.jobId] : []));
}

const nextTurn = () => new Promise(resolve => setImmediate(resolve));

describe('a list of several pages', () => {
  it('shows its first page after one request', () =>
    withPages(async (running, server) => {
      assert.deepEqual([(await listedJobs(running)).length, server.requests.total('job.list')], [50, 1]);
    }));

  it('is whole for a filter by status, which reads the status of each job', () =>
    withPages(async (running, server) => {
      await listedJobs(running);
      await running.app.runCommand('deviceAutomation.jobs.filter', ['@failed']);
      for (let found: number[] = []; found.length < failed.length; found = await listedJobs(running)) {
        assert.ok(found.every(id => failed.includes(id)));
        await nextTurn();
      }
      while (server.requests.total('job.status') < 230) await nextTurn();
      assert.deepEqual([await listedJobs(running), server.requests.total('job.list')], [failed, 5]);
    }));

  it('is whole for a command that changes what a filter found', () =>
    withPages(async (running, server) => {
      existing(server.world.jobs.get(230)).name = 'The last of all';
      await listedJobs(running);
      await running.app.runCommand('deviceAutomation.jobs.filter', ['last of']);
      assert.deepEqual(await listedJobs(running), []);
      await running.app.runCommand('deviceAutomation.jobs.changeFiltered', []);
      assert.deepEqual([await listedJobs(running), server.requests.total('job.list')], [[230], 5]);
    }));
});
