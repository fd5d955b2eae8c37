import assert from 'node:assert/strict';
import { History } from '../../../src/contrib/history/common/history.ts';
import type { JobNews } from '../../../src/contrib/observe/cli/observedJob.ts';
import type { ObserverOptions } from '../../../src/contrib/observe/cli/observer.ts';
import { statusError } from '../../store/support/fakes.ts';
import { observedFleet } from './support/observedFleet.ts';
import { createObserver } from './support/observerSetup.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function observe(fleet: ReturnType<typeof observedFleet>, options: Partial<ObserverOptions> = {}) {
  const { clock, api } = fleet;
  const history = new History({ extraWords: () => new Map() });
  const log: string[] = [];
  const news: { readonly id: number; readonly news: JobNews }[] = [];
  const observer = createObserver(
    { clock, api, history },
    {
      requestsPerMinute: 30,
      onNews: ({ id }, piece) => news.push({ id, news: piece }),
      onOutage: () => log.push('outage'),
      onRecovery: () => log.push('recovery'),
      onListRead: count => log.push(`${count} jobs`),
      onListFailure: () => log.push('list failure'),
      ...options,
    },
  );
  return { observer, history, log, news };
}

/** Ten jobs that run each hour at the full hour, and do nothing else. */
function hourlyFleet({ aheadMs = 0 } = {}) {
  const fleet = observedFleet(10);
  fleet.clock.set(aheadMs);
  for (const job of fleet.world.jobs.all()) {
    Object.assign(job, { params: 'DTSTART:20260101T000000Z\nRRULE:FREQ=HOURLY', enabled: true });
    Object.assign(job, { run_on_start: false });
    fleet.runner.enabledChanged(job);
  }
  return fleet;
}

