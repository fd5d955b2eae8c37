import assert from 'node:assert/strict';
import { JobSchema } from '../../../src/api/model/job.ts';
import type { History } from '../../../src/contrib/history/common/history.ts';
import type { ShownPage } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { daily, present, withTimeline } from './page/support/timelineSetup.ts';

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

/** Shows the lines of a single day, which is no heading among them. */
const showTuesday = (page: ShownPage) => page.click(page.get('button', /^Tue/));

async function leaves(page: ShownPage, key: string): Promise<boolean> {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true });
  page.focused?.dispatchEvent(event);
  await page.settled();
  return !event.defaultPrevented;
}

describe('the agenda', () => {
  useBrowser();
  usePresent(...present);

  it('lists the runs under their days, with their devices and those that several jobs share', () =>
    withTimeline({ jobs }, async ({ page, lines, heading, agenda }) => {
      assert.equal(heading(), 'Agenda 56');
      assert.deepEqual(lines().slice(-3), [
        'Saturday, January 10, 2026, 03:00 Backup 1 On 1 device. 1 1 device also in “Inventory”',
        'Saturday, January 10, 2026, 03:30 Inventory 1 On 1 device. 1 1 device also in “Backup”',
        'Saturday, January 10, 2026, 12:00 Noon 6 × 6 times 0 On 0 devices.',
      ]);
      const [backup] = page.all('option', /03:00 Backup/, agenda());
      assert.equal(
        backup?.title,
        '03:00 · Backup · not watched · On 1 device. · 1 device also in “Inventory”',
      );
      const headings = [...document.querySelectorAll('.option-heading:not(.on-top)')];
      assert.ok(headings.map(day => page.text(day)).includes('Saturday, January 10, 2026'));
      assert.equal(agenda().getAttribute('aria-multiselectable'), null);
      assert.equal(agenda().tabIndex, 0);
      assert.deepEqual(page.all('button', 'Show All'), []);
      assert.equal(page.text().includes('No runs in this period.'), false);
    }));

  it('says what came of past runs, when they ran, and where nobody watched', () => {
    // Kabul is four and a half hours ahead of UTC.
    const atMs = (hour: number, minute: number) =>
      Date.UTC(2026, 0, 4, 22, 30) + (hour * 60 + minute) * 60_000 - 3 * 3_600_000;
    const job = JobSchema.parse({ id: 1, name: 'Backup', params: daily('0300'), enabled: true, peers: [] });
    const watched = (history: History) => {
      history.read(job, atMs(0, 0));
      for (const [word, hour, minute] of [
        ['success', 2, 59],
        ...Array.from({ length: 13 }, (_, half) => ['running', 3, 6 + half / 2] as const),
        ['failed', 3, 18],
      ] as const)
        history.look(1, { word, latestMs: atMs(hour, minute), earliestMs: atMs(hour, minute) });
    };
    return withTimeline(
      { jobs: { Backup: daily('0300') }, serverZone: 'Asia/Kabul', watched },
      async ({ page, lines, cell }) => {
        assert.match(lines()[1] ?? '', /Monday, January 5, 2026, 03:00 Backup/);
        const [, monday] = page.all('option', /03:00 Backup/);
        assert.equal(monday?.title, '03:00 · Backup · failed, 6 min to 19 min · On 0 devices.');
        const bar = monday?.querySelector('.run-span') ?? assert.fail();
        assert.equal(bar.getAttribute('style'), '--from: 0%; --solid-from: 10%; --solid-to: 20%; --to: 30%;');
        assert.ok(cell('Sunday, January 4, 2026, 03:00–04:00: runs: 1; not watched; past'));
        assert.ok(cell('Monday, January 5, 2026, 03:00–04:00: runs: 1; past'));
      },
    );
  });

  it('begins at the current time, below the heading of its day, and at the start of another period', () =>
    withTimeline({ jobs }, async ({ page, agenda }) => {
      const top = () => page.text(document.querySelector('.option-heading.on-top') ?? assert.fail());
      assert.equal(agenda().scrollTop, 26 * 6);
      assert.equal(top(), 'Monday, January 5, 2026');
      await page.click(page.get('button', 'Next Period'));
      assert.equal(agenda().scrollTop, 0);
      assert.equal(top(), 'Sunday, January 11, 2026');
    }));

  it('is still at the current time once all lines are counted, unless the user has moved', () =>
    withTimeline({ jobs }, async ({ page, agenda, overview, deliver }) => {
      const { page: _, ...whole } = overview();
      const none = { runs: whole.runs.map(() => 0), rowsBefore: whole.rowsBefore.map(() => 0) };
      const count = async (isComplete: boolean) =>
        deliver({ ...whole, ...(isComplete ? {} : none), isComplete });
      await page.click(page.get('button', /^Tue/));
      await count(false);
      await page.click(page.get('button', 'Show All'));
      await count(true);
      assert.equal(agenda().scrollTop, 26 * 6);
      page.scroll(agenda(), 0);
      await count(true);
      assert.equal(agenda().scrollTop, 0);
    }));

  it('offers the commands of a job in the context menu, with the mouse and from the keyboard', () =>
    withTimeline({ jobs }, async ({ page, agenda }) => {
      const contextOf = (element: Element | undefined) =>
        JSON.parse(element?.getAttribute('data-vscode-context') ?? '{}');
      const [noon] = page.all('option', /Noon/, agenda());
      const job = {
        kind: 'job',
        serverId: 'plant',
        jobId: 3,
        rowContext: 'job enabled unknown unwatched',
      };
      const row = { ...job, preventDefaultContextMenuItems: true };
      assert.deepEqual(contextOf(noon), row);
      noon?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
      await page.settled();
      assert.deepEqual(contextOf(agenda()), row);
    }));

  it('shows a run to come as planned, whatever the last result of its job, which no other past run shows either', () =>
    withTimeline({ jobs }, async ({ page, session, statuses, memoryServer, clock, expanded }) => {
      const signs = (day: RegExp) =>
        page
          .all('option', day)
          .map(line => [line.querySelector('.codicon')?.className, line.title.split(' · ')[3]]);
      const before = expanded.length;
      for (const word of ['Failed', 'Executing']) {
        memoryServer.statuses.set(3, word);
        await session.statuses.read(3);
        statuses.fire(session);
        clock.advance(1_000);
        await page.settled();
        await page.click(page.get('button', /^Tue/));
        assert.deepEqual(signs(/Noon/), [['codicon codicon-calendar', 'planned']]);
        await page.click(page.get('button', /^Sun/));
        assert.deepEqual(signs(/Noon/), [['codicon codicon-circle-large-outline', 'not watched']]);
      }
      assert.equal(expanded.length, before, 'and nothing is computed again');
    }));

  it('reports when nothing runs', () =>
    withTimeline({ jobs: {} }, async ({ page, heading }) => {
      assert.equal(heading(), 'Agenda');
      assert.match(page.text(), /No runs in this period\./);
      assert.deepEqual(page.all('listbox'), []);
    }));

  it('returns to the whole period', () =>
    withTimeline({ jobs }, async ({ page, cell, heading, lines }) => {
      await page.click(cell(/^Tuesday.*, 03:00/));
      assert.equal(lines().length, 2);
      assert.deepEqual([...document.querySelectorAll('.option-heading')], []);
      await page.click(page.get('button', 'Show All'));
      assert.equal(heading(), 'Agenda 56');
      assert.deepEqual(page.all('button', 'Show All'), []);
    }));

  it('draws and requests only the lines in view, once', () =>
    withTimeline({ jobs: hourly }, async ({ page, agenda, heading, lines, newlySent, overview }) => {
      newlySent();
      await page.click(page.get('button', 'Next Period'));
      assert.equal(heading(), 'Agenda 840');
      const { revision } = overview();
      const range = { from: 0, to: 168 };
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
      await showTuesday(page);
      const list = agenda();
      assert.equal(currentOf(page, list), undefined);
      list.focus();
      assert.equal(currentOf(page, list), lines()[0]);
      assert.equal(await leaves(page, 'ArrowDown'), false);
      assert.equal(currentOf(page, list), lines()[1]);
      assert.equal(await leaves(page, 'Enter'), false);
      assert.deepEqual(ran.splice(0), [['deviceAutomation.job.open', { id: 2, server: 'plant' }]]);
      await page.press('{End}{Enter}');
      assert.deepEqual(ran.splice(0), [['deviceAutomation.job.open', { id: 3, server: 'plant' }]]);
      await page.press('{Home}');
      await page.click(page.get('option', /Noon/, list));
      assert.deepEqual(ran.splice(0), [['deviceAutomation.job.open', { id: 3, server: 'plant' }]]);
      assert.equal(currentOf(page, list), lines()[2]);
      await page.click(list);
      assert.equal(await leaves(page, 'a'), true);
      assert.deepEqual(ran, []);
    }));

  it('keeps the current line when its jobs are read again', () =>
    withTimeline({ jobs }, async ({ page, agenda, memoryServer, reread, lines }) => {
      await showTuesday(page);
      agenda().focus();
      await page.press('{ArrowDown}');
      await reread();
      assert.equal(currentOf(page, agenda()), lines()[1]);
      memoryServer.jobs.delete(3);
      await reread();
      assert.equal(lines().length, 2);
      assert.equal(currentOf(page, agenda()), lines()[1]);
      page.get('combobox', 'Device').focus();
      agenda().focus();
      assert.equal(currentOf(page, agenda()), lines()[1]);
    }));

  it('skips the headings of days with every key', () =>
    withTimeline({ jobs }, async ({ page, agenda }) => {
      await page.click(page.get('button', 'Next Period'));
      agenda().focus();
      const moved = async (keys: string) => {
        await page.press(keys);
        return currentOf(page, agenda())?.replace(/, .*, 2026, (\S+) .*/, ' $1');
      };
      assert.deepEqual(
        [
          await moved('{Home}'),
          await moved('{ArrowDown}{ArrowDown}{ArrowDown}'),
          await moved('{ArrowUp}'),
          await moved('{Home}{ArrowUp}'),
          await moved('{ArrowDown}'),
        ],
        ['Sunday 03:00', 'Monday 03:00', 'Sunday 12:00', 'Saturday 12:00', 'Sunday 03:00'],
      );
    }));

  it('keeps its old lines until the new ones arrive, and mixes no revisions', () =>
    withTimeline({ jobs }, async ({ page, lines, overview, deliver, received, agenda, ran }) => {
      await showTuesday(page);
      const { page: _, ...before } = overview();
      const sentRows = received.findLast(message => message.type === 'rows');
      const [known] = sentRows?.rows ?? [];
      assert.ok(sentRows !== undefined && known !== undefined);
      const revision = before.revision + 1;
      await deliver({ ...before, revision });
      assert.match(lines()[0] ?? '', /Backup/);
      const { range } = sentRows;
      const row = { ...known, jobId: 9, time: 'soon', name: 'Other' };
      const rows = { type: 'rows' as const, revision, range, offset: 0, rows: [row] };
      await deliver({ ...rows, revision: revision - 1 });
      await deliver({ ...rows, range: { ...range, from: range.from - 1 } });
      await deliver({ ...rows, range: { ...range, to: range.to + 1 } });
      assert.match(lines()[0] ?? '', /Backup/);
      await deliver({ ...rows, offset: 1 });
      assert.match(lines()[1] ?? '', /^soon Other/);
      await deliver(rows);
      assert.match(lines()[0] ?? '', /^soon Other/);
      assert.match(page.all('option', undefined, agenda())[0]?.title ?? '', /^soon · Other/);
      assert.deepEqual(ran, []);
    }));
});
