import assert from 'node:assert/strict';
import { ConnectionError, ContractError, HttpStatusError } from '../../../src/api/errors/apiError.ts';
import { Outage } from '../../../src/store/reading/outage.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { startMs, statusError } from '../support/fakes.ts';

const request = { method: 'GET', path: '/', origin: 'https://a.example', operation: 'listJobs' } as const;

describe('an error that means an outage', () => {
  const status = (code: number) =>
    new HttpStatusError(request, { status: code, detail: '', fieldErrors: [], retryAfterMs: undefined });

  it('comes from a server that is unreachable, is overloaded or rejects the token', () => {
    for (const reason of ['dns', 'refused', 'reset', 'tooSlow', 'other'] as const)
      assert.ok(Outage.isOf(new ConnectionError(request, reason, 'ECODE', true)), reason);
    for (const code of [401, 429, 502, 503, 504]) assert.ok(Outage.isOf(status(code)), String(code));
  });

  it('is neither a single error response nor a client closed by a change of settings', () => {
    assert.equal(Outage.isOf(new ConnectionError(request, 'closed', 'UND_ERR_CLOSED', false)), false);
    for (const code of [400, 403, 404, 500]) assert.equal(Outage.isOf(status(code)), false, String(code));
    assert.equal(Outage.isOf(new ContractError(request, { code: 'notJson' })), false);
    assert.equal(Outage.isOf(new Error('unknown')), false);
  });
});

describe('an outage', () => {
  const reset = new ConnectionError(request, 'reset', 'ECONNRESET', true);
  const begin = (random = 0) => {
    const clock = createManualClock(startMs);
    clock.advance(1_000_000);
    const reported: unknown[] = [];
    const outage = new Outage({ clock, random: () => random, onFailure: error => reported.push(error) });
    let changes = 0;
    outage.onDidChange(() => {
      changes += 1;
    });
    /** How long requests are paused. */
    const waitMs = () => outage.pausedUntilMs - clock.steadyMs();
    return { clock, outage, reported, waitMs, changes: () => changes };
  };
  type Begun = ReturnType<typeof begin>;
  const failAgain = ({ clock, outage, waitMs }: Begun, error: unknown = reset) => {
    clock.advance(Math.max(0, waitMs()));
    outage.takeTry();
    outage.failed(error);
  };
  /** The waits after the first failures, each followed by an attempt. */
  const waitsOf = (begun: Begun, count: number, error?: unknown) =>
    Array.from({ length: count }, () => {
      failAgain(begun, error);
      return begun.waitMs();
    });

  it('makes requests wait longer with each failure, up to a minute', () =>
    assert.deepEqual(waitsOf(begin(), 6), [2_000, 8_000, 32_000, 60_000, 60_000, 60_000]));

  it('limits the wait to 4 s while the view is visible', () => {
    for (const [random, waits] of [
      [0, [2_000, 4_000, 4_000, 4_000]],
      [0.5, [1_500, 3_500, 3_500, 3_500]],
    ] as const) {
      const begun = begin(random);
      begun.outage.setVisible(true);
      assert.deepEqual(waitsOf(begun, 4), waits);
    }
  });

  it('follows “Retry-After” up to five minutes, with a little delay', () => {
    const waits = (seconds: number, random = 0, isVisible = false) => {
      const begun = begin(random);
      begun.outage.setVisible(isVisible);
      return waitsOf(begun, 1, statusError(503, seconds * 1_000))[0];
    };
    assert.deepEqual([waits(30), waits(30, 0.5), waits(1), waits(3_600)], [30_000, 33_000, 2_000, 300_000]);
    assert.deepEqual([waits(30, 0, true), waits(1, 0, true)], [30_000, 2_000]);
  });

  it('counts requests that fail together as one failure, and waits for the longest', () => {
    const begun = begin();
    const { outage, waitMs, reported } = begun;
    outage.failed(reset);
    outage.failed(statusError(503, 10_000));
    outage.failed(reset);
    assert.equal(waitMs(), 10_000);
    outage.setVisible(true);
    assert.equal(waitMs(), 10_000);
    outage.setVisible(false);
    failAgain(begun);
    assert.deepEqual([waitMs(), reported], [8_000, [reset]]);
  });

  it('starts at the second failure when the first may be transient', () => {
    const begun = begin();
    const { outage, reported, waitMs } = begun;
    outage.failed(reset, { mayBeTransient: true });
    assert.deepEqual([outage.state, reported, waitMs()], [{ kind: 'online' }, [], 2_000]);
    begun.clock.advance(2_000);
    outage.failed(reset, { mayBeTransient: true });
    assert.deepEqual([outage.state.kind, reported], ['offline', [reset]]);
  });

  it('starts at once when the error is deliberate', () => {
    for (const [error, kind] of [
      [statusError(401), 'offline'],
      [statusError(503, 1_000), 'offline'],
      [statusError(503), 'online'],
    ] as const) {
      const { outage } = begin();
      outage.failed(error, { mayBeTransient: true });
      assert.equal(outage.state.kind, kind);
    }
  });

  it('allows one attempt when it is due, and another a minute later if the result is not reported', () => {
    const begun = begin();
    const { outage, clock, waitMs } = begun;
    assert.equal(outage.takeTry(), true);
    outage.failed(reset);
    clock.advance(1_999);
    assert.equal(outage.takeTry(), false);
    clock.advance(1);
    assert.equal(outage.takeTry(), true);
    assert.equal(outage.state.kind === 'offline' && outage.state.nextTryMs, clock.now());
    assert.deepEqual([outage.takeTry(), waitMs()], [false, 60_000]);
    clock.advance(60_000);
    assert.equal(outage.takeTry(), true);
    clock.advance(10);
    outage.failed(reset);
    assert.equal(waitMs(), 8_000);
    assert.equal(outage.state.kind === 'offline' && outage.state.nextTryMs, clock.now() + 8_000);
  });
});
