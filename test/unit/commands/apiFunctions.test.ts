import assert from 'node:assert/strict';
import { type Given, withMemoryServer } from './support/memoryServer.ts';

const { apiFunctions } = await import('../../../src/commands/apiFunctions.ts');
const { lazyApi } = await import('../../../src/platform/offered/lazyApi.ts');

const job = {
  name: 'Nightly',
  params: 'DTSTART:20260101T030000Z\nRRULE:FREQ=DAILY',
  enabled: true,
  groups: [5],
  peers: [],
};

function withApi(
  use: (given: Given & { readonly api: ReturnType<typeof apiFunctions> }) => Promise<void>,
): Promise<void> {
  return withMemoryServer(async given => {
    given.memoryServer.jobs.set(1, job);
    given.memoryServer.groups.set(5, { name: 'Office', dn: 'CN=Office', server_set: [{ hostname: 'PC-1' }] });
    await use({ ...given, api: apiFunctions(given.context) });
  });
}

describe('the API for other extensions', () => {
  it('returns servers, jobs and groups as plain values that a caller cannot change', () =>
    withApi(async ({ api, session }) => {
      assert.deepEqual(await api.getServers(), [
        {
          id: 'plant',
          name: 'Plant',
          url: 'https://plant.example',
          isActive: true,
          isProduction: false,
          isReadOnly: false,
        },
      ]);
      const [first] = await api.getJobs('plant');
      assert.deepEqual([first?.name, first?.schedule, first?.groups], ['Nightly', job.params, [5]]);
      assert.notEqual(first?.groups, session.jobs.jobs[0]?.groups);
      assert.deepEqual(await api.getGroups('plant'), [
        { id: 5, name: 'Office', dn: 'CN=Office', devices: [{ hostName: 'PC-1', address: '', status: '' }] },
      ]);
    }));

  it('computes next runs, but none of a disabled job', () =>
    withApi(async ({ api, memoryServer }) => {
      assert.equal((await api.getNextRuns('plant', 1, 3)).length, 3);
      memoryServer.jobs.set(2, { ...job, enabled: false });
      assert.deepEqual(await api.getNextRuns('plant', 2, 3), []);
    }));

  it('opens and reveals objects, and sends nothing', () =>
    withApi(async ({ api, opened, done, memoryServer }) => {
      await api.open('plant', { kind: 'job', id: 1 });
      await api.reveal('plant', { kind: 'job', id: 1 });
      assert.deepEqual([opened, done], [[['job', 1, 'Nightly']], ['filter #1', 'focus']]);
      assert.deepEqual(memoryServer.writes, []);
    }));

  it('rejects with a sentence, and says of a deleted job that there is none', () =>
    withApi(async ({ api }) => {
      await assert.rejects(api.getJobs('nowhere'), /no server with the ID nowhere/);
      assert.equal(await api.getJob('plant', 9), undefined);
    }));

  it('is loaded with the first call, and has one version', async () => {
    let loads = 0;
    const load = () => {
      loads += 1;
      return Promise.reject(new Error('loaded'));
    };
    const api = lazyApi(load, () => ({ dispose: () => undefined })).getAPI(1);
    assert.equal(loads, 0);
    await assert.rejects(api.getServers(), /loaded/);
    assert.equal(loads, 1);
  });
});
