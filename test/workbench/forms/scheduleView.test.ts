import assert from 'node:assert/strict';
import type { ScheduleDetails } from '../../../src/recurrence/describe/scheduleOutlook.ts';
import '../../support/vscode/vscodeInNode.ts';

const { RecentDetails } = await import('../../../src/workbench/forms/formContents.ts');

/** Counts the requests for the details of a schedule. */
class CountingOutlook {
  built = 0;

  details(text: string): ScheduleDetails {
    this.built += 1;
    return { sentence: text, next: '', runs: [], notes: [], warnings: [], problems: [] };
  }
}

describe('the details of a schedule in a form', () => {
  it('are computed again for another text, another time zone, and after a second', () => {
    let nowMs = 1_000;
    const views = new RecentDetails(() => nowMs);
    const [outlook, moved] = [new CountingOutlook(), new CountingOutlook()];
    views.of('daily', outlook);
    assert.equal(views.of('weekly', outlook).sentence, 'weekly');
    views.of('weekly', moved);
    nowMs += 1_000;
    views.of('weekly', moved);
    assert.deepEqual([outlook.built, moved.built], [2, 2]);
  });
});
