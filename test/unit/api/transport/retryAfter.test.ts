import assert from 'node:assert/strict';
import { parseRetryAfter } from '../../../../src/api/transport/retryAfter.ts';

const nowMs = Date.UTC(2026, 2, 4, 12);
const waitMs = (header: string | undefined, date?: string) => parseRetryAfter(header, date, nowMs);

describe('the wait that a server requests', () => {
  it('is a number of seconds, from one second to five minutes', () => {
    for (const [header, ms] of [
      ['30', 30_000],
      [' 1.5 ', 1_500],
      ['+7', 7_000],
      ['0', 1_000],
      ['-5', 1_000],
      ['1', 1_000],
      ['300', 300_000],
      ['301', 300_000],
      ['1000000000', 300_000],
    ] as const)
      assert.equal(waitMs(header), ms, header);
  });

  it('ends at a time by the server’s clock, or else by the local one', () => {
    assert.equal(waitMs('Wed, 04 Mar 2026 12:00:40 GMT'), 40_000);
    assert.equal(waitMs('Wed, 04 Mar 2026 11:00:00 GMT'), 1_000);
    assert.equal(waitMs('Wed, 04 Mar 2026 13:00:40 GMT', 'Wed, 04 Mar 2026 13:00:00 GMT'), 40_000);
    assert.equal(waitMs('Wed, 04 Mar 2026 12:00:40 GMT', 'yesterday'), 40_000);
    assert.equal(waitMs('Wed, 04 Mar 2026 12:00:40 GMT', '2026'), 40_000);
  });

  it('is unknown if the header is missing or invalid', () => {
    for (const header of [undefined, '', 'soon', '2026-03-04', '5 minutes', '1e3', 'x5', '5x'])
      assert.equal(waitMs(header), undefined, header);
  });
});
