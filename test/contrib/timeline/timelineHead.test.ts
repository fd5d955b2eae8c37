import assert from 'node:assert/strict';
import { firstQuery } from '../../../src/contrib/timeline/protocol/timelineOverview.ts';
import { browser } from '../../pages/support/browserWindow.ts';
import { nameOf, type ShownPage } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { daily, present, withTimeline } from './page/support/timelineSetup.ts';

const attack = '<img src=x onerror="document.title=1"> $(bug) [x](command:y)';
const jobs = {
  Backup: daily('0300'),
  Inventory: { params: daily('0330'), groups: [7] },
  [attack]: { params: daily('1200'), dynamic_groups: [8] },
};

const chosenSpan = (page: ShownPage) =>
  page
    .all('radio')
    .filter(radio => radio.matches(':checked'))
    .map(nameOf);
const nameIn = (page: ShownPage) => {
  const field = page.get('searchbox', 'Name contains');
  assert.ok(field instanceof HTMLInputElement);
  return field;
};
const groupIn = (page: ShownPage) => {
  const list = page.get('combobox', 'Group');
  assert.ok(list instanceof HTMLSelectElement);
  return list;
};
const chosenGroup = (page: ShownPage) => groupIn(page).selectedOptions[0]?.text;
const notesOf = (page: ShownPage) =>
  page.all('list', 'Details').flatMap(list => [...list.children].map(note => page.text(note)));

