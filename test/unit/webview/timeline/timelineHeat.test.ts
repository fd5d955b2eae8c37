import assert from 'node:assert/strict';
import { descriptionOf, nameOf, type ShownPage } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';
import { usePresent } from '../support/usePresent.ts';
import { daily, present, withTimeline } from './support/timelineSetup.ts';

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

describe('the heat map', () => {
  useBrowser();
  const pass = usePresent(...present);

  it('is a grid of hours and days, with quiet hours in one row', () =>
    withTimeline({ jobs }, async ({ page }) => {
      const grid = page.get('grid', 'Runs by hour and day');
      assert.equal(descriptionOf(grid), 'Arrow keys move; Enter shows the runs of the hour in the agenda.');
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
        ['Mon 5', 'Tue 6', 'Wed 7', 'Thu 8', 'Fri 9', 'Sat 10', 'Sun 11', 'Mon 12'],
      );
      assert.equal(page.get('button', /Mon\s5/).title, monday);
      assert.equal(page.all('gridcell', 'no runs').length, 3);
    }));

  it('names each hour with its runs and clashes, and the current one', () =>
    withTimeline({ jobs }, async ({ page, cell }) => {
      assert.equal(page.text(cell(`${tuesday}, 12:00: runs: 6`)), '6');
      assert.equal(cell(`${tuesday}, 12:00: runs: 6`).title, `${tuesday}, 12:00: runs: 6`);
      assert.equal(page.text(cell(`${tuesday}, 03:00: runs: 2; several jobs on the same device`)), '2');
      assert.equal(page.text(cell(`${monday}, 09:00: runs: 1; now`)), '1');
      assert.equal(page.text(cell(`${tuesday}, 10:00: no runs`)), '');
    }));

  it('is darker for more runs, by the square root of their number', () =>
    withTimeline({ jobs }, async ({ cell }) => {
      const classOf = (name: string) => cell(new RegExp(name)).className;
      assert.equal(classOf(`${tuesday}, 12`), 'cell level-5');
      assert.equal(classOf(`${tuesday}, 03`), 'cell level-3 clash');
      assert.equal(classOf(`${tuesday}, 10`), 'cell level-0');
      assert.equal(classOf(`${monday}, 09`), 'cell level-3 now');
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
      assert.deepEqual(stops(page).map(nameOf), [`${monday}, 09:00: runs: 1; now`]);
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
        'Sun 11',
        'Mon 11',
      ]);
    }));

  it('moves the focus to the hour that is clicked, and shows its runs', () =>
    withTimeline({ jobs }, async ({ page, cell, heading, lines }) => {
      const chosen = cell(/^Tuesday.*, 03:00/);
      await page.click(chosen);
      assert.equal(page.focused, chosen);
      assert.equal(chosen.tabIndex, 0);
      assert.deepEqual(selected(page), [chosen]);
      assert.equal(heading(), `Agenda: ${tuesday}, 03:00 (2)`);
      assert.equal(lines().length, 2);
    }));

  for (const key of ['{Enter}', ' '])
    it(`shows the runs of an hour by the key “${key}”`, () =>
      withTimeline({ jobs }, async ({ page, heading, cell }) => {
        await page.click(cell(/^Monday.*, 09:00/));
        assert.equal(selected(page).length, 1);
        await page.press('{ArrowDown}{ArrowDown}{ArrowDown}');
        assert.equal(heading(), `Agenda: ${monday}, 09:00 (1)`);
        await page.press(key);
        assert.equal(heading(), `Agenda: ${monday}, 12:00 (6)`);
        assert.deepEqual(selected(page), [page.focused]);
        assert.equal(await leaves(page, key === ' ' ? ' ' : 'Enter'), false);
      }));

  it('shows the runs of a day, even of the partial first and last days', () =>
    withTimeline({ jobs }, async ({ page, heading, lines, newlySent }) => {
      await page.click(page.get('button', /Tue\s6/));
      assert.equal(heading(), `Agenda: ${tuesday} (9)`);
      assert.deepEqual(
        selected(page).map(cell => nameOf(cell).split(':')[0]),
        ['03', '09', '10', '11', '12'].map(hour => `${tuesday}, ${hour}`),
      );
      assert.equal(lines().length, 4);
      newlySent();
      await page.click(page.get('button', /Mon\s5/));
      assert.equal(heading(), `Agenda: ${monday} (7)`);
      await page.click(page.get('button', /Mon\s12/));
      assert.equal(heading(), 'Agenda: Monday, January 12, 2026 (2)');
      assert.deepEqual(
        newlySent().map(message => ('range' in message ? message.range : message)),
        [
          { from: 9, to: 24 },
          { from: 168, to: 177 },
        ],
      );
    }));

  it('keeps the focus and the place when other hours become quiet', () =>
    withTimeline({ jobs }, async ({ page, cell, memoryServer, reread }) => {
      await page.click(cell(/^Tuesday.*, 12:00/));
      memoryServer.jobs.delete(4);
      await reread();
      assert.equal(hoursOf().length, 5);
      assert.equal(nameOfFocused(page), `${tuesday}, 12`);
      assert.deepEqual(stops(page), [page.focused]);
      memoryServer.jobs.delete(3);
      await reread();
      assert.equal(nameOfFocused(page), `${tuesday}, 03`);
      assert.deepEqual(stops(page), [page.focused]);
    }));

  it('does not take the focus from anything else', () =>
    withTimeline({ jobs }, async ({ page, memoryServer, reread }) => {
      page.get('searchbox', 'Job name').focus();
      memoryServer.jobs.delete(4);
      await reread();
      assert.equal(page.focused, page.get('searchbox', 'Job name'));
    }));

  it('keeps every hour, and thereby the focus, while it is computed', () =>
    withTimeline({ jobs }, async ({ page, cell, overview, deliver }) => {
      await page.click(cell(/^Tuesday.*, 12:00/));
      const { page: _, ...whole } = overview();
      const begun = { ...whole, runs: whole.runs.map((count, at) => (at % 24 === 3 ? count : 0)) };
      await deliver({ ...begun, isComplete: false });
      assert.equal(nameOfFocused(page), `${tuesday}, 12`);
      assert.equal(hoursOf().length, 8);
      await deliver(begun);
      assert.equal(hoursOf().length, 3);
      assert.equal(nameOfFocused(page), `${tuesday}, 03`);
    }));
});
