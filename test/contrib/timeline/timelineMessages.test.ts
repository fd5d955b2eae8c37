import assert from 'node:assert/strict';
import {
  type TimelinePageMessage,
  TimelinePageMessageSchema,
} from '../../../src/contrib/timeline/protocol/timelineMessages.ts';
import { firstQuery, rowsAtOnce } from '../../../src/contrib/timeline/protocol/timelineOverview.ts';

const page = 'p';
const query = { ...firstQuery, day: 20_000, name: 'night', group: '7' };
const range = { from: 0, to: 1008 };

type PageMessages = {
  readonly [Type in TimelinePageMessage['type']]: Extract<TimelinePageMessage, { readonly type: Type }>;
};
const pageMessages: PageMessages = {
  ready: { type: 'ready', page, hasContents: true },
  query: { type: 'query', page, query },
  rows: { type: 'rows', page, revision: 0, range, offset: 0, limit: rowsAtOnce },
  open: { type: 'open', page, jobId: 7 },
  action: { type: 'action', page, action: 'resumeReading' },
};

function isTaken(message: unknown): boolean {
  return TimelinePageMessageSchema.safeParse(message).success;
}

describe('messages of the timeline', () => {
  it('arrive as they were sent', () => {
    for (const message of Object.values(pageMessages))
      assert.deepEqual(TimelinePageMessageSchema.parse(message), message);
  });

  it('must request at least one line, and no more than are sent at once', () => {
    assert.equal(rowsAtOnce, 100);
    assert.ok(isTaken({ ...pageMessages.rows, limit: 1 }));
    assert.ok(!isTaken({ ...pageMessages.rows, limit: 0 }));
    assert.ok(!isTaken({ ...pageMessages.rows, limit: 101 }));
  });

  it('cannot request hours beyond six weeks, nor before the first', () => {
    const ranging = (from: number, to: number) => isTaken({ ...pageMessages.rows, range: { from, to } });
    assert.deepEqual([ranging(0, 1008), ranging(0, 1009), ranging(-1, 5)], [true, false, false]);
    assert.ok(!isTaken({ ...pageMessages.rows, offset: -1 }));
    assert.ok(!isTaken({ ...pageMessages.rows, offset: 0.5 }));
  });

  it('cannot query for endless texts, or run other actions', () => {
    const named = (name: string) => isTaken({ ...pageMessages.query, query: { ...query, name } });
    assert.deepEqual([named('x'.repeat(200)), named('x'.repeat(201))], [true, false]);
    const grouped = (group: string) => isTaken({ ...pageMessages.query, query: { ...query, group } });
    assert.deepEqual([grouped('x'.repeat(50)), grouped('x'.repeat(51))], [true, false]);
    const onDay = (day: unknown) => isTaken({ ...pageMessages.query, query: { ...query, day } });
    assert.deepEqual([null, -25_567, 84_005, -25_568, 84_006, 0.5].map(onDay), [
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    assert.ok(!isTaken({ ...pageMessages.action, action: 'workbench.action.quit' }));
    assert.ok(!isTaken({ ...pageMessages.open, jobId: '7' }));
  });
});