describe('the header of the timeline', () => {
  useBrowser();
  usePresent(...present);

  it('shows the last results until everything is known again', () =>
    withTimeline({ jobs }, async ({ page, overview, deliver }) => {
      const { page: _, ...known } = overview();
      await deliver({ ...known, facts: '7 runs', isComplete: false });
      assert.equal(page.text(page.get('status')), '3 jobs · 21 runs');
      await deliver({ ...known, facts: '7 runs' });
      assert.equal(page.text(page.get('status')), '7 runs');
    }));

  it('filters by name after a pause in typing', () =>
    withTimeline({ jobs }, async ({ page, newlySent, lines, settled }) => {
      newlySent();
      await page.type(nameIn(page), 'inv');
      await page.wait(249);
      assert.deepEqual(newlySent(), []);
      await page.wait(1);
      await settled();
      assert.deepEqual(newlySent()[0], { type: 'query', query: { ...firstQuery, name: 'inv' } });
      assert.equal(page.text(page.get('status')), '1 job · 7 runs');
      assert.ok(lines().every(line => line.includes(' Inventory')));
      assert.equal(nameIn(page).value, 'inv');
      await page.type(nameIn(page), 'ent');
      nameIn(page).blur();
      assert.deepEqual(newlySent()[0], { type: 'query', query: { ...firstQuery, name: 'invent' } });
      await page.wait(250);
      assert.deepEqual(
        newlySent().filter(({ type }) => type === 'query'),
        [],
      );
    }));

  it('keeps what is typed while new results arrive', () =>
    withTimeline({ jobs }, async ({ page, overview, deliver }) => {
      const { page: _, ...known } = overview();
      await page.type(nameIn(page), 'inv');
      await deliver(known);
      assert.equal(nameIn(page).value, 'inv');
      nameIn(page).blur();
      await page.settled();
      await deliver({ ...known, query: { ...known.query, name: 'other' } });
      assert.equal(nameIn(page).value, 'other');
    }));

  it('keeps the chosen span when the response to an earlier choice arrives', () =>
    withTimeline({ jobs }, async ({ page, overview, settled }) => {
      const arrive = (data: unknown) => browser.dispatchEvent(new browser.MessageEvent('message', { data }));
      const earlier = overview();
      page.get('radio', 'Month').click();
      arrive(earlier);
      assert.deepEqual(chosenSpan(page), ['Month']);
      await settled();
      assert.deepEqual(chosenSpan(page), ['Month']);
      arrive(earlier);
      assert.deepEqual(chosenSpan(page), ['Week']);
    }));

  it('filters by the groups that jobs target', () =>
    withTimeline(
      { jobs, before: memoryServer => void memoryServer.groups.set(7, { name: 'Workshop' }) },
      async ({ page, lines, newlySent, heading }) => {
        assert.deepEqual(
          [...groupIn(page).options].map(({ text }) => text),
          ['All groups', '#8 (dynamic)', 'Workshop'],
        );
        newlySent();
        await page.choose(groupIn(page), 'Workshop');
        assert.deepEqual(newlySent()[0], {
          type: 'query',
          query: { ...firstQuery, group: 'group:7' },
        });
        assert.ok(lines().every(line => line.includes(' Inventory')));
        assert.equal(chosenGroup(page), 'Workshop');
        await page.choose(groupIn(page), 'All groups');
        assert.equal(heading(), 'Agenda 21');
      },
    ));

  it('keeps a chosen group that jobs no longer target', () =>
    withTimeline({ jobs }, async ({ page, memoryServer, reread, lines }) => {
      await page.choose(groupIn(page), '#7');
      assert.equal(lines().length, 7);
      memoryServer.jobs.delete(2);
      await reread();
      assert.equal(chosenGroup(page), 'group:7');
      assert.equal(groupIn(page).options.length, 3);
      await page.choose(groupIn(page), 'All groups');
      assert.equal(groupIn(page).options.length, 2);
    }));

  it('requests other periods together with what was just typed', () =>
    withTimeline({ jobs }, async ({ page, newlySent, heading }) => {
      newlySent();
      await page.type(nameIn(page), 'inv');
      await page.click(page.get('radio', 'Month'));
      assert.deepEqual(
        newlySent().findLast(({ type }) => type === 'query'),
        { type: 'query', query: { ...firstQuery, span: 'month', name: 'inv' } },
      );
      assert.equal(heading(), 'Agenda 31');
      assert.deepEqual(chosenSpan(page), ['Month']);
      await page.click(page.get('radio', 'Day'));
      assert.equal(heading(), 'Monday, January 5, 2026 1');
      assert.deepEqual(chosenSpan(page), ['Day']);
    }));

  it('pages through days, weeks and months, and returns to today', () =>
    withTimeline({ jobs }, async ({ page, title }) => {
      const turn = (name: string) => page.click(page.get('button', name));
      assert.equal(title(), 'Plant · January 4 – 10, 2026');
      await turn('Next Period');
      assert.equal(title(), 'Plant · January 11 – 17, 2026');
      await turn('Today');
      await turn('Previous Period');
      assert.equal(title(), 'Plant · December 28, 2025 – January 3, 2026');
      await page.click(page.get('radio', 'Month'));
      await turn('Previous Period');
      assert.equal(title(), 'Plant · November 2025');
      for (let count = 0; count < 3; count++) await turn('Next Period');
      assert.equal(title(), 'Plant · February 2026');
      await page.click(page.get('radio', 'Day'));
      await turn('Previous Period');
      assert.equal(title(), 'Plant · Saturday, January 31, 2026');
      await turn('Today');
      assert.equal(title(), 'Plant · Monday, January 5, 2026');
    }));

  it('opens the day that was chosen in a month or a week', () =>
    withTimeline({ jobs }, async ({ page, title, cell }) => {
      await page.click(page.get('radio', 'Month'));
      await page.click(cell(/^Wednesday, January 21, 2026/));
      await page.click(page.get('radio', 'Week'));
      assert.equal(title(), 'Plant · January 18 – 24, 2026');
      await page.click(page.get('radio', 'Day'));
      assert.equal(title(), 'Plant · Wednesday, January 21, 2026');
      await page.click(page.get('radio', 'Week'));
      await page.click(cell(/^Friday, January 23, 2026, 12:00–13:00/));
      await page.click(page.get('radio', 'Day'));
      assert.equal(title(), 'Plant · Friday, January 23, 2026');
    }));

  it('opens a day of the period that was turned to, even if a day of the one before was chosen', () =>
    withTimeline({ jobs }, async ({ page, title, cell, settled }) => {
      await page.click(cell(/^Saturday, January 10, 2026, 12:00–13:00/));
      page.get('button', 'Next Period').click();
      page.get('radio', 'Day').click();
      await settled();
      assert.equal(title(), 'Plant · Monday, January 12, 2026');
    }));

  it('turns as many pages as it was asked to, even before the first is there', () =>
    withTimeline({ jobs }, async ({ page, title, settled }) => {
      const next = page.get('button', 'Next Period');
      next.click();
      next.click();
      next.click();
      await settled();
      assert.equal(title(), 'Plant · January 25 – 31, 2026');
    }));

  describe('with the name of a device', () => {
    const onDevices = {
      jobs: {
        Direct: { params: daily('0300'), peers: [{ hostname: 'PC-10' }] },
        Grouped: { params: daily('0400'), groups: [7] },
        'About pc-1': daily('0500'),
      },
      before: ({ groups }: { readonly groups: Map<number, Readonly<Record<string, unknown>>> }) =>
        void groups.set(7, { name: 'Workshop', server_set: [{ hostname: 'pc-1', addr: '10.0.0.1' }] }),
    };
    const typeDevice = async (page: ShownPage, text: string) => {
      await page.type(page.get('combobox', 'Device'), text);
      await page.wait(250);
    };
    const offered = (page: ShownPage) => {
      const [list] = page.all('listbox', 'Device');
      return list === undefined ? [] : page.all('option', undefined, list).map(nameOf);
    };

    it('shows the jobs that name it or whose groups contain it, and no others', () =>
      withTimeline(onDevices, async ({ page, lines }) => {
        await typeDevice(page, '10.0.0.1');
        assert.equal(page.text(page.get('status')), '1 job · 7 runs');
        assert.ok(lines().every(line => line.includes(' Grouped ')));
      }));

    it('completes names, and says that a part of one is no device', () =>
      withTimeline(onDevices, async ({ page, newlySent }) => {
        await typeDevice(page, 'pc');
        assert.equal(page.text(page.get('status')), 'No device “pc” is known.');
        assert.deepEqual(offered(page), ['pc-1', 'PC-10']);
        newlySent();
        await page.press('{ArrowDown}{ArrowDown}{Enter}');
        assert.deepEqual(newlySent()[0], { type: 'query', query: { ...firstQuery, device: 'PC-10' } });
        assert.equal(page.text(page.get('status')), '1 job · 7 runs');
        assert.deepEqual(offered(page), []);
      }));

    it('mentions the groups that may contain it too, and offers to find their IDs', () =>
      withTimeline(
        {
          ...onDevices,
          before: memoryServer => {
            memoryServer.hidesIds = true;
            for (const id of [8, 9])
              memoryServer.groups.set(id, { name: 'Twin', server_set: [{ hostname: 'pc-1' }] });
            memoryServer.jobs.set(9, { name: 'Twins', groups: [8] });
          },
        },
        async ({ page, ran }) => {
          await typeDevice(page, 'pc-1');
          await page.click(page.get('button', 'Details'));
          await page.click(page.get('button', 'Find IDs'));
          assert.deepEqual(ran, [['deviceAutomation.groups.findIds']]);
        },
      ));
  });

  it('shows the days and hours of the server, if its time zone is known', () =>
    withTimeline({ jobs, serverZone: 'Asia/Tokyo' }, async ({ page, cell }) => {
      const clocks = page.get('combobox', 'Time zone');
      assert.ok(clocks instanceof HTMLSelectElement);
      assert.deepEqual(
        [...clocks.options].map(({ text }) => text.trim()),
        ['My time (Kabul)', 'Server time (Tokyo)'],
      );
      assert.ok(cell(/^Tuesday.*, 23:00–24:00: runs: 1$/));
      await page.choose(clocks, 'Server time (Tokyo)');
      assert.ok(cell(/^Tuesday.*, 03:00–04:00: runs: 2$/));
    }));

  it('does not offer the time of a server whose time zone is unknown', () =>
    withTimeline({ jobs }, async ({ page }) => {
      const clocks = page.get('combobox', 'Time zone');
      assert.ok(clocks instanceof HTMLSelectElement);
      assert.deepEqual(
        [...clocks.options].map(({ disabled }) => disabled),
        [false, true],
      );
    }));

  it('prints and exports what it shows', () =>
    withTimeline({ jobs }, async ({ page, ran }) => {
      await page.click(page.get('button', 'Print'));
      await page.click(page.get('button', 'Export…'));
      assert.deepEqual(ran, [
        ['deviceAutomation.timeline.export', 'print'],
        ['deviceAutomation.timeline.export'],
      ]);
    }));

  it('shows names of any kind as text', () =>
    withTimeline({ jobs }, async ({ page, lines }) => {
      await page.type(nameIn(page), 'ONERROR');
      await page.wait(250);
      assert.ok(lines().length === 7 && lines().every(line => line.includes(attack)));
      assert.equal(document.querySelectorAll('img').length, 0);
    }));

  it('reports on demand what is left out, with a remedy', () =>
    withTimeline(
      {
        jobs: {
          Zoned: 'DTSTART:20260101T033000Z\nRRULE:FREQ=DAILY',
          Open: 'DTSTART:20260101T070000\nRRULE:FREQ=DAILY',
          Unreadable: 'каждый вторник',
          Off: { params: daily('0300'), enabled: false },
          Empty: '',
          Last: '',
        },
        before: memoryServer => {
          memoryServer.pageSize = 5;
        },
      },
      async ({ page, ran }) => {
        assert.equal(page.text(page.get('status')), '6 jobs · 14 runs · 4 not shown');
        assert.deepEqual(notesOf(page), []);
        await page.click(page.get('button', 'Details'));
        assert.deepEqual(notesOf(page), [
          'Past runs are those that were planned, by the schedules of that time as far as they were read.',
          'The server does not report runs: what is shown of them was seen by this extension. A run that begins and ends with the same result between two readings of the status remains unseen.',
          '1 job has a schedule that cannot be read: “Unreadable”.',
          '1 job has no time zone; it is shown as if the server were in yours. Set Server Time Zone',
          'Not shown: 1 disabled job, 2 jobs without a schedule.',
        ]);
        assert.deepEqual(page.all('button', undefined, page.get('list', 'Details')).map(nameOf), [
          'Set Server Time Zone',
        ]);
        await page.click(page.get('button', 'Set Server Time Zone'));
        assert.deepEqual(ran, [['deviceAutomation.server.edit', { server: 'plant', what: 'zone' }]]);
      },
    ));
});
