import assert from 'node:assert/strict';
import type { JobsChange } from '../../src/store/jobs/jobStore.ts';
import { createManualClock } from '../support/manualClock.ts';
import '../support/vscode/vscodeInNode.ts';

const { JobsInterest } = await import('../../src/views/jobsInterest.ts');
const { afterJobRows } = await import('../../src/views/groups/afterJobRows.ts');
const { Emitter } = await import('../../src/util/emitter.ts');
const { Schedules } = await import('../../src/servers/schedules.ts');

/** The event, and when it is first listened to. */
function watchedBy(emitter: InstanceType<typeof Emitter<JobsChange>>) {
  let listening: () => void = () => undefined;
  const once = new Promise<void>(resolve => {
    listening = resolve;
  });
  const event: typeof emitter.event = listener => {
    listening();
    return emitter.event(listener);
  };
  return { event, once };
}

/** A session that records which jobs are reported to be visible. */
function recorded() {
  const reported: (readonly number[])[] = [];
  let report: () => void = () => undefined;
  const next = new Promise<void>(resolve => {
    report = resolve;
  });
  const setInterest = (kind: string, ids: readonly number[]) => {
    if (kind === 'visible') reported.push(ids);
    report();
  };
  return { session: { statuses: { setInterest }, setAttention: () => undefined }, reported, next };
}

describe('what is done once VS Code has the first rows', () => {
  it('is the request for statuses, of the rows that are shown by then', async () => {
    const interest = new JobsInterest();
    const { session, reported, next } = recorded();
    interest.show(session);
    interest.setVisible([1]);
    interest.setVisible([1, 2]);
    assert.deepEqual(reported, []);
    await next;
    assert.deepEqual(reported, [[1, 2]]);
  });

  it('is nothing for a server that is no longer shown', async () => {
    const interest = new JobsInterest();
    const [before, after] = [recorded(), recorded()];
    interest.show(before.session);
    interest.setVisible([1]);
    interest.show(after.session);
    interest.setVisible([2]);
    await after.next;
    assert.deepEqual([before.reported, after.reported], [[], [[2]]]);
  });
});

describe('what the rows of jobs come before', () => {
  it('waits until the jobs that are being read have changed', async () => {
    const changed = new Emitter<JobsChange>();
    const listened = watchedBy(changed);
    let isOver = false;
    const over = afterJobRows({ isReading: true, onDidChange: listened.event }, createManualClock(0)).then(
      () => {
        isOver = true;
      },
    );
    await listened.once;
    assert.equal(isOver, false);
    changed.fire({ kind: 'list' });
    assert.equal(isOver, false, 'VS Code gets the rows first');
    await over;
  });

  it('does not wait for a server that takes its time', async () => {
    const clock = createManualClock(0);
    const listened = watchedBy(new Emitter<JobsChange>());
    const over = afterJobRows({ isReading: true, onDidChange: listened.event }, clock);
    await listened.once;
    // It waits for time as soon as it listens.
    await Promise.resolve();
    clock.advance(150);
    await over;
  });

  it('does not wait for jobs that nobody reads', async () => {
    const onDidChange = () => assert.fail('no change is awaited');
    await afterJobRows({ isReading: false, onDidChange }, createManualClock(0));
  });
});

describe('time zones', () => {
  it('are loaded with the first text of a schedule, or before it while there is time', () => {
    const { DateTimeFormat } = Intl;
    let created = 0;
    Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
      apply: (target, self, args) => {
        created += 1;
        return Reflect.apply(target, self, args);
      },
    });
    try {
      const schedules = new Schedules();
      assert.equal(created, 0);
      schedules.prepare({});
      assert.equal(created, 1);
      schedules.of(undefined).row('DTSTART:20260105T030000Z\nRRULE:FREQ=WEEKLY', Date.UTC(2026, 0, 6));
      assert.equal(created, 1);
    } finally {
      Intl.DateTimeFormat = DateTimeFormat;
    }
  });
});
