import assert from 'node:assert/strict';
import { statusKind } from '../../../src/api/model/jobStatus.ts';
import { StatusCache } from '../../../src/store/statuses/statusCache.ts';

describe('the status of a job', () => {
  const status = (word: string, asOfMs: number) => ({ word, kind: statusKind(word), asOfMs });

  it('starts with the first read that returns it after another status', () => {
    const cache = new StatusCache();
    cache.store(1, status('queued', 1_000));
    cache.store(1, status('running', 2_000));
    cache.store(1, status('running', 3_000));
    assert.equal(cache.get(1)?.sinceMs, 2_000);
    cache.forget(1);
    cache.store(1, status('running', 4_000));
    assert.equal(cache.get(1)?.sinceMs, undefined);
  });
});
