import assert from 'node:assert/strict';
import { deviceKey } from '../../../src/model/device.ts';
import { ServerSession, type SessionOptions } from '../../../src/store/serverSession.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { clientOf, type Reply, type SentRequest } from '../api/support/memoryServer.ts';
import { device, settled, startMs } from './support/fakes.ts';
import { usualPaces } from './support/simulatedFleet.ts';

const jobs = '/prefix/automation/api/job/';
const groups = '/prefix/account/api/group/';

/** A session with a server in memory that has these jobs and groups, or fails. */
async function withSession(
  use: (given: ReturnType<typeof open>) => Promise<void>,
  options: Partial<SessionOptions> = {},
): Promise<void> {
  const given = open(options);
  try {
    await use(given);
  } finally {
    await given.session.dispose();
  }
}

/** What the server returns, which tests change. */
interface Stored {
  jobs: readonly object[];
  groups: readonly object[];
  readonly statuses: Map<number, string>;
  readonly failures: Map<string, number>;
}

function open(options: Partial<SessionOptions>) {
  const server: Stored = {
    jobs: [1, 2].map(id => ({ id, name: `Job ${id}`, policies: [1] })),
    groups: [{ id: 7, name: 'Lab', dn: 'CN=lab', server_set: [{ hostname: 'PC-1' }] }],
    statuses: new Map<number, string>(),
    failures: new Map<string, number>(),
  };
  const reply = ({ path }: SentRequest): Reply => {
    const failure = server.failures.get(path.split('?')[0] ?? '');
    if (failure !== undefined) return { status: failure };
    if (path.includes('/peer/search/')) return { body: { items: [{ hostname: 'PC-9' }] } };
    if (path === groups) return { body: server.groups };
    if (path === jobs) return { body: server.jobs };
    const id = Number(/(\d+)\/(?:status\/)?$/.exec(path)?.[1]);
    if (path.endsWith('/status/'))
      return { body: { id, name: '', status: server.statuses.get(id) ?? 'finished' } };
    return { body: { id, name: `Job ${id}`, policies: [1] } };
  };
  const { client, sent } = clientOf(reply);
  const clock = createManualClock(startMs);
  const failures: unknown[] = [];
  const session = new ServerSession({
    server: { id: 'plant', name: 'Plant', url: 'https://plant.example' },
    client,
    clock,
    memory: new Map<string, number>(),
    paces: () => usualPaces,
    extraWords: () => new Map(),
    onStatusFailure: error => failures.push(error),
    random: () => 0,
    ...options,
  });
  const pass = async (ms: number) => {
    clock.advance(ms);
    for (let turn = 0; turn < 8; turn++) await settled();
  };
  const look = (isInView: boolean) =>
    session.setAttention({ isViewVisible: isInView, isWindowFocused: isInView });
  const pathsSince = (count: number) => sent.slice(count).map(({ path }) => path);
  return { session, server, sent, clock, failures, pass, look, pathsSince };
}

