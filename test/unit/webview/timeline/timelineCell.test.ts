import assert from 'node:assert/strict';
import { cellWords } from '../../../../src/webview/timeline/timelineCell.ts';

const words = cellWords(
  {
    cell: '{day}, {hour}',
    noRuns: 'no runs',
    runs: 'runs: {count}',
    clash: 'several jobs on the same device',
    now: 'now',
  },
  'en',
);
const hour = { day: 'Monday', hour: 4, runs: 0, isClashing: false };

describe('cells of the timeline', () => {
  it('name the current hour', () => {
    assert.equal(words({ ...hour, isNow: true }).label, 'Monday, 04:00: no runs; now');
  });

  it('have the number in full, and the short form that is shown', () => {
    assert.deepEqual(words({ ...hour, runs: 12 }), { shown: '12', label: 'Monday, 04:00: runs: 12' });
    assert.deepEqual(words({ ...hour, runs: 4_321, isClashing: true }), {
      shown: '4K',
      label: 'Monday, 04:00: runs: 4K (4321); several jobs on the same device',
    });
  });

  it('report that nothing runs', () => {
    assert.deepEqual(words(hour), { shown: '', label: 'Monday, 04:00: no runs' });
  });
});
