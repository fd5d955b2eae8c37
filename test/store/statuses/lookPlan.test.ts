import assert from 'node:assert/strict';
import { type LookedAt, nextLookMs } from '../../../src/store/statuses/lookPlan.ts';

/** The job ended long ago; its last planned run was at 0, the next one is far away. */
const atRest: LookedAt = {
  kind: 'succeeded',
  lookMs: -1_000,
  sinceMs: -1e9,
  plannedMs: undefined,
  nextMs: 0,
};

/** The looks of somebody who follows the plan, in seconds after the planned time. */
function looksFollowing(statusAt: (ms: number) => LookedAt['kind'], untilMs: number): number[] {
  let job = atRest;
  const looks: number[] = [];
  for (;;) {
    const lookMs = nextLookMs(job);
    if (lookMs === undefined || lookMs > untilMs) return looks;
    looks.push(lookMs / 1_000);
    const kind = statusAt(lookMs);
    const sinceMs = kind === job.kind ? job.sinceMs : lookMs;
    job = { kind, lookMs, sinceMs, plannedMs: 0, nextMs: 86_400_000 };
  }
}

describe('the plan of looks', () => {
  it('has a short series after a planned run that does not come', () => {
    assert.deepEqual(
      looksFollowing(() => 'succeeded', 3_600_000),
      [5, 15, 35, 75, 155, 315, 600],
    );
  });

  it('follows a run while it executes, less often the longer it takes, and ends with it', () => {
    const looks = looksFollowing(
      ms => (ms < 10_000 ? 'succeeded' : ms < 1_000_000 ? 'running' : 'failed'),
      3_600_000,
    );
    assert.deepEqual(looks.slice(0, 4), [5, 15, 28.5, 42]);
    assert.ok((looks.at(-1) ?? 0) >= 1_000 && (looks.at(-1) ?? 0) <= 1_110);
    assert.ok(looks.length < 45);
  });

  it('looks at a job that nobody has looked at since its planned time once its series says so', () => {
    assert.equal(nextLookMs({ ...atRest, plannedMs: 0, lookMs: 1_000, nextMs: 3_600_000 }), 5_000);
    assert.equal(nextLookMs({ ...atRest, plannedMs: 0, lookMs: 700_000, nextMs: 3_600_000 }), 3_605_000);
    assert.equal(nextLookMs({ ...atRest, nextMs: undefined }), undefined);
  });
});
