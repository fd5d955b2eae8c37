import assert from 'node:assert/strict';
import { historyOf } from '../../../src/contrib/history/common/sessionHistory.ts';
import { withShown } from '../../workbench/trees/support/shownSetup.ts';

describe('the rows of a filter by past runs', () => {
  for (const text of ['@failed since 1h', '@failed #1'])
    it(`are all when the first job fails for which “${text}” looks`, () =>
      withShown(
        async ({ session, shown, roots, redrawn, readStatuses }) => {
          assert.equal(shown.outline.found, 0);
          const rows = redrawn();
          const nowMs = Date.now();
          historyOf(session).look(1, { word: 'running', earliestMs: nowMs, latestMs: nowMs });
          await readStatuses({ 1: 'failed' });
          assert.equal(await rows, 'all');
          assert.deepEqual(await roots(), [1]);
        },
        { text },
      ));

  it('no longer have a job whose run is longer ago than the filter asks for', () =>
    withShown(
      async ({ session, roots, redrawn, readStatuses, clock }) => {
        const { now } = Date;
        historyOf(session).look(1, { word: 'running', earliestMs: now(), latestMs: now() });
        let rows = redrawn();
        await readStatuses({ 1: 'failed' });
        await rows;
        assert.deepEqual(await roots(), [1]);
        rows = redrawn();
        try {
          Date.now = () => now() + 3_660_000;
          clock.advance(60_000);
          assert.equal(await rows, 'all');
          assert.deepEqual(await roots(), []);
        } finally {
          Date.now = now;
        }
      },
      { text: '@failed since 1h' },
    ));
});
