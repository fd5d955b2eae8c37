import assert from 'node:assert/strict';
import { type IsNewer, ResponseOrder } from '../../../src/store/reading/responseOrder.ts';

/** A pending read: whether its response is currently the newest, and when it was requested. */
function reading(order: ResponseOrder) {
  let end: () => void = assert.fail;
  let isNewer: IsNewer = () => assert.fail();
  let requestedAt = 0;
  const done = order.during(async (check, at) => {
    isNewer = check;
    requestedAt = at;
    await new Promise<void>(resolve => {
      end = resolve;
    });
  });
  const finish = async () => {
    end();
    await done;
  };
  return { isNewer: (id: number) => isNewer(id), requestedAt, finish };
}

describe('the order of responses', () => {
  it('makes a response current until the object was written, or read by a later request', () => {
    const order = new ResponseOrder();
    const [first, second] = [reading(order), reading(order)];
    assert.deepEqual([first.isNewer(1), second.isNewer(1)], [true, true]);
    order.settle(1, second.requestedAt);
    order.settle(1, first.requestedAt);
    assert.deepEqual([first.isNewer(1), second.isNewer(1), first.isNewer(2)], [false, true, true]);
    order.settle(1);
    assert.equal(second.isNewer(1), false);
    assert.equal(reading(order).isNewer(1), true);
  });

  it('treats a list as current for its own request, but not for earlier ones', () => {
    const order = new ResponseOrder();
    const [before, list, after] = [reading(order), reading(order), reading(order)];
    order.listed([1, 2], list.requestedAt);
    assert.deepEqual(
      [before, list, after].map(({ isNewer }) => isNewer(2)),
      [false, true, true],
    );
    assert.equal(before.isNewer(3), true);
  });

  it('treats a complete list as current for everything', () => {
    const order = new ResponseOrder();
    const [before, list, after] = [reading(order), reading(order), reading(order)];
    order.settleAll(list.requestedAt);
    order.settleAll(before.requestedAt);
    assert.deepEqual(
      [before, list, after].map(({ isNewer }) => isNewer(9)),
      [false, true, true],
    );
  });

  it('forgets settled requests once no read is in progress, so that later responses are current', async () => {
    const order = new ResponseOrder();
    const [first, second] = [reading(order), reading(order)];
    order.settle(1);
    await second.finish();
    assert.equal(first.isNewer(1), false);
    await first.finish();
    assert.equal(reading(order).isNewer(1), true);
  });
});
