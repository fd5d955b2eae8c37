import assert from 'node:assert/strict';
import { Slices, yieldToHost } from '../../src/base/slices.ts';

describe('long work in slices', () => {
  function setup(signal?: AbortSignal) {
    let nowMs = 100;
    let rests = 0;
    const slices = new Slices({
      sliceMs: 8,
      steadyMs: () => nowMs,
      yieldToHost: async () => {
        rests += 1;
        nowMs += 50;
      },
      signal,
    });
    const pass = (ms: number) => {
      nowMs += ms;
    };
    return { slices, pass, rests: () => rests };
  }

  it('pauses at the end of a slice, and then begins a whole new one', async () => {
    const { slices, pass, rests } = setup();
    assert.equal(slices.isOver, false);
    pass(7);
    assert.equal(slices.isOver, false);
    pass(1);
    assert.equal(slices.isOver, true);
    await slices.rest();
    assert.deepEqual([slices.isOver, rests()], [false, 1]);
    pass(7);
    assert.equal(slices.isOver, false);
    pass(1);
    assert.equal(slices.isOver, true);
  });

  it('rejects with the reason of a cancellation, even one that other work caused in the meantime', async () => {
    const controller = new AbortController();
    const { slices, rests } = setup(controller.signal);
    await slices.rest();
    controller.abort(new Error('enough'));
    await assert.rejects(slices.rest(), /enough/);
    assert.equal(rests(), 2);
  });

  it('lets other work of the process run first', async () => {
    const done: string[] = [];
    setImmediate(() => done.push('other'));
    await yieldToHost();
    assert.deepEqual(done, ['other']);
  });
});
