import assert from 'node:assert/strict';
import { firstQuery } from '../../../src/contrib/timeline/protocol/timelineOverview.ts';
import { dayNumber } from '../../../src/recurrence/text/calendarDay.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { daily, present, withTimeline } from './page/support/timelineSetup.ts';

const jobs = { Backup: daily('0300'), Noon: daily('1200', ';BYMINUTE=0,10') };
const tuesday = 'Tuesday, January 6, 2026';
const query = firstQuery;

describe('the page of the timeline', () => {
  useBrowser();
  usePresent(...present);

  it('has nothing to show without a server', () =>
    withTimeline({ jobs, hasServer: false }, async ({ page, heading, title }) => {
      assert.equal(title(), 'Timeline · January 4 – 10, 2026');
      assert.equal(page.text(page.get('status')), 'No server is configured yet.');
      assert.equal(heading(), 'Agenda');
    }));

  it('stays at the chosen hour when jobs are read again or filtered', () =>
    withTimeline({ jobs }, async ({ page, cell, heading, memoryServer, reread }) => {
      await page.click(cell(/^Tuesday.*, 12:00/));
      assert.equal(heading(), `${tuesday}, 12:00–13:00 2 Show All`);
      memoryServer.jobs.delete(1);
      await reread();
      assert.equal(heading(), `${tuesday}, 12:00–13:00 2 Show All`);
      await page.type(page.get('searchbox', 'Name contains'), 'noon');
      await page.wait(250);
      assert.equal(heading(), `${tuesday}, 12:00–13:00 2 Show All`);
      assert.equal(cell(/^Tuesday.*, 12:00/).ariaSelected, 'true');
    }));

  it('shows all of another period', () =>
    withTimeline({ jobs }, async ({ page, cell, heading, state }) => {
      await page.click(cell(/^Tuesday.*, 12:00/));
      await page.click(page.get('radio', 'Day'));
      assert.equal(heading(), `${tuesday} 3`);
      const day = dayNumber(2026, 1, 6);
      assert.deepEqual(state(), { from: 0, to: 0, scrollTop: 0, query: { ...query, span: 'day', day } });
      await page.click(cell(/^Tuesday.*, 03:00/));
      assert.equal(heading(), `${tuesday}, 03:00–04:00 1 Show All`);
    }));

  it('gives the focus back to the hour that had it before a menu or another view', () =>
    withTimeline({ jobs }, async ({ page, cell }) => {
      await page.click(cell(/^Tuesday.*, 12:00/));
      cell(/^Tuesday.*, 12:00/).blur();
      await page.setKeyboard(false);
      await page.setKeyboard(true);
      assert.equal(page.focused, cell(/^Tuesday.*, 12:00/));
    }));

  it('stores the chosen hour and the scroll position', () =>
    withTimeline({ jobs }, async ({ page, cell, state }) => {
      assert.deepEqual(state(), { from: 0, to: 0, scrollTop: 0, query });
      await page.click(cell(/^Tuesday.*, 12:00/));
      assert.deepEqual(state(), { from: 60, to: 61, scrollTop: 0, query });
      document.documentElement.scrollTop = 120;
      window.dispatchEvent(new Event('scroll'));
      assert.deepEqual(state(), { from: 60, to: 61, scrollTop: 120, query });
    }));

  it('is restored as it was', () =>
    withTimeline(
      { jobs, state: { version: 1, from: 60, to: 61, scrollTop: 120, query: { ...query, name: 'noon' } } },
      async ({ page, heading, state, cell, deliver, overview }) => {
        assert.equal(heading(), `${tuesday}, 12:00–13:00 2 Show All`);
        assert.equal(cell(/^Tuesday.*, 12:00/).ariaSelected, 'true');
        assert.equal(page.text(page.get('status')), '1 job · 14 runs');
        assert.equal(window.scrollY, 120);
        assert.deepEqual(state(), { from: 60, to: 61, scrollTop: 120, query: { ...query, name: 'noon' } });
        window.scrollTo({ top: 40 });
        const { page: _, ...known } = overview();
        await deliver(known);
        assert.equal(window.scrollY, 40, 'only once');
      },
    ));

  for (const [title, state] of [
    ['hours after the period', { from: 168, to: 169 }],
    ['nothing', { from: 36, to: 36 }],
  ] as const)
    it(`is restored with the whole period when it would show ${title}`, () =>
      withTimeline({ jobs, state: { version: 1, ...state, scrollTop: 0, query } }, async ({ heading }) =>
        assert.equal(heading(), 'Agenda 21'),
      ));

  it('starts from the beginning when VS Code stored something else', () =>
    withTimeline({ jobs, state: { from: -1 } }, async ({ heading }) => assert.equal(heading(), 'Agenda 21')));

  it('ignores messages for other pages, and anything that is not a message', () =>
    withTimeline({ jobs }, async ({ page, heading, overview }) => {
      await page.deliver({ ...overview(), page: 'other', facts: 'Other' });
      await page.deliver('Other');
      assert.equal(page.text(page.get('status')), '2 jobs · 21 runs');
      assert.equal(heading(), 'Agenda 21');
    }));

  it('marks its milestones for the benchmark', () =>
    withTimeline({ jobs }, async ({ overview, deliver }) => {
      const marks = () => performance.getEntriesByType('mark').map(({ name }) => name);
      assert.ok(marks().includes('timeline-shown') && marks().includes('timeline-complete'));
      performance.clearMarks('timeline-complete');
      const { page: _, ...known } = overview();
      await deliver({ ...known, isComplete: false });
      assert.ok(!marks().includes('timeline-complete'));
    }));
});