describe('the session with a server', () => {
  it('finds devices in groups and in jobs', () =>
    withSession(async ({ session, server }) => {
      server.jobs = [{ id: 1, name: 'A', peers: [{ id: 2, hostname: 'PC-2' }] }];
      assert.deepEqual([session.knownDevices, session.findDevice('x')], [[], undefined]);
      const before = session.deviceNames;
      assert.equal(session.deviceNames, before);
      await session.jobs.refresh();
      const withJobs = session.deviceNames;
      await session.groups.refresh();
      assert.equal(new Set([before, withJobs, session.deviceNames]).size, 3);
      assert.deepEqual(
        session.knownDevices.map(({ hostname }) => hostname),
        ['PC-1', 'PC-2'],
      );
      for (const known of session.knownDevices) assert.equal(session.findDevice(deviceKey(known)), known);
      assert.equal(session.findDevice(deviceKey(device(9))), undefined);
    }));

  it('searches for devices until the server has no search', () =>
    withSession(async ({ session, server, sent }) => {
      assert.deepEqual(await session.searchDevices('PC'), ['PC-9']);
      const search = '/prefix/api/peer/search/';
      server.failures.set(search, 500);
      assert.deepEqual(await session.searchDevices('PC'), []);
      server.failures.delete(search);
      assert.deepEqual(await session.searchDevices('PC'), ['PC-9'], 'that was an error of the moment');
      server.failures.set(search, 404);
      assert.deepEqual(await session.searchDevices('PC'), []);
      server.failures.delete(search);
      assert.deepEqual([await session.searchDevices('PC'), sent.length], [[], 4]);
    }));

  it('reads lists that were read before again, and no others', () =>
    withSession(async ({ session, server, sent, pathsSince, pass }) => {
      session.readListsAgain();
      await pass(0);
      assert.equal(sent.length, 0);
      await session.jobs.refresh();
      server.jobs = [];
      session.readListsAgain();
      const states: string[] = [];
      const listening = session.jobs.onDidChange(() => states.push(session.jobs.state.kind));
      await pass(0);
      listening.dispose();
      assert.deepEqual(new Set(states), new Set(['ready']), 'without progress');
      assert.deepEqual([pathsSince(1), session.jobs.jobs], [[jobs], []]);
      await session.groups.refresh();
      session.readListsAgain();
      await pass(0);
      assert.deepEqual(pathsSince(3).sort(), [groups, jobs]);
      server.failures.set(jobs, 500).set(groups, 500);
      session.readListsAgain();
      await pass(0);
      assert.deepEqual([session.jobs.state.kind, session.groups.state.kind], ['failed', 'failed']);
    }));

  it('reads the list again while it is in view, and no longer after its end', () =>
    withSession(async ({ session, look, pass, sent }) => {
      await session.jobs.refresh();
      await pass(usualPaces.inactiveMs * 3);
      assert.equal(sent.length, 1);
      look(true);
      await pass(0);
      assert.equal(sent.filter(({ path }) => path === jobs).length, 2);
      await session.dispose();
      const before = sent.length;
      await pass(usualPaces.inactiveMs * 3);
      assert.deepEqual([sent.length, session.isDisposed], [before, true]);
    }));

  it('has one outage for lists and statuses alike', () =>
    withSession(async ({ session, server, failures, look, pass }) => {
      await session.jobs.refresh();
      await session.groups.refresh();
      look(true);
      server.failures.set(groups, 503);
      await session.groups.refresh().catch(() => undefined);
      assert.deepEqual([session.outage.state.kind, failures.length], ['offline', 1]);
      server.failures.delete(groups);
      await session.jobs.refresh();
      await pass(0);
      assert.deepEqual([session.outage.state.kind, session.groups.state.kind], ['online', 'ready']);
      server.failures.set(groups, 403);
      await session.groups.refresh().catch(() => undefined);
      assert.deepEqual([session.outage.state.kind, session.groups.state.kind], ['online', 'failed']);
      session.outage.failed(new Error('x'));
      session.outage.succeeded();
      await pass(0);
      assert.equal(session.groups.state.kind, 'failed', 'they alone are rejected');
    }));

  it('forgets the statuses of deleted jobs, unless something waits for them', () =>
    withSession(async ({ session, server, pass }) => {
      await session.jobs.refresh();
      session.statuses.setInterest('watched', [2]);
      for (const id of [1, 2]) await session.statuses.read(id);
      server.jobs = [];
      await session.jobs.refresh();
      await pass(0);
      assert.deepEqual([...session.statuses.known.keys()], [2]);
      session.statuses.setInterest('watched', []);
      session.forgetUnlisted();
      assert.deepEqual([...session.statuses.known.keys()], []);
    }));

  it('reads a job whose status is missing, which may have been deleted', () =>
    withSession(async ({ session, server, pathsSince, sent, pass }) => {
      await session.jobs.refresh();
      server.failures.set(`${jobs}1/status/`, 404);
      const before = sent.length;
      await session.statuses.read(1).catch(() => undefined);
      await pass(0);
      assert.deepEqual(pathsSince(before), [`${jobs}1/status/`, `${jobs}1/`]);
    }));

  it('reads the status of a job when its schedule runs it, unless it is disabled', async () => {
    for (const enabled of [true, false]) {
      const asked: string[] = [];
      const nextRunMs = (params: string, nowMs: number) => {
        asked.push(params);
        return nowMs + 10_000;
      };
      await withSession(
        async ({ session, server, look, pass, sent }) => {
          server.jobs = [{ id: 1, name: 'A', params: 'daily', enabled }];
          await session.jobs.refresh();
          session.statuses.setInterest('visible', [1]);
          look(true);
          await pass(0);
          const before = sent.length;
          await pass(15_000);
          const isRead = sent.slice(before).some(({ path }) => path.endsWith('/status/'));
          assert.deepEqual([isRead, asked.includes('daily')], [enabled, enabled]);
        },
        { nextRunMs },
      );
    }
  });

  it('reports unseen failures of jobs that were executing before it was opened', () =>
    withSession(
      async ({ session, server, look }) => {
        await session.jobs.refresh();
        server.statuses.set(1, 'failed');
        await session.statuses.read(1);
        assert.equal(session.unseenFailures.count, 1);
        look(true);
        assert.equal(session.unseenFailures.count, 0);
      },
      { lastStatusWord: () => 'running' },
    ));
});
