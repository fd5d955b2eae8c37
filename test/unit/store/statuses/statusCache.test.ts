import assert from 'node:assert/strict';
import { statusKind } from '../../../../src/model/jobStatus.ts';
import { StatusCache } from '../../../../src/store/statuses/statusCache.ts';

describe('the status of a job', () => {
  const status = (word: string, asOfMs: number) => ({ word, kind: statusKind(word), asOfMs });

  it('starts with the first read that returns it after another status', () => {
    const cache = new StatusCache();
    cache.keep(1, status('queued', 1_000), cache.nextOrder());
    cache.keep(1, status('running', 2_000), cache.nextOrder());
    cache.keep(1, status('running', 3_000), cache.nextOrder());
    assert.equal(cache.get(1)?.sinceMs, 2_000);
    cache.forget(1);
    cache.keep(1, status('running', 4_000), cache.nextOrder());
    assert.equal(cache.get(1)?.sinceMs, undefined);
  });

  it('is that of the request that was sent last, whichever response arrives last', () => {
    const cache = new StatusCache();
    const [first, second, third] = [cache.nextOrder(), cache.nextOrder(), cache.nextOrder()];
    assert.ok(cache.keep(1, status('running', 1_000), second));
    assert.equal(cache.keep(1, status('queued', 2_000), first), false);
    assert.equal(cache.get(1)?.word, 'running');
    assert.ok(cache.keep(1, status('finished', 3_000), third));
    assert.deepEqual([cache.get(1)?.word, [...cache.all.keys()]], ['finished', [1]]);
    assert.deepEqual([cache.forget(1), cache.forget(1), cache.get(1)], [true, false, undefined]);
    assert.ok(cache.keep(1, status('queued', 4_000), first), 'nothing is known of it any more');
  });
});
