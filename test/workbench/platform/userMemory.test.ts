import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import '../../support/vscode/vscodeInNode.ts';
import type { UserShape } from '../../../src/workbench/platform/userMemory.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';

const { documentEvents } = await import('../../support/vscode/vscodeFake.ts');
const { Memory } = await import('../../../src/workbench/platform/memory.ts');
const { UserMemory } = await import('../../../src/workbench/platform/userMemory.ts');

const jobs: UserShape<readonly number[]> = {
  key: 'jobs',
  schema: z.array(z.number()),
  fallback: [],
  meaning: () => 'Jobs.',
  merge: (user, folder) => [...new Set([...user, ...folder])],
};

/** A window with a folder's values, and those of the user as the window has them. */
function openWindow(folder: FakeMemento, user: FakeMemento) {
  const fail = () => assert.fail('all can be read and written');
  const clock = createManualClock(0);
  const memory = new UserMemory(new Memory(folder, fail, fail), new Memory(user, fail, fail), clock);
  let changes = 0;
  memory.onDidChange(() => {
    changes += 1;
  });
  return { clock, value: memory.of(jobs), changes: () => changes, dispose: () => memory.dispose() };
}

describe('what folders stored before it belonged to the user', () => {
  it('is merged into what the user has, once', async () => {
    const [user, first, second] = [
      new FakeMemento(),
      new FakeMemento({ jobs: [1, 2] }),
      new FakeMemento({ jobs: [2, 3] }),
    ];
    for (const folder of [first, second]) {
      const { clock, dispose } = openWindow(folder, user);
      clock.advance(10_000);
      dispose();
      assert.deepEqual(folder.keys(), []);
    }
    const again = openWindow(first, user);
    assert.deepEqual(again.value.get(), [1, 2, 3]);
    await again.value.set([1]);
    again.dispose();
    assert.deepEqual(openWindow(second, user).value.get(), [1], 'nothing comes back');
  });

  it('is not lost if a window that starts at the same time overwrites it', () => {
    const [user, folder] = [new FakeMemento(), new FakeMemento({ jobs: [1] })];
    const window = openWindow(folder, user);
    void user.update('jobs', [5]);
    window.clock.advance(10_000);
    assert.deepEqual([window.value.get(), folder.keys()], [[5, 1], []]);
    window.dispose();
  });

  it('stays if the window closes before that is certain', () => {
    const folder = new FakeMemento({ jobs: [1] });
    const { clock, dispose } = openWindow(folder, new FakeMemento());
    dispose();
    clock.advance(10_000);
    assert.deepEqual(folder.keys(), ['jobs']);
  });
});

describe('a change in another window', () => {
  it('is reported when the window is focused again', async () => {
    const user = new FakeMemento();
    const [window, other] = [openWindow(new FakeMemento(), user), openWindow(new FakeMemento(), user)];
    const focus = (focused: boolean) => documentEvents.windowState.fire({ focused });
    await window.value.set([1]);
    focus(false);
    await other.value.set([2]);
    assert.equal(window.changes(), 0);
    focus(true);
    assert.deepEqual([window.changes(), window.value.get()], [1, [2]]);
    focus(false);
    focus(true);
    assert.equal(window.changes(), 1, 'nothing changed since');
    window.dispose();
    other.dispose();
  });
});
