import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import { Emitter } from '../../../src/base/emitter.ts';

const { watchMarks } = await import('../../../src/contrib/watching/vscode/watchMarks.ts');

describe('the mark of a watched job', () => {
  const changed = new Emitter<void>();
  const marksOf = (isWatchingAll: boolean) =>
    watchMarks({
      isWatched: (_, id) => isWatchingAll || id === 1,
      isWatchingAll: () => isWatchingAll,
      onDidChange: changed.event,
    });

  it('is a badge and a word for menus and screen readers; other jobs and groups have no badge', () => {
    const marks = marksOf(false);
    const fact = ['Watched', 'yes'];
    assert.deepEqual(marks.markOf('plant', { kind: 'job', id: 1 }), {
      ...{ tag: 'watched', spoken: 'watched', fact },
      decoration: 'watched',
    });
    assert.deepEqual(marks.markOf('plant', { kind: 'job', id: 2 }), { tag: 'unwatched' });
    assert.equal(marks.markOf('plant', { kind: 'group', groupKey: 'Lab' }), undefined);
  });

  it('is no badge while all jobs are watched', () => {
    const mark = marksOf(true).markOf('plant', { kind: 'job', id: 1 });
    assert.deepEqual([mark?.tag, mark?.decoration], ['watched', undefined]);
  });

  it('may change for all jobs', () => {
    const changes: unknown[] = [];
    marksOf(false).onDidChange(change => changes.push(change));
    changed.fire();
    assert.deepEqual(changes, [{ serverId: undefined, rows: undefined }]);
  });
});
