import assert from 'node:assert/strict';
import type { ActivityEntry } from '../../../src/journal/activityLog.ts';
import { activityText } from '../../../src/journal/activityText.ts';
import { englishLocalizer } from '../../../src/util/localizer.ts';

const entry = (more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  time: '2026-03-04T12:00:00.000Z',
  server: 'Plant',
  act: 'updateJob',
  request: 'PATCH /automation/api/job/1/',
  outcome: 'done',
  ...more,
});
/** The lines about an entry, without its time. */
function linesOf(more: Partial<ActivityEntry>): readonly string[] {
  const { text } = activityText([entry(more)], englishLocalizer, () => undefined);
  const [, blank, head = '', ...lines] = text.split('\n');
  assert.equal(blank, '');
  assert.match(head, /^Mar 4, 2026.* · Plant$/);
  return lines;
}

describe('the text of the activity', () => {
  it('names each outcome, and shows one of a later version unchanged', () => {
    const outcomes = {
      done: 'done',
      notSent: 'not sent',
      refused: 'rejected by the server',
      lost: 'sent, no usable response',
      foundDone: 'done, confirmed by reading it back',
      foundNotDone: 'not done, confirmed by reading it back',
      unknown: 'sent, outcome unknown',
      toString: 'toString',
    };
    for (const [outcome, words] of Object.entries(outcomes))
      assert.deepEqual(linesOf({ outcome }), [`  change job (PATCH /automation/api/job/1/): ${words}`, '']);
  });

  it('contains each field that was sent, with its previous value if known', () => {
    const lines = linesOf({
      before: { enabled: true, other: 1 },
      after: { enabled: false, peers: ['PC-1'] },
    });
    assert.deepEqual(lines.slice(1), ['    enabled: true → false', '    peers: ["PC-1"]', '']);
    assert.deepEqual(linesOf({ before: 'odd', after: { name: 'A' } }).slice(1), ['    name: "A"', '']);
  });
});
