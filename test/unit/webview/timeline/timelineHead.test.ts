import assert from 'node:assert/strict';
import { browser } from '../support/browserWindow.ts';
import { nameOf, type ShownPage } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';
import { usePresent } from '../support/usePresent.ts';
import { daily, present, withTimeline } from './support/timelineSetup.ts';

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
  const field = page.get('searchbox', 'Job name');
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
  page.all('list', 'Not included').flatMap(list => [...list.children].map(note => page.text(note)));

describe('the header of the timeline', () => {
  useBrowser();
  usePresent(...present);

  it('shows the last results until everything is known again', () =>
    withTimeline({ jobs }, async ({ page, overview, deliver }) => {
      const { page: _, ...known } = overview();
      await deliver({ ...known, summary: '7 runs', isComplete: false });
      assert.equal(page.text(page.get('status')), '21 runs; 3 jobs with a schedule.');
      await deliver({ ...known, summary: '7 runs' });
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
      assert.deepEqual(newlySent()[0], { type: 'query', query: { span: 'week', name: 'inv', group: '' } });
      assert.equal(page.text(page.get('status')), '7 runs; 1 job with a schedule.');
      assert.ok(lines().every(line => line.endsWith(' Inventory')));
      assert.equal(nameIn(page).value, 'inv');
      await page.type(nameIn(page), 'ent');
      nameIn(page).blur();
      assert.deepEqual(newlySent()[0], { type: 'query', query: { span: 'week', name: 'invent', group: '' } });
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
      page.get('radio', 'Next 30 days').click();
      arrive(earlier);
      assert.deepEqual(chosenSpan(page), ['Next 30 days']);
      await settled();
      assert.deepEqual(chosenSpan(page), ['Next 30 days']);
      arrive(earlier);
      assert.deepEqual(chosenSpan(page), ['Next 7 days']);
    }));

  it('filters by the groups that jobs target', () =>
    withTimeline(
      { jobs, before: memoryServer => void memoryServer.groups.set(7, { name: 'Workshop' }) },
      async ({ page, lines, newlySent }) => {
        assert.deepEqual(
          [...groupIn(page).options].map(({ text }) => text),
          ['All groups', '#8 (dynamic)', 'Workshop'],
        );
        newlySent();
        await page.choose(groupIn(page), 'Workshop');
        assert.deepEqual(newlySent()[0], {
          type: 'query',
          query: { span: 'week', name: '', group: 'group:7' },
        });
        assert.ok(lines().every(line => line.endsWith(' Inventory')));
        assert.equal(chosenGroup(page), 'Workshop');
        await page.choose(groupIn(page), 'All groups');
        assert.equal(lines().length, 21);
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
      await page.click(page.get('radio', 'Next 30 days'));
      assert.deepEqual(
        newlySent().findLast(({ type }) => type === 'query'),
        { type: 'query', query: { span: 'month', name: 'inv', group: '' } },
      );
      assert.equal(heading(), 'Agenda: Next 30 days (30)');
      assert.deepEqual(chosenSpan(page), ['Next 30 days']);
      await page.click(page.get('radio', 'Next 24 hours'));
      assert.equal(heading(), 'Agenda: Next 24 hours (1)');
      assert.deepEqual(chosenSpan(page), ['Next 24 hours']);
    }));

  it('shows names of any kind as text', () =>
    withTimeline({ jobs }, async ({ page, lines }) => {
      await page.type(nameIn(page), 'ONERROR');
      await page.wait(250);
      assert.ok(lines().length === 7 && lines().every(line => line.includes(attack)));
      assert.equal(document.querySelectorAll('img').length, 0);
    }));

  it('reports what is left out, with a remedy', () =>
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
        assert.deepEqual(notesOf(page), [
          '1 job has a schedule that cannot be read: “Unreadable”.',
          '1 job has no time zone; it is shown as if the server were in yours. Set Server Time Zone',
          'Not shown: 1 disabled job, 2 jobs without a schedule.',
        ]);
        assert.deepEqual(page.all('button', undefined, page.get('list', 'Not included')).map(nameOf), [
          'Set Server Time Zone',
        ]);
        await page.click(page.get('button', 'Set Server Time Zone'));
        assert.deepEqual(ran, [['deviceAutomation.server.edit', { server: 'plant', what: 'zone' }]]);
      },
    ));
});
