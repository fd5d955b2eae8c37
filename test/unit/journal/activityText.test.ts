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
  it('has a title, and a paragraph for each entry in the given order', () => {
    const entries = [entry(), entry({ server: 'Office', outcome: 'notSent' })];
    const { text } = activityText(entries, englishLocalizer, () => undefined);
    assert.match(
      text,
      /^Changes sent to servers from this VS Code, newest first\. Stored on this computer only\.\n\n.* · Plant\n.*: done\n\n.* · Office\n.*: not sent\n$/,
    );
  });

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

  it('contains the whole object of a delete, and nothing when that is unknown', () => {
    assert.deepEqual(linesOf({ before: { name: 'A' } }).slice(1), ['    {"name":"A"} →', '']);
    assert.deepEqual(linesOf({}).slice(1), ['']);
    assert.deepEqual(linesOf({ after: 'odd' }).slice(1), ['']);
  });

  it('shortens long values', () => {
    const [, line = ''] = linesOf({ after: { name: 'x'.repeat(5_000) } });
    assert.ok(line.length < 1_100);
    assert.match(line, /^ {4}name: "x{900}/);
  });

  it('links changed objects that can be opened', () => {
    const open = { command: 'open', argument: 1 };
    const { text, links } = activityText(
      [entry(), entry({ server: 'Office' })],
      englishLocalizer,
      ({ server }) => (server === 'Plant' ? open : undefined),
    );
    assert.deepEqual(
      links.map(({ start, end, ...link }) => [text.slice(start, end), link]),
      [['change job (PATCH /automation/api/job/1/)', open]],
    );
  });
});
