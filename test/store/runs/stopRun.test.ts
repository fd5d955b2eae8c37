import assert from 'node:assert/strict';
import { OutcomeError, PartialStopError } from '../../../src/api/errors/apiError.ts';
import type { RunRecord } from '../../../src/store/runs/runRecord.ts';
import { recordFailedStop } from '../../../src/store/runs/stopRun.ts';
import { statusError } from '../support/fakes.ts';

const rejected = statusError(403);
const lost = new OutcomeError(rejected.request, 'unknown', undefined);
const closed = Object.assign(new Error('closed'), { name: 'AbortError' });
const recordOf = (is: 'unknown' | 'notSent'): RunRecord => ({
  act: 'stopJobs',
  time: '2026-01-02T03:04:05.000Z',
  server: { id: 'plant', name: 'Plant', url: 'https://plant.example' },
  items: [1, 2, 3].map(id => ({ name: `Job ${id}`, id, is })),
});

/** What is recorded for each of three jobs; by default they were recorded as sent. */
function noted(error: unknown, is: 'unknown' | 'notSent' = 'unknown'): readonly string[] {
  const notes: string[] = [];
  const settled = (item: number, is: string, text = '') => void notes.push(`${item} ${is} ${text}`.trim());
  recordFailedStop({ record: recordOf(is), settled }, error, reason =>
    reason === rejected ? 'rejected' : 'lost',
  );
  return notes;
}

describe('a stop that failed', () => {
  it('is recorded for each job, with the reason', () => {
    assert.deepEqual(noted(rejected), ['0 failed rejected', '1 failed rejected', '2 failed rejected']);
    assert.deepEqual(noted(lost), ['0 unknown lost', '1 unknown lost', '2 unknown lost']);
  });

  it('is unknown when it was canceled after it was sent, and not sent before', () => {
    assert.deepEqual(noted(closed), ['0 unknown lost', '1 unknown lost', '2 unknown lost']);
    assert.deepEqual(noted(closed, 'notSent'), []);
    assert.deepEqual(noted(rejected, 'notSent')[0], '0 failed rejected');
  });

  it('is recorded in parts when some of them were accepted', () => {
    const ids = { requestedIds: [1], failedIds: [2], unsentIds: [3] };
    const part = (reason: ConstructorParameters<typeof PartialStopError>[2]) =>
      noted(new PartialStopError(rejected.request, ids, reason));
    assert.deepEqual(part(rejected), ['0 done', '1 failed rejected', '2 notSent']);
    assert.deepEqual(part(lost), ['0 done', '1 unknown lost', '2 notSent']);
  });
});
