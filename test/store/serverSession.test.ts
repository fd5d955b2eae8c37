import assert from 'node:assert/strict';
import { deviceKey } from '../../src/api/model/device.ts';
import { withMemoryServer } from '../workbench/commands/support/memoryServer.ts';
import { device, settled } from './support/fakes.ts';

const jobs = '/automation/api/job/';
const groups = '/account/api/group/';
type Given = Parameters<Parameters<typeof withMemoryServer>[0]>[0];

/** A session with a server that has two jobs and a group; `turns` lets its own requests end. */
const withSession = (use: (given: Given & { readonly turns: () => Promise<void> }) => Promise<void>) =>
  withMemoryServer(given => {
    for (const id of [1, 2]) given.memoryServer.jobs.set(id, { name: `Job ${id}` });
    given.memoryServer.groups.set(7, { name: 'Lab', dn: 'CN=lab', server_set: [{ hostname: 'PC-1' }] });
    const turns = async () => {
      for (let turn = 0; turn < 8; turn++) await settled();
    };
    return use({ ...given, turns });
  });

describe('the session with a server', () => {
  it('finds devices in groups and in jobs', () =>
    withSession(async ({ session, memoryServer }) => {
      memoryServer.jobs.set(1, { name: 'A', peers: [{ id: 2, hostname: 'PC-2' }] });
      assert.deepEqual([session.devices.all, session.devices.find('x')], [[], undefined]);
      assert.equal(session.targets.isKnown('pc-2'), false);
      await session.jobs.refresh();
      await session.groups.refresh();
      assert.deepEqual(
        ['pc-1', 'PC-2', 'pc'].map(name => session.targets.isKnown(name)),
        [true, true, false],
      );
      assert.deepEqual(
        session.devices.all.map(({ hostname }) => hostname),
        ['PC-1', 'PC-2'],
      );
      for (const known of session.devices.all) assert.equal(session.devices.find(deviceKey(known)), known);
      assert.equal(session.devices.find(deviceKey(device(9))), undefined);
    }));

  it('tells of each look at a status, also if it is unchanged or fails', () =>
    withSession(async ({ session, memoryServer }) => {
      memoryServer.statuses.set(1, 'finished');
      const looks: string[] = [];
      session.onLook(({ id, word, sentMs, receivedMs }) => {
        assert.ok(sentMs <= receivedMs);
        looks.push(`${id} ${word}`);
      });
      session.onFailedLook(id => looks.push(`${id} failed`));
      await session.statuses.read(1);
      await session.statuses.read(1);
      memoryServer.failures.set(`GET ${jobs}1/status/`, 503);
      await assert.rejects(session.statuses.read(1));
      assert.deepEqual(looks, ['1 finished', '1 finished', 'undefined failed']);
    }));

  it('searches for devices until the server has no search', () =>
    withSession(async ({ session, memoryServer }) => {
      memoryServer.found = ['PC-9'];
      const search = 'GET /api/peer/search/';
      memoryServer.failures.set(search, 500);
      assert.deepEqual(await session.devices.search('PC'), []);
      memoryServer.failures.delete(search);
      assert.deepEqual(await session.devices.search('PC'), ['PC-9'], 'that was an error of the moment');
      memoryServer.failures.set(search, 404);
      assert.deepEqual(await session.devices.search('PC'), []);
      memoryServer.failures.delete(search);
      assert.deepEqual([await session.devices.search('PC'), memoryServer.reads.length], [[], 3]);
    }));

  it('does not take a search without a response for one that found nothing', () =>
    withSession(async ({ session, memoryServer }) => {
      memoryServer.failures.set('GET /api/peer/search/', 'reset');
      await assert.rejects(session.devices.search('PC'), { name: 'ConnectionError' });
    }));

  it('reads lists that were read before again, and no others', () =>
    withSession(async ({ session, memoryServer, turns }) => {
      session.readListsAgain();
      await turns();
      assert.deepEqual(memoryServer.reads, []);
      await session.jobs.refresh();
      memoryServer.jobs.clear();
      const states: string[] = [];
      const listening = session.jobs.onDidChange(() => states.push(session.jobs.state.kind));
      session.readListsAgain();
      await turns();
      listening.dispose();
      assert.deepEqual(new Set(states), new Set(['ready']), 'without progress');
      assert.deepEqual([memoryServer.reads, session.jobs.jobs], [[jobs, jobs], []]);
      await session.groups.refresh();
      session.readListsAgain();
      await turns();
      assert.deepEqual(memoryServer.reads.slice(3).sort(), [groups, jobs]);
    }));

  it('has one outage for lists and statuses alike', () =>
    withSession(async ({ session, memoryServer, turns }) => {
      await session.jobs.refresh();
      await session.groups.refresh();
      memoryServer.failures.set(`GET ${groups}`, 503);
      await session.groups.refresh().catch(() => undefined);
      assert.equal(session.outage.state.kind, 'offline');
      memoryServer.failures.clear();
      await session.jobs.refresh();
      await turns();
      assert.deepEqual([session.outage.state.kind, session.groups.state.kind], ['online', 'ready']);
      memoryServer.failures.set(`GET ${groups}`, 403);
      await session.groups.refresh().catch(() => undefined);
      assert.deepEqual([session.outage.state.kind, session.groups.state.kind], ['online', 'failed']);
      session.outage.failed(new Error('x'));
      session.outage.succeeded();
      await turns();
      assert.equal(session.groups.state.kind, 'failed', 'they alone are rejected');
    }));

  it('forgets the statuses of deleted jobs, unless something waits for them', () =>
    withSession(async ({ session, memoryServer, turns }) => {
      await session.jobs.refresh();
      session.statuses.setInterest('watched', [2]);
      for (const id of [1, 2]) await session.statuses.read(id);
      memoryServer.jobs.clear();
      await session.jobs.refresh();
      await turns();
      assert.deepEqual([...session.statuses.known.keys()], [2]);
      session.statuses.setInterest('watched', []);
      session.forgetUnlisted();
      assert.deepEqual([...session.statuses.known.keys()], []);
    }));

  it('reads a job whose status is missing, which may have been deleted', () =>
    withSession(async ({ session, memoryServer, turns }) => {
      await session.jobs.refresh();
      memoryServer.failures.set(`GET ${jobs}1/status/`, 404);
      await session.statuses.read(1).catch(() => undefined);
      await turns();
      assert.deepEqual(memoryServer.reads, [jobs, `${jobs}1/status/`, `${jobs}1/`]);
    }));
});
