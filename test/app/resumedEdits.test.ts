import assert from 'node:assert/strict';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobRecord } from '../../src/contrib/demo/server/world.ts';
import { type DemoServer, startDemoServer } from '../demo/server.ts';
import { existing, scriptToken } from '../support/http/clients.ts';
import { withApp } from './support/appInNode.ts';

const until = async (isTrue: () => Promise<boolean>) => {
  while (!(await isTrue())) await new Promise(resolve => setImmediate(resolve));
};
const [before, after] = ['DTSTART:20990105T030000Z', 'DTSTART:20990105T050000Z'];

function threeJobs({ jobs }: DemoServer['world']): readonly JobRecord[] {
  return jobs.all().slice(0, 3);
}

/** A window was moving schedules: one is done, one was sent with an unknown outcome, one was not sent. */
async function leaveRun(storage: string, { url, world }: DemoServer): Promise<void> {
  const header = {
    version: 1,
    time: new Date().toISOString(),
    act: 'changeJobs',
    server: { id: 'plant', name: 'Plant', url },
    items: threeJobs(world).map(({ id, name }) => ({
      name,
      id,
      draft: { before: { params: before }, after: { params: after } },
    })),
  };
  const steps = [header, { item: 0, is: 'sent' }, { item: 0, is: 'done' }, { item: 1, is: 'sent' }];
  const folder = join(storage, 'runs');
  await mkdir(folder, { recursive: true });
  const text = steps.map(step => `${JSON.stringify(step)}\n`).join('');
  await writeFile(join(folder, `${Date.now()}-0a.0.jsonl`), text);
}

describe('a change of many jobs that was interrupted', () => {
  it('is completed without moving any schedule twice', async () => {
    const server = await startDemoServer({ groups: 0, jobs: 3, pace: 'still', token: scriptToken });
    try {
      const [done, sent, unsent] = threeJobs(server.world);
      for (const job of [done, sent]) existing(job).params = after;
      existing(unsent).params = before;
      const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
      const options = {
        servers,
        prepare: (storage: string) => leaveRun(storage, server),
        answer: ({ actions }: { readonly actions: readonly string[] }) =>
          ['Do the Rest…', 'Continue'].find(label => actions.includes(label)),
      };
      await withApp(options, async ({ storage, messages }) => {
        await until(async () =>
          (await readdir(join(storage, 'runs'))).every(name => name.includes('.ended.')),
        );
        assert.match(
          messages[0]?.message ?? '',
          /^“Change Jobs: Schedule” on “Plant” was interrupted: 2 done\. 1 not sent\./,
        );
        assert.match(
          messages[1]?.message ?? '',
          /^Do the rest of “Change Jobs: Schedule” on “Plant” for 1 object\?/,
        );
      });
      assert.deepEqual(
        threeJobs(server.world).map(({ params }) => params),
        [after, after, after],
      );
      const writes = server.requests.entries.filter(({ method }) => method === 'PATCH');
      assert.deepEqual(
        writes.map(({ path }) => path),
        [`/automation/api/job/${existing(unsent).id}/`],
      );
    } finally {
      await server.close();
    }
  });
});
