import assert from 'node:assert/strict';
import { busyFleet, range, SimulatedFleet } from './support/simulatedFleet.ts';

const minuteMs = 60_000;

/** 10,000 jobs, 20 of the first 100 executing, those 100 visible. */
describe('polling', () => {
  it('requests what comes into view at once, and then at most 150 requests a minute', async () => {
    const fleet = await busyFleet();
    assert.ok(fleet.requestTimes.filter(time => time < 1_000).length >= 100, 'the first look');
    const start = fleet.nowMs;
    await fleet.pass(30 * minuteMs);
    const perMinute = fleet.requestsSince(start) / 30;
    assert.ok(perMinute <= 148 && perMinute > 80, `${perMinute} a minute, two more are for the list`);
    assert.ok(fleet.mostInFlight <= 8);
  });

  it('spreads requests instead of bursting', async () => {
    const fleet = await busyFleet();
    const start = fleet.nowMs;
    await fleet.pass(5 * minuteMs);
    const perSecond = new Map<number, number>();
    for (const time of fleet.requestTimes.filter(time => time >= start)) {
      const second = Math.floor(time / 1_000);
      perSecond.set(second, (perSecond.get(second) ?? 0) + 1);
    }
    assert.ok(Math.max(...perSecond.values()) <= 10, `${Math.max(...perSecond.values())} in one second`);
  });

  it('notices an end within 15 s', async () => {
    const fleet = await busyFleet();
    for (const id of range(1, 20)) {
      fleet.statuses.set(id * 5, 'finished');
      const start = fleet.nowMs;
      while (fleet.monitor.get(id * 5)?.kind === 'running') await fleet.pass(250);
      assert.ok(fleet.nowMs - start <= 15_000, `${fleet.nowMs - start} ms`);
    }
  });

  it('reads a job shortly after its schedule runs it', async () => {
    const fleet = new SimulatedFleet({ jobs: 100 });
    const runMs = 150_000;
    for (const id of range(1, 30)) fleet.runs.set(id, runMs);
    fleet.look(true);
    fleet.monitor.setInterest('visible', range(1, 100));
    await fleet.pass(runMs);
    for (const id of range(1, 30)) fleet.statuses.set(id, 'running');
    await fleet.pass(10_000);
    const running = range(1, 100).filter(id => fleet.monitor.get(id)?.kind === 'running');
    assert.deepEqual(running, range(1, 30));
    const before = fleet.requestsSince(runMs - 60_000) - fleet.requestsSince(runMs);
    const after = fleet.requestsSince(runMs);
    assert.ok(after <= 75, `${after} requests in the 10 s after, ${before} in the minute before`);
  });

  it('does not read a job that runs every few seconds as often as that', async () => {
    const fleet = new SimulatedFleet({ jobs: 1 });
    fleet.look(true);
    fleet.monitor.setInterest('visible', [1]);
    for (let second = 0; second < 600; second += 5) {
      fleet.runs.set(1, fleet.nowMs + 5_000);
      await fleet.pass(5_000);
    }
    assert.ok(fleet.requestTimes.length <= 21, `${fleet.requestTimes.length} in 10 minutes`);
  });

  it('notices the user’s own actions within 3 s', async () => {
    const fleet = await busyFleet();
    fleet.monitor.touch([5]);
    await fleet.pass(1_000);
    fleet.statuses.set(5, 'stopped');
    await fleet.pass(2_000);
    assert.equal(fleet.monitor.get(5)?.kind, 'stopped');
  });

  it('requests nothing while nothing is in view, and catches up at once', async () => {
    const fleet = await busyFleet();
    fleet.look(false);
    const start = fleet.nowMs;
    await fleet.pass(60 * minuteMs);
    assert.deepEqual([fleet.requestsSince(start), fleet.clock.pending], [0, 0]);
    fleet.statuses.set(7, 'failed');
    const back = fleet.nowMs;
    fleet.look(true);
    await fleet.pass(1_000);
    assert.equal(fleet.monitor.get(7)?.kind, 'failed');
    assert.ok(fleet.requestsSince(back) <= 120, 'each once');
  });

  it('a refresh requested just before the view is hidden happens when the view is visible again', async () => {
    const fleet = await busyFleet();
    for (const when of ['before', 'after'] as const) {
      const id = when === 'before' ? 7 : 8;
      fleet.statuses.set(id, 'failed');
      if (when === 'before') fleet.monitor.retryNow();
      fleet.look(false);
      if (when === 'after') fleet.monitor.retryNow();
      fleet.look(true);
      await fleet.pass(2_000);
      assert.equal(fleet.monitor.get(id)?.kind, 'failed', when);
    }
  });

  it('follows watched jobs while nothing is in view, at most 4 requests a minute each', async () => {
    const fleet = await busyFleet();
    fleet.monitor.setInterest('watched', [1, 5]);
    fleet.look(false);
    await fleet.pass(minuteMs);
    const start = fleet.nowMs;
    await fleet.pass(10 * minuteMs);
    const perMinute = fleet.requestsSince(start) / 10;
    assert.ok(
      perMinute <= 9.5 && perMinute >= 7,
      `${perMinute} a minute for one that rests and one that runs`,
    );
  });

  it('keeps to the budget with thousands of watched jobs', async () => {
    const fleet = new SimulatedFleet({ jobs: 5_000 });
    fleet.monitor.setInterest('watched', range(1, 5_000));
    await fleet.pass(20 * minuteMs);
    const start = fleet.nowMs;
    await fleet.pass(10 * minuteMs);
    const perMinute = fleet.requestsSince(start) / 10;
    assert.ok(perMinute <= 150, `${perMinute} a minute`);
  });

  it('forgets thousands of deleted jobs without delay', async () => {
    const fleet = new SimulatedFleet({ jobs: 5_000 });
    fleet.look(true);
    fleet.monitor.setInterest('visible', range(1, 200));
    const reads = range(1, 5_000).map(id => fleet.monitor.read(id));
    await fleet.pass(30_000);
    await Promise.all(reads);
    assert.ok(fleet.mostInFlight <= 8, String(fleet.mostInFlight));
    const start = process.cpuUsage();
    fleet.monitor.forget(range(1, 5_000));
    // CPU time, which other programs hardly affect.
    const { user, system } = process.cpuUsage(start);
    const tookMs = (user + system) / 1_000;
    assert.equal(fleet.monitor.known.size, 0);
    assert.ok(tookMs < 1_500, `${tookMs} ms`);
  });

  it('leaves nothing behind after a day', async function () {
    this.timeout(120_000);
    const fleet = await busyFleet();
    const start = fleet.nowMs;
    for (let hour = 0; hour < 24; hour++) {
      // Eight hours of work with a different page in view each hour; then none is in view.
      fleet.look(hour < 8);
      fleet.monitor.setInterest('visible', range(1 + hour * 100, 100));
      fleet.monitor.forget(range(hour * 100 - 99, 100));
      await fleet.pass(60 * minuteMs);
      assert.ok(fleet.clock.pending <= 2, `${fleet.clock.pending} timers`);
      assert.ok(fleet.monitor.known.size <= 200, `${fleet.monitor.known.size} statuses`);
    }
    const perMinute = fleet.requestsSince(start) / (8 * 60);
    assert.ok(perMinute <= 150, `${perMinute} a minute`);
  });
});
