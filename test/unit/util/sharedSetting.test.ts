import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  readServerEntries,
  withServerAdded,
  withServerEdited,
  withServerRemoved,
} from '../../../src/model/serverEntries.ts';
import { jsonEqual } from '../../../src/util/json.ts';
import { SharedSetting } from '../../../src/util/sharedSetting.ts';
import { createManualClock } from '../../support/manualClock.ts';

const server = (id: string, name = id) => ({ id, name, url: `https://${id}.example` });

/** A window's view of the file. */
interface KnowingWindow {
  known: unknown;
  readonly changed: () => void;
}

/** A settings file whose changes each window sees only some time after they were written. */
function sharedFile(
  initial: unknown,
  { latencies, refusals = [] }: { latencies: number[]; refusals?: boolean[] },
) {
  const clock = createManualClock(0);
  const windows: KnowingWindow[] = [];
  let file = initial;
  const failures: unknown[] = [];
  const arrive = (window: KnowingWindow) => {
    if (jsonEqual(window.known, file)) return;
    window.known = file;
    window.changed();
  };
  const open = (latencyMs: number) => {
    const delay = (ms: number) => new Promise<void>(resolve => clock.schedule(ms, resolve));
    const window: KnowingWindow = { known: file, changed: () => setting.changed() };
    const setting = new SharedSetting({
      read: async () => window.known,
      write: async value => {
        await delay(20);
        if (refusals.pop()) throw new Error('the content of the file is newer');
        file = value;
        for (const other of windows) if (other !== window) clock.schedule(latencyMs, () => arrive(other));
        arrive(window);
      },
      exclusively: run => run(),
      clock,
      delay,
      random: () => (windows.indexOf(window) + 1) / 4,
      onFailure: error => failures.push(error),
    });
    windows.push(window);
    return setting;
  };
  const settings = latencies.map(open);
  /** Lets time pass, with promises settling in between. */
  const settle = async (ms: number) => {
    for (let step = 0; step < ms / 10; step++) {
      clock.advance(10);
      for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    }
  };
  return {
    clock,
    settings,
    settle,
    failures,
    names: () =>
      readServerEntries(file)
        .servers.map(({ name }) => name)
        .sort(),
    file: () => file,
  };
}

describe('a setting that two windows write', () => {
  const foreign = [{ note: 'not of ours' }, server('kept')];

  it('loses neither change, whenever the two are made', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 800 }), { minLength: 6, maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 2, maxLength: 2 }),
        fc.array(fc.boolean(), { maxLength: 3 }),
        async (times, latencies, refusals) => {
          const shared = sharedFile([...foreign, server('edited'), server('removed')], {
            latencies,
            refusals,
          });
          const acts: ((setting: SharedSetting) => Promise<void>)[] = [
            setting => setting.change(value => withServerAdded(value, server('a'))),
            setting => setting.change(value => withServerAdded(value, server('b'))),
            setting =>
              setting.change(value => withServerEdited(value, server('edited'), server('edited', 'x'))),
            setting => setting.change(value => withServerRemoved(value, 'removed')),
          ];
          const done = acts.map(async (act, index) => {
            const setting = shared.settings[index % 2];
            assert.ok(setting);
            await new Promise<void>(resolve => shared.clock.schedule(times[index] ?? 0, resolve));
            await act(setting);
          });
          await shared.settle(9_000);
          await Promise.all(done);
          assert.deepEqual(shared.names(), ['a', 'b', 'kept', 'x']);
          assert.deepEqual(readServerEntries(shared.file()).unusable, [
            { number: 1, fields: ['id', 'name', 'url'] },
          ]);
          assert.deepEqual(shared.failures, []);
        },
      ),
      { numRuns: 60 },
    ));

  for (const [when, setMs] of [
    ['', 0],
    [', though the clock was set back meanwhile', -3_600_000],
  ] as const)
    it(`lets a user remove in one window what was added in the other a while ago${when}`, async () => {
      const shared = sharedFile([], { latencies: [50, 50] });
      const [one, two] = shared.settings;
      void one?.change(value => withServerAdded(value, server('a')));
      await shared.settle(1_000);
      shared.clock.set(setMs);
      await shared.settle(3_000);
      void two?.change(value => withServerRemoved(value, 'a'));
      await shared.settle(4_000);
      assert.deepEqual(shared.names(), []);
    });

  it('loses neither change, even if the clock is set forward in between', async () => {
    const shared = sharedFile([], { latencies: [400, 400] });
    const [one, two] = shared.settings;
    void one?.change(value => withServerAdded(value, server('a')));
    await shared.settle(100);
    shared.clock.set(3_600_000);
    void two?.change(value => withServerAdded(value, server('b')));
    await shared.settle(4_000);
    assert.deepEqual(shared.names(), ['a', 'b']);
  });

  it('reports when it cannot be written, and does not retry forever', async () => {
    const shared = sharedFile([], { latencies: [1, 1], refusals: Array.from({ length: 100 }, () => true) });
    const [one] = shared.settings;
    assert.ok(one);
    const failure = assert.rejects(
      one.change(value => withServerAdded(value, server('a'))),
      /newer/,
    );
    await shared.settle(20_000);
    await failure;
    assert.deepEqual(shared.names(), []);
  });
});
