import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../../../src/base/clock.ts';
import type { Fleet } from '../../../../src/contrib/agents/common/fleet.ts';
import { readList, type ServerCall } from '../../../../src/contrib/agents/common/serverCall.ts';
import { JobStore } from '../../../../src/store/jobs/jobStore.ts';
import { IncompleteListError } from '../../../../src/store/reading/incompleteList.ts';
import type { ServerSession } from '../../../../src/store/serverSession.ts';
import { environmentOf, runHere } from '../../../contract/support/programs.ts';
import { type DemoServer, startDemoServer } from '../../../demo/server.ts';
import { existing, rejectionOf, testClient, withDemo } from '../../../support/http/clients.ts';
import { partialOf } from '../../../support/partialOf.ts';

describe('the job list of a server', () => {
  for (const envelope of ['guide', 'jsonApi', 'hal'] as const)
    for (const pagination of ['page', 'offset', 'cursor'] as const)
      it(`in the style ${envelope} with ${pagination} links is read whole`, () =>
        withDemo({ envelope, pagination, pageSize: 3 }, async ({ server, client }) => {
          const jobs = new JobStore(client.jobs, systemClock);
          const ids = [...server.world.jobs.all()].map(({ id }) => id);
          assert.equal((await jobs.whole()).kind, 'complete');
          assert.deepEqual(
            jobs.jobs.map(({ id }) => id),
            ids,
          );
          assert.equal((await jobs.all()).jobs.length, ids.length);
        }));

  it('is read again when one job is deleted and another created while it is read', () =>
    withDemo({ pageSize: 4 }, async ({ server, client }) => {
      const { jobs } = server.world;
      const other = testClient({ baseUrl: server.url, getToken: () => server.token });
      const exchange = async () => {
        await other.jobs.remove(existing(jobs.all()[0]).id);
        await other.jobs.create({ name: 'New', policies: [1] });
      };
      for (const read of ['whole', 'all'] as const) {
        let hasChanged = false;
        const store = new JobStore(
          {
            ...client.jobs,
            get: () => Promise.reject(new Error('not expected')),
            list: async function* (options) {
              for await (const page of client.jobs.list({ ...options, atMost: 1 })) {
                yield page;
                if (page.next?.includes('page=4') !== true || hasChanged) continue;
                hasChanged = true;
                await exchange();
              }
            },
          },
          systemClock,
        );
        if (read === 'whole') await store.whole();
        const { jobs: found } = read === 'whole' ? store : await store.all();
        const ids = new Set(found.map(({ id }) => id));
        assert.deepEqual([hasChanged, [...jobs.all()].filter(({ id }) => !ids.has(id))], [true, []]);
      }
      await other.close();
    }));
});

describe('a server that counts more jobs than its pages contain', () => {
  let server: DemoServer;
  let environment: Record<string, string>;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'device-automation-'));
    server = await startDemoServer({ envelope: 'unlinked', pageSize: 3, jobs: 8, groups: 2, pace: 'still' });
    environment = { ...environmentOf(server), XDG_STATE_HOME: join(folder, 'state') };
    mkdirSync(join(folder, 'jobs'));
    writeFileSync(join(folder, 'device-automation.json'), '{ "version": 1 }');
    writeFileSync(join(folder, 'jobs/new.job.json'), '{ "name": "Job of page 2", "policies": [1] }');
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const run = (...args: readonly string[]) => runHere([...args, '--server-name', 'Plant'], environment);
  const missing = /Some jobs are missing: the server counts 8, but returned fewer/;

  for (const command of ['list', 'lint', 'status'])
    it(`is said by “${command}”, whose exit code is 1`, async () => {
      const { code, stderr, stdout } = await run(command);
      assert.deepEqual([code, missing.test(stderr), stdout === ''], [1, true, false]);
    });

  for (const args of [
    ['plan', '.'],
    ['apply', '.', '--yes'],
    ['export', './new'],
    ['delete', 'jobs', '--filter', 'a', '--yes'],
    ['disable', '--filter', 'a', '--yes'],
    ['enable', 'Any name', '--yes'],
  ])
    it(`keeps “${args.join(' ')}” from sending anything`, async () => {
      const before = server.world.jobs.all().length;
      const { code, stderr } = await run(...args.map(arg => arg.replace(/^\./, folder)));
      assert.match(stderr, missing);
      assert.deepEqual([code, server.world.jobs.all().length], [1, before]);
    });

  it('keeps the names of jobs from being looked up as if all were known', async () => {
    const client = testClient({ baseUrl: server.url, getToken: () => server.token });
    const jobs = new JobStore(client.jobs, systemClock);
    await rejectionOf(IncompleteListError, jobs.named(new Set(['Job of page 2'])));
    await rejectionOf(IncompleteListError, jobs.firstPage());
    assert.deepEqual(await jobs.whole(), { kind: 'missing', read: 3, total: 8 });
    await client.close();
  });

  it('is said to language models', async () => {
    const client = testClient({ baseUrl: server.url, getToken: () => server.token });
    const call = partialOf<ServerCall>({
      session: partialOf<ServerSession>({ jobs: new JobStore(client.jobs, systemClock) }),
      fleet: partialOf<Fleet>({ nowMs: () => 0 }),
      signal: new AbortController().signal,
    });
    const { complete, searched, total } = await readList(call, 'jobs');
    assert.deepEqual({ complete, searched, total }, { complete: false, searched: 3, total: 8 });
    await client.close();
  });
});
