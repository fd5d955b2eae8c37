import assert from 'node:assert/strict';
import { allOf, clientOf, type Reply } from '../support/memoryServer.ts';

const jobs = '/prefix/automation/api/job/';
const lab = { name: 'Lab', dn: 'CN=lab', server_set: [] };
const backup = { id: 1, name: 'Backup', policies: [1] };
describe('a replace', () => {
  it('does not read the object again if the caller has just read it', async () => {
    const { client, sent } = clientOf(({ path }) => ({
      body: path.startsWith(jobs) ? backup : { id: 1, ...lab },
    }));
    const [job, group] = await Promise.all([client.jobs.get(1), client.groups.get(1)]);
    await client.jobs.replace(1, {}, { current: job });
    await client.groups.replace(1, {}, { current: group });
    assert.deepEqual(
      sent.map(({ method }) => method),
      ['GET', 'GET', 'PUT', 'PUT'],
    );
  });
});

describe('the pages of a list', () => {
  it('include the configured query, unless all jobs are wanted and the query may hide some', async () => {
    const pathOf = async (jobListQuery: Readonly<Record<string, string>>, isUnfiltered: boolean) => {
      const { client, sent } = clientOf(() => ({ body: [backup] }), { jobListQuery });
      await allOf(client.jobs.list({ isUnfiltered }));
      return sent[0]?.path;
    };
    assert.equal(await pathOf({ enabled: 'true' }, false), `${jobs}?enabled=true`);
    assert.equal(await pathOf({ enabled: 'true' }, true), jobs);
    assert.equal(await pathOf({ page_size: '500' }, true), `${jobs}?page_size=500`);
    assert.equal(await pathOf({}, false), jobs);
  });
});

describe('stopping jobs', () => {
  const ids = Array.from({ length: 1_200 }, (_, index) => index + 1);

  it('fails unchanged when the first part fails, unless that may have taken effect', async () => {
    const stop = (failure: Reply) => {
      const { client, sent } = clientOf(() => (sent.length === 1 ? { status: 413 } : failure));
      return client.jobs.stop(ids).then(
        () => 'done',
        (error: unknown) => (error instanceof Error ? error.name : error),
      );
    };
    assert.equal(await stop({ status: 403 }), 'HttpStatusError');
    assert.equal(await stop('lost'), 'PartialStopError');
  });
});

describe('the search for devices', () => {
  it('returns the host names of devices that have one', async () => {
    const items = [
      { hostname: 'PC-1' },
      { hostname: '' },
      { hostname: null },
      {},
      { hostname: 'PC-2', uname: 1 },
    ];
    const { client, sent, operations } = clientOf(() => ({ body: { items } }));
    assert.deepEqual(await client.devices.search('PC & co'), ['PC-1', 'PC-2']);
    assert.deepEqual(
      [sent[0]?.path, operations],
      ['/prefix/api/peer/search/?hostname=PC+%26+co', ['GET searchDevices']],
    );
  });

  it('is not retried when it fails', async () => {
    const { client, sent } = clientOf(() => ({ status: 503 }));
    await assert.rejects(client.devices.search('PC'), { status: 503 });
    assert.equal(sent.length, 1);
  });
});
