import assert from 'node:assert/strict';
import type { KnownStatus } from '../../../src/store/statuses/statusCache.ts';
import { Memory } from '../../../src/workbench/platform/memory.ts';
import { FakeMemento } from '../../support/vscode/fakeMemento.ts';
import '../../support/vscode/vscodeInNode.ts';

const { recalledOf, WatchedRuns, WatchedRunsSchema } = await import(
  '../../../src/contrib/watching/vscode/watchedRuns.ts'
);

const shape = {
  key: 'watchedRuns',
  schema: WatchedRunsSchema,
  fallback: [],
  meaning: () => 'Watched runs.',
};
const running: KnownStatus = { word: 'выполняется', kind: 'running', asOfMs: 0 };
const finished: KnownStatus = { word: 'finished', kind: 'succeeded', asOfMs: 0 };

function setUp(memento = new FakeMemento()) {
  const memory = new Memory(
    memento,
    () => assert.fail('all can be read'),
    () => assert.fail('all can be written'),
  );
  const watched = new Set([1, 2]);
  const statuses = new Map<number, KnownStatus>();
  const runs = new WatchedRuns(memory.of(shape), id => watched.has(id));
  const saw = (changes: Readonly<Record<number, KnownStatus>>) => {
    for (const [id, status] of Object.entries(changes)) statuses.set(Number(id), status);
    runs.saw(Object.keys(changes).map(Number), id => statuses.get(id));
  };
  const remembered = () => [1, 2, 3].map(id => recalledOf(memory.of(shape)).get(id)?.word);
  return { memento, watched, statuses, runs, saw, remembered };
}

describe('the stored state of watched runs', () => {
  it('contains the status words of active ones until they end', () => {
    const { saw, remembered } = setUp();
    saw({ 1: running, 2: finished, 3: running });
    assert.deepEqual(remembered(), ['выполняется', undefined, undefined]);
    saw({ 1: finished });
    assert.deepEqual(remembered(), [undefined, undefined, undefined]);
  });

  it('stays unchanged for a job that was not read yet in this window', () => {
    const first = setUp();
    first.saw({ 1: running });
    const { saw, remembered, runs, statuses } = setUp(first.memento);
    saw({ 2: running });
    runs.watchChanged(statuses);
    assert.deepEqual(remembered(), ['выполняется', 'выполняется', undefined]);
  });

  it('includes a watched job that is already executing, and excludes one that is no longer watched', () => {
    const { saw, watched, statuses, runs, remembered } = setUp();
    saw({ 1: running, 3: running });
    watched.delete(1);
    watched.add(3);
    runs.watchChanged(statuses);
    assert.deepEqual(remembered(), [undefined, undefined, 'выполняется']);
  });
});
