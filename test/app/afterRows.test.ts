import assert from 'node:assert/strict';
import type { JobsChange } from '../../src/store/jobs/jobStore.ts';
import { json } from '../support/http/responders.ts';
import { withScript } from '../support/http/scriptedServer.ts';
import { jobWire, pageWire } from '../support/http/wire.ts';
import { createManualClock } from '../support/manualClock.ts';
import '../support/vscode/vscodeInNode.ts';
import { withApp } from './support/appInNode.ts';

const { JobsInterest } = await import('../../src/views/jobsInterest.ts');
const { afterJobRows } = await import('../../src/views/groups/afterJobRows.ts');
const { person } = await import('../support/vscode/vscodeFake.ts');
const { Emitter } = await import('../../src/util/emitter.ts');

/** The event, and a promise that resolves when its first listener is added. */
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

/** A session that records which jobs are reported as visible. */
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

describe('the work after the first rows', () => {
  it('requests the statuses of the rows that are then visible', async () => {
    const interest = new JobsInterest();
    const { session, reported, next } = recorded();
    interest.show(session);
    interest.setVisible([1]);
    interest.setVisible([1, 2]);
    assert.deepEqual(reported, []);
    await next;
    assert.deepEqual(reported, [[1, 2]]);
  });

  it('does nothing for a server that is no longer shown', async () => {
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

describe('work that waits for the first rows of jobs', () => {
  it('starts when the jobs that are being read are loaded', async () => {
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

  it('does not wait long for a slow server', async () => {
    const clock = createManualClock(0);
    const listened = watchedBy(new Emitter<JobsChange>());
    const over = afterJobRows({ isReading: true, onDidChange: listened.event }, clock);
    await listened.once;
    // Its timeout starts when it begins to listen.
    await Promise.resolve();
    clock.advance(150);
    await over;
  });

  it('starts at once when no jobs are being read', async () => {
    const onDidChange = () => assert.fail('no change is awaited');
    await afterJobRows({ isReading: false, onDidChange }, createManualClock(0));
  });
});

describe('the descriptions of schedules', () => {
  it('appear after the first rows, and date formats are created only then', () =>
    withScript(server => {
      const params = 'DTSTART:20260105T030000Z\nRRULE:FREQ=DAILY';
      server.otherwise(json(pageWire([{ ...jobWire(1), params }])));
      const servers = [{ id: 'plant', name: 'Plant', url: server.url }];
      return withApp({ servers }, ({ app }) =>
        countingFormats(async formats => {
          const { jobs } = app.trees;
          const redrawn = new Promise(resolve => void jobs.onDidChangeTreeData(resolve));
          const [row] = await jobs.getChildren();
          assert.ok(row);
          assert.equal(jobs.getTreeItem(row).description, '');
          assert.equal(formats(), 0);
          assert.deepEqual(await redrawn, [row]);
          assert.match(String(jobs.getTreeItem(row).description), /^in \d|\d\d:\d\d$/);
          assert.ok(formats() > 0);
        }),
      );
    }));
});

describe('the settings', () => {
  it('are read only three times before the first rows, since each read takes VS Code milliseconds', () =>
    withScript(server => {
      server.otherwise(json(pageWire([jobWire(1)])));
      const inspected: string[] = [];
      person.inspected = name => inspected.push(name);
      return withApp({ servers: [{ id: 'plant', name: 'Plant', url: server.url }] }, async ({ app }) => {
        const rows = await app.trees.jobs.getChildren();
        for (const row of rows) app.trees.jobs.getTreeItem(row);
        assert.equal(rows.length, 1);
        // Read for the servers, the request rate and the network.
        assert.deepEqual(inspected, ['deviceAutomation', 'deviceAutomation', 'http']);
      }).finally(() => {
        person.inspected = () => undefined;
      });
    }));
});

/** Counts the date formats that are created during `run`. */
async function countingFormats(run: (formats: () => number) => Promise<void>): Promise<void> {
  const { DateTimeFormat } = Intl;
  let created = 0;
  Intl.DateTimeFormat = new Proxy(DateTimeFormat, {
    apply: (target, self, args) => {
      created += 1;
      return Reflect.apply(target, self, args);
    },
    construct: (target, args) => {
      created += 1;
      return Reflect.construct(target, args);
    },
  });
  try {
    await run(() => created);
  } finally {
    Intl.DateTimeFormat = DateTimeFormat;
  }
}
