import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { Unread } from '../../../src/workbench/platform/memory.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';

const { Memory } = await import('../../../src/workbench/platform/memory.ts');
const { WatchList } = await import('../../../src/contrib/watching/vscode/watchList.ts');

function setUp(memento = new FakeMemento()) {
  const unread: Unread[] = [];
  const memory = new Memory(
    memento,
    found => void unread.push(found),
    () => assert.fail('all can be written'),
  );
  const list = new WatchList(memory, serverId => `Server ${serverId}`);
  let changes = 0;
  list.onDidChange(() => {
    changes += 1;
  });
  return { list, memento, unread, changes: () => changes };
}

const loaded = [1, 2, 3, 4];
const watched = (list: { isWatched(serverId: string, id: number): boolean }, serverId = 'a') =>
  loaded.filter(id => list.isWatched(serverId, id));

describe('the watched jobs', () => {
  it('are the chosen ones of each server, and are restored after a reload of the window', async () => {
    const { list, memento, changes } = setUp();
    await list.watch('a', [1, 2]);
    await list.watch('a', [2, 3]);
    await list.watch('b', [4]);
    await list.unwatch('a', [2], loaded);
    for (const each of [list, setUp(memento).list]) {
      assert.deepEqual([watched(each), watched(each, 'b')], [[1, 3], [4]]);
      assert.deepEqual([each.isWatchingAny('a'), each.isWatchingAny('c')], [true, false]);
      assert.equal(each.isWatchingAll('a'), false);
      assert.deepEqual(each.watchedAmong('a', [9]), [1, 3], 'they need not be loaded');
    }
    assert.equal(changes(), 4);
  });

  it('may be all, including those that are not loaded yet, until some are no longer watched', async () => {
    const { list, memento } = setUp();
    await list.watchAll('a');
    await list.watch('a', [1]);
    await list.forget('a', [1]);
    for (const each of [list, setUp(memento).list]) {
      assert.deepEqual(watched(each), loaded);
      assert.deepEqual([each.isWatchingAll('a'), each.isWatchingAny('a')], [true, true]);
      assert.deepEqual(each.watchedAmong('a', [8, 9]), [8, 9]);
    }
    await list.unwatch('a', [2], loaded);
    assert.deepEqual([watched(list), list.isWatchingAll('a')], [[1, 3, 4], false]);
  });

  it('exclude those that no longer exist', async () => {
    const { list, changes } = setUp();
    await list.watch('a', [1, 2, 3]);
    await list.forget('a', [2, 4]);
    assert.deepEqual(watched(list), [1, 3]);
    const before = changes();
    await list.forget('a', [4]);
    assert.equal(changes(), before, 'nothing changed');
  });

  it('leave nothing in the storage when there are none, so that nothing is activated for them', async () => {
    const { list, memento } = setUp();
    await list.watchAll('a');
    await list.watch('b', [1]);
    assert.equal(memento.keys().length, 2);
    await list.unwatchAll('a');
    await list.unwatch('b', [1], loaded);
    assert.deepEqual([memento.keys(), list.isWatchingAny('a'), list.isWatchingAny('b')], [[], false, false]);
  });
});
