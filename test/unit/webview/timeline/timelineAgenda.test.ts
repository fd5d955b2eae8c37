import assert from 'node:assert/strict';
import { descriptionOf, type ShownPage } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';
import { usePresent } from '../support/usePresent.ts';
import { daily, present, withTimeline } from './support/timelineSetup.ts';

const peers = [{ hostname: 'pc-1' }];
const jobs = {
  Backup: { params: daily('0300'), peers },
  Inventory: { params: daily('0330'), peers },
  Noon: daily('1200', ';BYMINUTE=0,10,20,30,40,50'),
};
/** Five jobs each hour: 840 lines in a week. */
const hourly = Object.fromEntries(
  [0, 1, 2, 3, 4].map(index => [`Hourly ${index}`, 'DTSTART:20260101T003000Z\nRRULE:FREQ=HOURLY']),
);

const currentOf = (page: ShownPage, list: HTMLElement) => {
  const id = list.getAttribute('aria-activedescendant');
  const option = id === null ? null : document.getElementById(id);
  return option === null ? undefined : page.text(option);
};

async function leaves(page: ShownPage, key: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true });
  page.focused?.dispatchEvent(event);
  await page.settled();
  return !event.defaultPrevented;
}

describe('the agenda', () => {
  useBrowser();
  usePresent(...present);

  it('lists the runs hour by hour, with the devices that several jobs share', () =>
    withTimeline({ jobs }, async ({ page, lines, heading, agenda }) => {
      assert.equal(heading(), 'Agenda: Next 7 days (56)');
      assert.deepEqual(lines().slice(0, 3), [
        'Mon, Jan 5, 12:00 Noon 6 times',
        'Tue, Jan 6, 03:00 Backup 1 device also in “Inventory”',
        'Tue, Jan 6, 03:30 Inventory 1 device also in “Backup”',
      ]);
      assert.equal(lines().length, 21);
      const [noon, backup] = page.all('option', undefined, agenda());
      assert.equal(noon?.title, 'Mon, Jan 5, 12:00 · Noon · 6 times');
      assert.equal(backup?.title, 'Tue, Jan 6, 03:00 · Backup · 1 device also in “Inventory”');
      assert.equal(document.querySelectorAll('.codicon-warning').length, 14);
      assert.equal(descriptionOf(agenda()), 'Arrow keys move; Enter opens the job.');
      assert.equal(agenda().getAttribute('aria-multiselectable'), null);
      assert.equal(agenda().tabIndex, 0);
      assert.deepEqual(page.all('button', 'Show Entire Period'), []);
      assert.equal(page.text().includes('No runs in this period.'), false);
    }));

  it('reports when nothing runs', () =>
    withTimeline({ jobs: {} }, async ({ page, heading }) => {
      assert.equal(heading(), 'Agenda: Next 7 days (0)');
      assert.match(page.text(), /No runs in this period\./);
      assert.deepEqual(page.all('listbox'), []);
    }));

  it('returns to the whole period', () =>
    withTimeline({ jobs }, async ({ page, cell, heading, lines }) => {
      await page.click(cell(/^Tuesday.*, 03:00/));
      assert.equal(lines().length, 2);
      await page.click(page.get('button', 'Show Entire Period'));
      assert.equal(heading(), 'Agenda: Next 7 days (56)');
      assert.equal(lines().length, 21);
      assert.deepEqual(page.all('button', 'Show Entire Period'), []);
    }));

  it('draws and requests only the lines in view, once', () =>
    withTimeline({ jobs: hourly }, async ({ page, agenda, heading, lines, newlySent, overview }) => {
      assert.equal(heading(), 'Agenda: Next 7 days (840)');
      const { revision } = overview();
      const range = { from: 9, to: 177 };
      const rows = (offset: number) => ({ type: 'rows', revision, range, offset, limit: 100 });
      assert.deepEqual(newlySent().at(-1), rows(0));
      assert.ok(lines().length < 40, String(lines().length));
      const [first] = page.all('option', undefined, agenda());
      assert.deepEqual([first?.ariaSetSize, first?.ariaPosInSet], ['840', '1']);
      page.scroll(agenda(), 26 * 290);
      assert.ok(lines().every(line => line === 'Loading…' || /Hourly/.test(line)));
      assert.ok(lines().includes('Loading…'));
      page.scroll(agenda(), 26 * 291);
      await page.settled();
      assert.deepEqual(newlySent(), [rows(200), rows(300)]);
      assert.ok(!lines().includes('Loading…'));
      assert.match(lines().join(), /Hourly/);
    }));

  it('opens the job of the current line by Enter, and of a line by a click', () =>
    withTimeline({ jobs }, async ({ page, agenda, ran, lines }) => {
      const list = agenda();
      assert.equal(currentOf(page, list), undefined);
      list.focus();
      assert.equal(currentOf(page, list), lines()[0]);
      assert.equal(await leaves(page, 'ArrowDown'), false);
      assert.equal(currentOf(page, list), lines()[1]);
      assert.equal(await leaves(page, 'Enter'), false);
      assert.deepEqual(ran.splice(0), [['deviceAutomation.job.open', { id: 1, server: 'plant' }]]);
      await page.press('{End}');
      assert.equal(currentOf(page, list), lines().at(-1));
      await page.press('{Enter}');
      assert.deepEqual(ran.splice(0), [['deviceAutomation.job.open', { id: 2, server: 'plant' }]]);
      await page.click(page.all('option', /Noon/, list)[0] ?? assert.fail());
      assert.deepEqual(ran.splice(0), [['deviceAutomation.job.open', { id: 3, server: 'plant' }]]);
      assert.equal(currentOf(page, list), lines()[0]);
      await page.click(list);
      assert.equal(await leaves(page, 'a'), true);
      assert.deepEqual(ran, []);
    }));

  it('keeps the current line when its jobs are read again', () =>
    withTimeline({ jobs }, async ({ page, agenda, memoryServer, reread, lines }) => {
      agenda().focus();
      await page.press('{ArrowDown}{ArrowDown}');
      await reread();
      assert.equal(currentOf(page, agenda()), lines()[2]);
      memoryServer.jobs.delete(3);
      await reread();
      assert.equal(lines().length, 14);
      assert.equal(currentOf(page, agenda()), lines()[2]);
      page.get('searchbox').focus();
      agenda().focus();
      assert.equal(currentOf(page, agenda()), lines()[2]);
    }));

  it('keeps its old lines until the new ones arrive, and mixes no revisions', () =>
    withTimeline({ jobs }, async ({ page, lines, overview, deliver, agenda, ran }) => {
      const { page: _, ...before } = overview();
      const revision = before.revision + 1;
      await deliver({ ...before, revision });
      assert.match(lines()[0] ?? '', /Noon/);
      const range = { from: 9, to: 177 };
      const row = { jobId: 9, time: 'soon', name: 'Other', times: '', clash: '' };
      const rows = { type: 'rows' as const, revision, range, offset: 0, rows: [row] };
      await deliver({ ...rows, revision: revision - 1 });
      await deliver({ ...rows, range: { ...range, from: 8 } });
      await deliver({ ...rows, range: { ...range, to: 178 } });
      assert.match(lines()[0] ?? '', /Noon/);
      await deliver({ ...rows, offset: 1 });
      assert.deepEqual(lines()[1], 'soon Other');
      await deliver(rows);
      assert.deepEqual(lines()[0], 'soon Other');
      assert.equal(page.all('option', undefined, agenda())[0]?.title, 'soon · Other');
      assert.deepEqual(ran, []);
    }));
});
