import assert from 'node:assert/strict';
import { followStop } from '../../../src/store/statuses/stopFollower.ts';
import { UnseenFailures } from '../../../src/store/statuses/unseenFailures.ts';
import { SimulatedFleet } from '../support/simulatedFleet.ts';

async function runningFleet(): Promise<SimulatedFleet> {
  const fleet = new SimulatedFleet({ jobs: 3 });
  for (const id of [1, 2, 3]) fleet.statuses.set(id, 'running');
  fleet.monitor.setInterest('visible', [1, 2, 3]);
  fleet.look(true);
  await fleet.pass(1_000);
  return fleet;
}

describe('following a stop', () => {
  it('waits until each job has really ended, even while nothing is in view, and reports how it ended', async () => {
    const fleet = await runningFleet();
    const following = followStop([1, 2], { statuses: fleet.monitor, clock: fleet.clock });
    fleet.look(false);
    await fleet.pass(3_000);
    fleet.statuses.set(1, 'stopped');
    await fleet.pass(6_000);
    fleet.statuses.set(2, 'finished');
    await fleet.pass(15_000);
    assert.deepEqual(await following, [
      { id: 1, kind: 'stopped', status: 'stopped' },
      { id: 2, kind: 'ended', status: 'finished' },
    ]);
    const before = fleet.requestTimes.length;
    await fleet.pass(60_000);
    assert.equal(fleet.requestTimes.length, before, 'nothing is followed any more');
  });

  it('ends at the limit and names the jobs that are still executing', async () => {
    const fleet = await runningFleet();
    const following = followStop([3], { statuses: fleet.monitor, clock: fleet.clock, limitMs: 20_000 });
    await fleet.pass(21_000);
    assert.deepEqual(await following, [{ id: 3, kind: 'stillExecuting', status: 'running' }]);
  });

  it('notices the end even when the clock is set back in the meantime', async () => {
    const fleet = await runningFleet();
    const following = followStop([1], { statuses: fleet.monitor, clock: fleet.clock, limitMs: 100_000 });
    fleet.clock.set(-3_600_000);
    fleet.statuses.set(1, 'stopped');
    let isOver = false;
    void following.then(() => {
      isOver = true;
    });
    await fleet.pass(15_000);
    assert.ok(isOver, 'not only at the limit');
  });

  it('reports unknown outcomes', async () => {
    const fleet = await runningFleet();
    const given = { statuses: fleet.monitor, clock: fleet.clock, limitMs: 20_000 };
    const following = followStop([1, 9], given);
    fleet.statuses.set(1, 'на паузе');
    fleet.statusError = undefined;
    fleet.monitor.forget([9]);
    await fleet.pass(21_000);
    assert.deepEqual(await following, [
      { id: 1, kind: 'unknown', status: 'на паузе' },
      { id: 9, kind: 'unknown', status: '' },
    ]);
  });

  it('ends as soon as the user no longer waits, while another wait continues', async () => {
    const fleet = await runningFleet();
    const { monitor: statuses, clock } = fleet;
    const controller = new AbortController();
    const first = followStop([1], { statuses, clock, signal: controller.signal });
    const second = followStop([1, 2], { statuses, clock });
    fleet.look(false);
    await fleet.pass(2_000);
    controller.abort();
    assert.deepEqual(
      (await first).map(({ kind }) => kind),
      ['stillExecuting'],
    );
    assert.deepEqual([statuses.isFollowed(1), statuses.isFollowed(2)], [true, true]);
    for (const id of [1, 2]) fleet.statuses.set(id, 'stopped');
    await fleet.pass(16_000);
    assert.deepEqual(
      (await second).map(({ kind }) => kind),
      ['stopped', 'stopped'],
    );
    assert.deepEqual([statuses.isFollowed(1), statuses.isFollowed(2)], [false, false]);
  });
});

describe('unseen failures', () => {
  it('are counted while nothing is in view, until something is', async () => {
    const fleet = await runningFleet();
    const unseen = new UnseenFailures(fleet.monitor);
    fleet.statuses.set(1, 'failed');
    await fleet.pass(16_000);
    assert.equal(unseen.count, 0, 'it failed before one’s eyes');
    fleet.monitor.setInterest('watched', [2, 3]);
    fleet.look(false);
    fleet.statuses.set(2, 'failed');
    fleet.statuses.set(3, 'finished');
    await fleet.pass(20_000);
    assert.equal(unseen.count, 1);
    fleet.statuses.set(2, 'running');
    await fleet.pass(20_000);
    fleet.statuses.set(2, 'finished');
    await fleet.pass(20_000);
    assert.equal(unseen.count, 0, 'it ran again and was well');
    fleet.statuses.set(3, 'failed');
    await fleet.pass(20_000);
    fleet.look(true);
    unseen.markSeen();
    assert.equal(unseen.count, 0);
  });
});
