import assert from 'node:assert/strict';
import type { JobsNode } from '../../src/views/nodes.ts';
import { startDemoServer } from '../demo/server.ts';
import { scriptToken } from '../support/http/clients.ts';
import { withApp } from './support/appInNode.ts';

describe('a list of 10,000 jobs', () => {
  it('shows all of them after six clicks on the last row', async function () {
    this.timeout(60_000);
    const server = await startDemoServer({ jobs: 10_000, pace: 'still', token: scriptToken });
    try {
      await withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        const tree = app.trees.jobs;
        await tree.getChildren();
        await app.runCommand('deviceAutomation.jobs.loadAll', []);
        const counts: number[] = [];
        for (let more = await lastRow(); more.kind === 'showMore'; more = await lastRow())
          await app.runCommand('deviceAutomation.row.showMore', [more]);
        assert.deepEqual(counts, [201, 401, 801, 1_601, 3_201, 6_401, 10_000]);

        async function lastRow(): Promise<JobsNode> {
          const rows = await tree.getChildren();
          counts.push(rows.length);
          assert.equal(new Set(rows).size, rows.length);
          const last = rows.at(-1);
          assert.ok(last);
          return last;
        }
      });
    } finally {
      await server.close();
    }
  });
});
