import assert from 'node:assert/strict';
import { nameOf, type ShownPage } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { daily, present, withTimeline } from './page/support/timelineSetup.ts';

const peers = [{ hostname: 'pc-1' }];
const jobs = {
  Backup: { params: daily('0300'), peers },
  Inventory: { params: daily('0330'), peers },
  Noon: daily('1200', ';BYMINUTE=0,10,20,30,40,50'),
  'At ten to ten': daily('0950'),
};
const monday = 'Monday, January 5, 2026';
const tuesday = 'Tuesday, January 6, 2026';

const hoursOf = () => [...document.querySelectorAll('tbody th[scope=row]')];
const nameOfFocused = (page: ShownPage) => (page.focused === null ? '' : nameOf(page.focused).split(':')[0]);
const stops = (page: ShownPage) => page.all('gridcell').filter(({ tabIndex }) => tabIndex === 0);
const selected = (page: ShownPage) => page.all('gridcell').filter(cell => cell.ariaSelected === 'true');

/** Whether a key that the grid does not use reaches VS Code. */
async function leaves(page: ShownPage, key: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true });
  page.focused?.dispatchEvent(event);
  await page.settled();
  return !event.defaultPrevented;
}

describe('the calendar', () => {
  useBrowser();
  const pass = usePresent(...present);

  it('is a grid of hours and days, with quiet hours in one row', () =>
    withTimeline({ jobs }, async ({ page }) => {
      assert.ok(page.get('grid', 'Runs by day and hour'));
      assert.deepEqual(hoursOf().map(nameOf), [
        '00:00–02:59',
        '03:00',
        '04:00–08:59',
        '09:00',
        '10:00',
        '11:00',
        '12:00',
        '13:00–23:59',
      ]);
      assert.deepEqual(
        hoursOf().map(row => page.text(row)),
        ['00–02', '03', '04–08', '09', '10', '11', '12', '13–23'],
      );
      assert.deepEqual(
        [...document.querySelectorAll('thead th[scope=col]')].map(head => page.text(head)),
        ['Sun 4', 'Mon 5', 'Tue 6', 'Wed 7', 'Thu 8', 'Fri 9', 'Sat 10'],
      );
      assert.equal(page.get('button', /Mon\s5/).title, monday);
      assert.equal(page.all('gridcell', 'no runs').length, 3);
    }));

  it('names each hour with its runs and clashes, and whether it is over', () =>
    withTimeline({ jobs }, async ({ page, cell }) => {
      assert.equal(page.text(cell(`${tuesday}, 12:00–13:00: runs: 6`)), '6');
      assert.equal(cell(`${tuesday}, 12:00–13:00: runs: 6`).title, `${tuesday}, 12:00–13:00: runs: 6`);
      assert.equal(page.text(cell(`${tuesday}, 03:00–04:00: runs: 2; several jobs on the same device`)), '2');
      assert.equal(page.text(cell(`${monday}, 09:00–10:00: runs: 1; now`)), '1');
      assert.equal(page.text(cell(`${tuesday}, 10:00–11:00: no runs`)), '');
      assert.ok(cell(/^Monday.*, 03:00–04:00: runs: 2; several jobs on the same device; not watched; past$/));
    }));

  it('is darker for more runs, and paler for past ones', () =>
    withTimeline({ jobs }, async ({ cell }) => {
      const classOf = (name: string) => cell(new RegExp(name)).className;
      assert.equal(classOf(`${tuesday}, 12`), 'cell shade-7');
      assert.equal(classOf(`${tuesday}, 03`), 'cell shade-3 clash');
      assert.equal(classOf(`${tuesday}, 10`), 'cell shade-0');
      assert.equal(classOf(`${monday}, 09`), 'cell shade-1 now');
      assert.equal(classOf(`${monday}, 03`), 'cell shade-3 clash unwatched past');
    }));

  it('always has a row for the current hour', () =>
    withTimeline({ jobs: { Evening: daily('2000') } }, async ({ page }) => {
      assert.deepEqual(
        hoursOf().map(row => page.text(row)),
        ['00–08', '09', '10–19', '20', '21–23'],
      );
      await page.click(page.get('button', 'Next Period'));
      assert.deepEqual(
        hoursOf().map(row => page.text(row)),
        ['00–19', '20', '21–23'],
      );
    }));

  it('is a page of weeks for a month, with a date and a number in each day', () =>
    withTimeline({ jobs }, async ({ page, cell, heading }) => {
      await page.click(page.get('radio', 'Month'));
      assert.deepEqual(
        page.all('columnheader').map(head => page.text(head)),
        ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
      );
      assert.equal(page.all('gridcell').length, 35);
      const day = cell(`${tuesday}: runs: 9; several jobs on the same device`);
      assert.equal(page.text(day), '6 9');
      assert.ok(cell(/^Sunday, December 28, 2025/).classList.contains('other'));
      await page.click(day);
      assert.equal(heading(), `${tuesday} 9 Show All`);
      await page.press('{ArrowDown}');
      assert.equal(nameOfFocused(page), 'Tuesday, January 13, 2026');
      await page.press('{ArrowRight}');
      assert.equal(nameOfFocused(page), 'Wednesday, January 14, 2026');
      await page.press('{ArrowUp}{Home}');
      assert.equal(nameOfFocused(page), 'Sunday, January 4, 2026');
    }));

  it('turns the page by Page Down and Page Up, and keeps the focus', () =>
    withTimeline({ jobs }, async ({ page, title, settled }) => {
      stops(page)[0]?.focus();
      await page.press('{PageDown}');
      await settled();
      assert.equal(title(), 'Plant · January 11 – 17, 2026');
      assert.deepEqual(stops(page), [page.focused]);
      await page.press('{PageUp}{PageUp}');
      await settled();
      assert.equal(title(), 'Plant · December 28, 2025 – January 3, 2026');
      assert.deepEqual(stops(page), [page.focused]);
    }));

  it('has a line at the current minute, which moves', () =>
    withTimeline({ jobs }, async ({ page }) => {
      const now = () => page.get('grid').style.getPropertyValue('--now');
      assert.equal(now(), '75%');
      pass(3 * 60_000);
      await page.wait(60_000);
      assert.equal(now(), '80%');
    }));

  it('is one tab stop, which arrow keys move through the visible hours', () =>
    withTimeline({ jobs }, async ({ page }) => {
      assert.deepEqual(stops(page).map(nameOf), [`${monday}, 09:00–10:00: runs: 1; now`]);
      stops(page)[0]?.focus();
      const moved: (string | undefined)[] = [];
      for (const key of [
        'ArrowDown',
        'ArrowDown',
        'ArrowDown',
        'ArrowDown',
        'ArrowDown',
        'ArrowUp',
        'ArrowRight',
        'ArrowLeft',
        'ArrowUp',
        'ArrowUp',
        'End',
        'Home',
      ]) {
        assert.equal(await leaves(page, key), false, key);
        moved.push(nameOfFocused(page)?.replace(/day, .*, /, ' '));
        assert.deepEqual(stops(page), [page.focused]);
      }
      assert.deepEqual(moved, [
        'Mon 10',
        'Mon 11',
        'Mon 12',
        'Tues 03',
        'Tues 09',
        'Tues 03',
        'Wednes 03',
        'Tues 03',
        'Mon 12',
        'Mon 11',
        'Satur 11',
        'Sun 11',
      ]);
    }));

  it('extends the selection within a day by Shift and Enter', () =>
    withTimeline({ jobs }, async ({ page, cell, heading }) => {
      await page.click(cell(new RegExp(`^${tuesday}, 09:00`)));
      await page.press('{ArrowDown}{ArrowDown}{Shift>}{Enter}{/Shift}');
      assert.deepEqual(selected(page).length, 3);
      assert.match(heading(), /09:00–12:00/);
    }));

  it('moves the focus to the hour that is clicked, and shows its runs', () =>
    withTimeline({ jobs }, async ({ page, cell, heading, lines }) => {
      const chosen = cell(/^Tuesday.*, 03:00/);
      await page.click(chosen);
      assert.equal(page.focused, chosen);
      assert.equal(chosen.tabIndex, 0);
      assert.deepEqual(selected(page), [chosen]);
      assert.equal(heading(), `${tuesday}, 03:00–04:00 2 Show All`);
      assert.equal(lines().length, 2);
    }));

  for (const key of ['{Enter}', ' '])
    it(`shows the runs of an hour by the key “${key}”`, () =>
      withTimeline({ jobs }, async ({ page, heading, cell }) => {
        await page.click(cell(/^Monday.*, 09:00/));
        assert.equal(selected(page).length, 1);
        await page.press('{ArrowDown}{ArrowDown}{ArrowDown}');
        assert.equal(heading(), `${monday}, 09:00–10:00 1 Show All`);
        await page.press(key);
        assert.equal(heading(), `${monday}, 12:00–13:00 6 Show All`);
        assert.deepEqual(selected(page), [page.focused]);
        assert.equal(await leaves(page, key === ' ' ? ' ' : 'Enter'), false);
      }));

  it('shows the runs of a day', () =>
    withTimeline({ jobs }, async ({ page, heading, lines }) => {
      await page.click(page.get('button', /Tue\s6/));
      assert.equal(heading(), `${tuesday} 9 Show All`);
      assert.deepEqual(
        selected(page).map(cell => nameOf(cell).split(':')[0]),
        ['03', '09', '10', '11', '12'].map(hour => `${tuesday}, ${hour}`),
      );
      assert.equal(lines().length, 4);
    }));

  it('keeps the focus and the place when other hours become quiet', () =>
    withTimeline({ jobs }, async ({ page, cell, memoryServer, reread }) => {
      await page.click(page.get('button', 'Next Period'));
      await page.click(cell(/^Tuesday.*, 12:00/));
      memoryServer.jobs.delete(4);
      await reread();
      assert.equal(hoursOf().length, 5);
      assert.equal(nameOfFocused(page), 'Tuesday, January 13, 2026, 12');
      assert.deepEqual(stops(page), [page.focused]);
      memoryServer.jobs.delete(3);
      await reread();
      assert.equal(nameOfFocused(page), 'Tuesday, January 13, 2026, 03');
      assert.deepEqual(stops(page), [page.focused]);
    }));

  it('does not take the focus from anything else', () =>
    withTimeline({ jobs }, async ({ page, memoryServer, reread }) => {
      page.get('searchbox', 'Name contains').focus();
      memoryServer.jobs.delete(4);
      await reread();
      assert.equal(page.focused, page.get('searchbox', 'Name contains'));
    }));

  it('keeps every hour, and thereby the focus, while it is computed', () =>
    withTimeline({ jobs }, async ({ page, cell, overview, deliver }) => {
      await page.click(page.get('button', 'Next Period'));
      await page.click(cell(/^Tuesday.*, 12:00/));
      const { page: _, ...whole } = overview();
      const begun = { ...whole, runs: whole.runs.map((count, at) => (at % 24 === 3 ? count : 0)) };
      await deliver({ ...begun, isComplete: false });
      assert.equal(nameOfFocused(page), 'Tuesday, January 13, 2026, 12');
      assert.equal(hoursOf().length, 8);
      await deliver(begun);
      assert.equal(hoursOf().length, 3);
      assert.equal(nameOfFocused(page), 'Tuesday, January 13, 2026, 03');
    }));
});
