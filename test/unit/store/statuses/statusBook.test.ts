import assert from 'node:assert/strict';
import { statusKind } from '../../../../src/model/jobStatus.ts';
import { StatusBook } from '../../../../src/store/statuses/statusBook.ts';

describe('the status of a job', () => {
  const status = (word: string, asOfMs: number) => ({ word, kind: statusKind(word), asOfMs });

  it('has no start time when the first reading shows it', () => {
    const book = new StatusBook();
    book.keep(1, status('running', 1_000), book.nextOrder());
    book.keep(1, status('running', 2_000), book.nextOrder());
    assert.deepEqual(book.get(1), status('running', 2_000));
  });

  it('starts with the first reading that shows it after another status', () => {
    const book = new StatusBook();
    book.keep(1, status('queued', 1_000), book.nextOrder());
    book.keep(1, status('running', 2_000), book.nextOrder());
    book.keep(1, status('running', 3_000), book.nextOrder());
    assert.equal(book.get(1)?.sinceMs, 2_000);
    book.forget(1);
    book.keep(1, status('running', 4_000), book.nextOrder());
    assert.equal(book.get(1)?.sinceMs, undefined);
  });

  it('is that of the request that was sent last, whichever response arrives last', () => {
    const book = new StatusBook();
    const [first, second, third] = [book.nextOrder(), book.nextOrder(), book.nextOrder()];
    assert.ok(book.keep(1, status('running', 1_000), second));
    assert.equal(book.keep(1, status('queued', 2_000), first), false);
    assert.equal(book.get(1)?.word, 'running');
    assert.ok(book.keep(1, status('finished', 3_000), third));
    assert.deepEqual([book.get(1)?.word, [...book.all.keys()]], ['finished', [1]]);
    assert.deepEqual([book.forget(1), book.forget(1), book.get(1)], [true, false, undefined]);
    assert.ok(book.keep(1, status('queued', 4_000), first), 'nothing is known of it any more');
  });
});
