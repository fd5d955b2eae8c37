import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { messagesSent } from '../../src/base/afterSending.ts';
import { delay } from '../../src/base/delay.ts';
import { Emitter } from '../../src/base/emitter.ts';

describe('delay', () => {
  it('rejects at once with the reason when it is canceled before or in the meantime', async () => {
    const reason = new Error('the window closes');
    await assert.rejects(delay(60_000, AbortSignal.abort(reason)), reason);
    const controller = new AbortController();
    const waiting = assert.rejects(delay(60_000, controller.signal), reason);
    controller.abort(reason);
    await waiting;
  });

  it('resolves on time, and ignores a later abort', async () => {
    const controller = new AbortController();
    await delay(0, controller.signal);
    controller.abort();
    await delay(0);
  });

  it('leaves neither a listener nor a timer behind', async () => {
    const timers = () => process.getActiveResourcesInfo().filter(name => name === 'Timeout').length;
    const controller = new AbortController();
    const { signal } = controller;
    await delay(0, signal);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    const before = timers();
    const waiting = assert.rejects(delay(60_000, signal));
    assert.equal(timers(), before + 1);
    controller.abort();
    await waiting;
    assert.equal(timers(), before);
  });
});

describe('work after VS Code has sent its pending messages', () => {
  it('waits for pending timers, and for those that they schedule', async () => {
    const done: string[] = [];
    setTimeout(() => done.push('queued'));
    setImmediate(() => setTimeout(() => done.push('sent')));
    await messagesSent();
    assert.deepEqual(done, ['queued', 'sent']);
  });
});

describe('emitter', () => {
  it('notifies all listeners, even one that listens twice, but none that has unsubscribed', () => {
    const emitter = new Emitter<number>();
    const seen: string[] = [];
    const listener = (value: number) => seen.push(`twice ${value}`);
    const first = emitter.event(listener);
    emitter.event(listener);
    const leaving = emitter.event(() => {
      seen.push('leaving');
      leaving.dispose();
    });
    emitter.fire(1);
    first.dispose();
    first.dispose();
    emitter.fire(2);
    emitter.dispose();
    emitter.fire(3);
    assert.deepEqual(seen, ['twice 1', 'twice 1', 'leaving', 'twice 2']);
  });
});