describe('an observer of a fleet', () => {
  it('sees nearly all runs of jobs that are planned at the same time, with few requests', async () => {
    const fleet = hourlyFleet();
    const { observer, news } = observe(fleet);
    observer.start();
    await fleet.pass(24 * hourMs);
    const runs = fleet.runner.log.runs.filter(run => run.result !== undefined);
    const ended = news.filter(({ news: { kind } }) => kind === 'ended').length;
    assert.ok(runs.length > 150 && ended > 0.95 * runs.length, `${ended} of ${runs.length}`);
    assert.ok(ended <= runs.length);
    assert.ok(fleet.server.requests <= 30 * 60 * 24 + 30);
    assert.equal(observer.looks.failed, 0);
    await observer.stop();
  });

  it('goes on at once when the clock is set back', async () => {
    const fleet = hourlyFleet();
    const { observer, news } = observe(fleet);
    observer.start();
    await fleet.pass(3 * hourMs + 30 * minuteMs);
    const { ok } = observer.looks;
    fleet.clock.set(-hourMs);
    await fleet.pass(30 * minuteMs);
    assert.ok(observer.looks.ok > ok + 500, `${observer.looks.ok - ok} looks`);
    const before = news.length;
    await fleet.pass(5 * hourMs);
    const ended = news.slice(before).filter(({ news: { kind } }) => kind === 'ended');
    assert.equal(new Set(ended.map(({ id }) => id)).size, 10);
    await observer.stop();
  });

  it('reports runs as ever when what is stored comes from a clock that was ahead', async () => {
    const ahead = hourlyFleet({ aheadMs: 365 * 24 * hourMs });
    const { observer: former, history, news: formerNews } = observe(ahead);
    former.start();
    await ahead.pass(4 * hourMs);
    await Promise.all([former.stop(), ahead.pass(100)]);
    assert.ok(formerNews.some(({ news: { kind } }) => kind === 'ended'));
    const fleet = hourlyFleet();
    const { observer, news } = observe(fleet, { history });
    observer.start();
    await fleet.pass(4 * hourMs);
    const runs = fleet.runner.log.runs.filter(run => run.result !== undefined);
    for (const kind of ['started', 'ended']) {
      const count = news.filter(({ news: piece }) => piece.kind === kind).length;
      assert.ok(
        count > 0.8 * runs.length && count <= runs.length + 10,
        `${kind}: ${count} of ${runs.length}`,
      );
    }
    await observer.stop();
  });

  it('reports a planned run that did not happen, and nothing of one that did', async () => {
    const fleet = hourlyFleet();
    const { observer, news } = observe(fleet);
    observer.start();
    await fleet.pass(48 * hourMs);
    const marked = news.flatMap(({ id, news: piece }) =>
      piece.kind === 'judged' && ['notSeen', 'didNotRun'].includes(piece.verdict.kind)
        ? [{ id, atMs: piece.planned.atMs }]
        : [],
    );
    const missed = fleet.runner.log.runs.filter(run => run.missed !== undefined);
    assert.ok(marked.length > 0);
    for (const { id, atMs } of marked)
      assert.ok(missed.some(run => run.jobId === id && run.plannedMs === atMs));
    await observer.stop();
  });

  it('follows changes of the list: new jobs, deleted ones and other schedules', async () => {
    const fleet = hourlyFleet();
    const { observer } = observe(fleet);
    observer.start();
    await fleet.pass(10 * minuteMs);
    const [first, second] = fleet.world.jobs.all();
    assert.ok(first && second);
    fleet.world.jobs.remove(first.id);
    fleet.runner.forget(first);
    Object.assign(second, { params: 'DTSTART:20260302T003000Z', updatedAtMs: fleet.clock.now() });
    const added = fleet.world.addJob({ ...second, name: 'New' }, fleet.clock.now());
    await fleet.pass(6 * minuteMs);
    const jobs = [...observer.jobs];
    assert.deepEqual(
      jobs.map(({ id }) => id),
      fleet.world.jobs.all().map(({ id }) => id),
    );
    for (const id of [second.id, added.id])
      assert.equal(jobs.find(job => job.id === id)?.nextRunMs, Date.UTC(2026, 2, 2, 0, 30));
    await observer.stop();
  });

  it('knows nothing of the former job when an ID belongs to another one', async () => {
    const fleet = hourlyFleet();
    const { observer, news } = observe(fleet);
    observer.start();
    await fleet.pass(6 * hourMs);
    const known = () => [...observer.jobs].find(({ id }) => id === 1);
    const before = known();
    assert.ok(before && before.runs.length >= 3, String(before?.runs.length));
    const record = fleet.world.jobs.get(1);
    assert.ok(record);
    Object.assign(record, {
      ...{ name: 'Another', params: 'DTSTART:20270101T000000Z', policies: [77], peers: [], groups: [] },
      ...{ author: 'somebody else', created_at: 'later', updatedAtMs: fleet.clock.now() },
    });
    fleet.runner.enabledChanged(record);
    await fleet.pass(6 * minuteMs);
    const now = known();
    assert.ok(now && now !== before && now.name === 'Another');
    assert.deepEqual([now.runs, now.typicalMs, now.counts.results.size], [[], undefined, 0]);
    assert.ok([...observer.former.results.values()].some(count => count > 0));
    const judged = news.length;
    await fleet.pass(3 * hourMs);
    assert.deepEqual(known()?.runs, []);
    assert.deepEqual(
      news.slice(judged).filter(({ id }) => id === 1),
      [],
    );
    await observer.stop();
  });

  it('reports a list with fewer jobs than the server counts, and drops none of them', async () => {
    const fleet = hourlyFleet();
    const { observer, log } = observe(fleet);
    observer.start();
    await fleet.pass(minuteMs);
    fleet.server.hidden = 3;
    await fleet.pass(20 * minuteMs);
    assert.deepEqual([log[0], log.at(-1), [...observer.jobs].length], ['10 jobs', 'list failure', 10]);
    await observer.stop();
  });

  it('tries once in five minutes while the token is rejected, and goes on when it is valid again', async () => {
    const fleet = hourlyFleet();
    const { observer, log } = observe(fleet);
    observer.start();
    await fleet.pass(minuteMs);
    fleet.server.failure = statusError(401);
    await fleet.pass(minuteMs);
    const before = fleet.server.requests;
    await fleet.pass(hourMs);
    assert.ok(fleet.server.requests - before <= 13, String(fleet.server.requests - before));
    assert.equal(observer.isUp, false);
    fleet.server.failure = undefined;
    await fleet.pass(6 * minuteMs);
    assert.equal(observer.isUp, true);
    assert.deepEqual(
      log.filter(line => line !== '10 jobs').filter((line, index, all) => line !== all[index - 1]),
      ['outage', 'recovery'],
    );
    await observer.stop();
  });

  it('sends nothing while the server asks for a pause, and only one request at a time in an outage', async () => {
    const fleet = hourlyFleet();
    const { observer, log } = observe(fleet);
    observer.start();
    await fleet.pass(minuteMs);
    fleet.server.failure = statusError(429, 4 * minuteMs);
    await fleet.pass(10_000);
    const before = fleet.server.requests;
    await fleet.pass(3.5 * minuteMs);
    assert.equal(fleet.server.requests, before);
    fleet.server.failure = statusError(503);
    await fleet.pass(hourMs);
    assert.ok(fleet.server.requests - before <= 65, String(fleet.server.requests - before));
    assert.equal(log.filter(line => line === 'outage').length, 1);
    await observer.stop();
  });

  it('keeps within the budget when everything is due at once, and leaves out nobody', async () => {
    const fleet = observedFleet(200);
    const { observer } = observe(fleet, { requestsPerMinute: 60 });
    observer.start();
    const counts: number[] = [];
    for (let minute = 0; minute < 60; minute++) {
      const before = fleet.server.requests;
      await fleet.pass(minuteMs);
      counts.push(fleet.server.requests - before);
    }
    assert.ok(fleet.server.requests <= 60 * 61 && Math.max(...counts.slice(1)) < 70, counts.join());
    const ages = [...observer.jobs].map(job => fleet.clock.now() - (job.status?.readMs ?? 0));
    assert.ok(Math.max(...ages) < 8 * minuteMs, String(Math.max(...ages)));
    await observer.stop();
  });

  it('looks once at what is most urgent, and ends', async () => {
    const fleet = observedFleet(40);
    const { observer } = observe(fleet, { requestsPerMinute: 30 });
    const done = observer.once();
    await fleet.pass(10_000);
    await done;
    assert.equal(fleet.server.requests, 30);
    assert.equal(fleet.clock.pending, 1, 'only the timer of the runner is left');
    assert.equal([...observer.jobs].filter(job => job.status !== undefined).length, 29);
  });

  it('ends a single look at a server that does not respond', async () => {
    const fleet = observedFleet(4);
    fleet.server.failure = statusError(503);
    const { observer, log } = observe(fleet);
    const done = observer.once();
    await fleet.pass(10_000);
    await done;
    assert.deepEqual([log, observer.listReadMs], [['outage'], undefined]);
  });

  it('stops without waiting for responses, and leaves no timer behind', async () => {
    const fleet = observedFleet(40);
    const { observer } = observe(fleet);
    observer.start();
    await fleet.pass(100);
    assert.ok(fleet.server.requests > 1);
    const stopped = observer.stop();
    await fleet.pass(100);
    await stopped;
    assert.equal(fleet.clock.pending, 1, 'only the timer of the runner is left');
  });
});
