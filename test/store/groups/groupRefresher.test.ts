import assert from 'node:assert/strict';
import type { Group } from '../../../src/api/model/group.ts';
import type { Page } from '../../../src/api/resources/listPage.ts';
import { GroupRefresher } from '../../../src/store/groups/groupRefresher.ts';
import { GroupStore } from '../../../src/store/groups/groupStore.ts';
import { Outage } from '../../../src/store/reading/outage.ts';
import { RequestBudget } from '../../../src/store/reading/requestBudget.ts';
import { createManualClock, passTime } from '../../support/manualClock.ts';
import { group, page, settled, startMs, statusError } from '../support/fakes.ts';

const minuteMs = 60_000;

/** Groups in view, and how many requests each number of minutes costs. */
async function groupsInView(count: number, perPage = 1_000_000, perMinute = 150) {
  const clock = createManualClock(startMs);
  const server: { readonly groups: Group[]; error: Error | undefined } = {
    groups: Array.from({ length: count }, (_, id) => group(`Group ${id}`, { id })),
    error: undefined,
  };
  let requests = 0;
  const store = new GroupStore({
    api: {
      list: async function* ({ from = '0' } = {}): AsyncGenerator<Page<Group>, void, undefined> {
        for (let start = Number(from); start < server.groups.length; start += perPage) {
          requests += 1;
          if (server.error !== undefined) throw server.error;
          const next = start + perPage < server.groups.length ? String(start + perPage) : undefined;
          yield page(server.groups.slice(start, start + perPage), { next });
        }
      },
      get: () => Promise.reject(statusError(404)),
    },
    clock,
    memory: { get: () => undefined, set: () => undefined },
    jobGroupIds: () => [],
  });
  const outage = new Outage({ clock, random: () => 0, onFailure: () => undefined });
  const budget = new RequestBudget(clock, () => perMinute);
  const refresher = new GroupRefresher(store, outage, { clock, budget });
  await store.whole();
  refresher.setInView(true);
  const requestsIn = async (minutes: number) => {
    const before = requests;
    for (let half = 0; half < minutes * 2; half++) await passTime(clock, minuteMs / 2, settled);
    return requests - before;
  };
  return { store, server, outage, budget, refresher, requestsIn };
}

describe('a list of groups in view', () => {
  it('is read again every three minutes, by one request, and shows what others changed', async () => {
    const { store, server, requestsIn } = await groupsInView(500);
    server.groups.push(group('New', { id: 900 }));
    assert.equal(await requestsIn(2), 0);
    assert.equal(await requestsIn(1), 1);
    assert.equal(store.entries.at(-1)?.group.name, 'New');
    assert.equal(await requestsIn(30), 10);
  });

  it('is read less often the longer it is', async () => {
    const { requestsIn } = await groupsInView(10_000);
    assert.equal(await requestsIn(60), 3);
  });

  it('is left alone while it is hidden or the window lacks the focus, and read when it returns', async () => {
    const { refresher, requestsIn } = await groupsInView(500);
    refresher.setInView(false);
    assert.equal(await requestsIn(60), 0);
    refresher.setInView(true);
    assert.equal(await requestsIn(1), 1);
  });

  it('waits for the request budget', async () => {
    const { budget, requestsIn } = await groupsInView(500, 50, 10);
    assert.equal(await requestsIn(2.5), 0);
    // Another list takes what is left, so that only 5 requests are left when this list is due.
    budget.take(10);
    assert.equal(await requestsIn(0.5), 0);
    assert.equal(await requestsIn(0.5), 10);
  });

  it('is read again after it could not be read', async () => {
    const { store, server, requestsIn } = await groupsInView(500);
    server.error = statusError(500);
    assert.equal(await requestsIn(3), 1);
    assert.equal(store.state.kind, 'failed');
    server.error = undefined;
    const isRead = new Promise<void>(resolve => {
      store.onDidChange(() => store.state.kind === 'ready' && resolve());
    });
    assert.equal(await requestsIn(3), 1);
    // A long list is stored in slices, which may take a few turns of the event loop.
    await isRead;
  });

  it('is not read again before the end of an outage', async () => {
    const { server, outage, requestsIn } = await groupsInView(500);
    outage.failed(statusError(503));
    assert.equal(await requestsIn(10), 0);
    server.error = undefined;
    outage.succeeded();
    assert.equal(await requestsIn(1), 1);
  });

  it('stays the same object when nothing has changed, so that its rows are not redrawn', async () => {
    const { store, requestsIn } = await groupsInView(5);
    const before = store.entries;
    assert.equal(await requestsIn(3), 1);
    assert.equal(store.entries, before);
  });
});
