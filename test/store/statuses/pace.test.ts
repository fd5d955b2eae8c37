import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { InterestKind } from '../../../src/store/statuses/interest.ts';
import { idealMs, nextStepMs, type Paces, stretchFor } from '../../../src/store/statuses/pace.ts';

const paces: Paces = { activeMs: 15_000, inactiveMs: 60_000, watchedMs: 20_000, requestsPerMinute: 100 };

describe('the pause before the next read of a job', () => {
  it('is shorter the more prominently the job is shown', () => {
    const kinds = ['followed', 'selected', 'open', 'expanded', 'visible', 'active', 'watched'] as const;
    const pauses = kinds.map((interest: InterestKind) =>
      idealMs({ kind: 'succeeded', interest, stepMs: 2_000 }, paces),
    );
    assert.deepEqual(pauses, [3_000, 15_000, 30_000, 30_000, 60_000, 60_000, 20_000]);
    const rarelyWatched = { ...paces, watchedMs: 90_000 };
    assert.equal(idealMs({ kind: 'idle', interest: 'watched', stepMs: 1 }, rarelyWatched), 60_000);
  });

  it('grows with each read of an executing job, until its end would be noticed too late', () => {
    const steps = [2_000];
    for (let reading = 0; reading < 6; reading++) steps.push(nextStepMs('running', steps.at(-1) ?? 0, paces));
    assert.deepEqual(steps, [2_000, 3_000, 4_500, 6_750, 10_125, 13_500, 13_500]);
    const job = { kind: 'queued', interest: 'watched', stepMs: 4_500 } as const;
    assert.deepEqual([idealMs(job, paces), idealMs({ ...job, stepMs: 20_000 }, paces)], [4_500, 13_500]);
  });
});

describe('the budget of requests', () => {
  it('lengthens no pause while there is room', () => {
    assert.deepEqual(stretchFor({ active: 40, planned: 0, inactive: 58 }, 103), {
      active: 1,
      planned: 1,
      inactive: 1,
    });
    assert.deepEqual(stretchFor({ active: 98, planned: 0, inactive: 0 }, 103), {
      active: 1,
      planned: 1,
      inactive: 1,
    });
  });

  it('leaves 5 requests a minute for the list, and a quarter of the rest for jobs at rest', () => {
    assert.deepEqual(stretchFor({ active: 147, planned: 0, inactive: 49 }, 103), {
      active: 2,
      planned: 1,
      inactive: 2,
    });
    assert.deepEqual(stretchFor({ active: 196, planned: 0, inactive: 0 }, 103), {
      active: 2,
      planned: 1,
      inactive: 1,
    });
    assert.deepEqual(stretchFor({ active: 0, planned: 0, inactive: 196 }, 103), {
      active: 1,
      planned: 1,
      inactive: 2,
    });
  });

  it('is respected whatever is wanted, and never shortens a pause', () => {
    const amount = fc.double({ min: 0, max: 1e5, noNaN: true });
    fc.assert(
      fc.property(
        fc.record({ active: amount, planned: amount, inactive: amount }),
        fc.double({ min: 0, max: 1_000, noNaN: true }),
        (demand, budget) => {
          const stretch = stretchFor(demand, budget);
          assert.ok(Object.values(stretch).every(factor => factor >= 1));
          const { active, planned, inactive } = demand;
          const reads = active / stretch.active + planned / stretch.planned + inactive / stretch.inactive;
          assert.ok(reads <= Math.max(1, budget - 5) * (1 + 1e-9), String(reads));
        },
      ),
      { numRuns: 200 },
    );
  });
});
