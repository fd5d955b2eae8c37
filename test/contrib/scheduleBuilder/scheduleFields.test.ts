import assert from 'node:assert/strict';
import { descriptionOf, nameOf } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { present, withBuilder } from './support/builderSetup.ts';

const daily = 'DTSTART:20830104T023000Z\nRRULE:FREQ=DAILY';
const open = 'RRULE:FREQ=WEEKLY;BYHOUR=3;BYMINUTE=30;BYDAY=MO';

describe('when a schedule runs', () => {
  useBrowser();
  usePresent(...present);

  it('is a date and a time when it runs once', () =>
    withBuilder('DTSTART:20830104T023000Z', async ({ page, chosen, value, fill, lines, choose }) => {
      assert.equal(chosen('Runs'), 'Once');
      assert.deepEqual(page.all('group').map(nameOf), ['Date and time', '']);
      assert.equal(value('Date and time'), '2083-01-04');
      assert.equal(value('Date and time: time'), '02:30');
      await fill('Date and time: time', '04:00');
      await fill('Date and time', '2083-02-05');
      assert.deepEqual(lines(), ['DTSTART:20830205T040000Z']);
      await choose('Times are in', 'the server’s own time zone');
      assert.deepEqual(lines(), ['DTSTART:20830205T040000']);
    }));

  it('has no start date when the text has none, and gets none by itself', () =>
    withBuilder(open, async ({ page, field, value, press, lines }) => {
      assert.equal(value('Start'), '');
      assert.match(descriptionOf(field('Start')), /^The text has no start: /);
      assert.match(page.text(), /The text has no start: /);
      assert.equal(field('Start').closest('[title]'), null);
      assert.equal(value('Time 1'), '03:30');
      assert.deepEqual(page.all('combobox').map(nameOf), ['Runs', 'End']);
      assert.deepEqual(page.all('button', /Skipped|Extra/), []);
      await press('Tue');
      assert.deepEqual(lines(), ['RRULE:FREQ=WEEKLY;BYHOUR=3;BYMINUTE=30;BYDAY=MO,TU']);
    }));

  it('is counted from the first run when it runs every few hours', () =>
    withBuilder('DTSTART:20830104T023000Z\nRRULE:FREQ=HOURLY;INTERVAL=6', async given => {
      const { page, value, fill, lines } = given;
      assert.equal(value('First run at'), '02:30');
      assert.deepEqual(page.all('group', 'At'), []);
      await fill('First run at', '05:00');
      assert.deepEqual(lines(), ['DTSTART:20830104T050000Z', 'RRULE:FREQ=HOURLY;INTERVAL=6']);
      await given.press('Skipped and extra dates');
      assert.deepEqual(page.all('button', /^Add/).map(nameOf), ['Add Extra Date']);
    }));

  it('is in UTC, in the server’s zone or in the user’s zone', () =>
    withBuilder(daily, async ({ chosen, choices, choose, lines }) => {
      assert.equal(chosen('Times are in'), 'UTC');
      assert.deepEqual(choices('Times are in'), [
        'UTC',
        'the server’s own time zone',
        'my time zone (Asia/Kabul)',
      ]);
      await choose('Times are in', 'my time zone (Asia/Kabul)');
      assert.deepEqual(lines(), ['DTSTART;TZID=Asia/Kabul:20830104T023000', 'RRULE:FREQ=DAILY']);
      assert.equal(choices('Times are in').length, 3);
      assert.equal(chosen('Times are in'), 'my time zone (Asia/Kabul)');
      await choose('Times are in', 'UTC');
      assert.deepEqual(lines(), daily.split('\n'));
    }));

  it('can stay in a zone that only the text names', () =>
    withBuilder('DTSTART;TZID=Asia/Tokyo:20830104T023000\nRRULE:FREQ=DAILY', async given => {
      const { chosen, choices, choose, lines } = given;
      assert.equal(chosen('Times are in'), 'Asia/Tokyo');
      assert.equal(choices('Times are in').length, 4);
      await choose('Times are in', 'UTC');
      assert.equal(lines()?.[0], 'DTSTART:20830104T023000Z');
      assert.equal(choices('Times are in').length, 3);
    }));

  it('keeps what was typed just before a zone is chosen', () =>
    withBuilder(daily, async ({ page, field, choose, lines }) => {
      await page.fill(field('Start'), '2083-02-05');
      await page.fill(field('Every'), '2');
      await choose('Times are in', 'the server’s own time zone');
      assert.deepEqual(lines(), ['DTSTART:20830205T023000', 'RRULE:FREQ=DAILY;INTERVAL=2']);
    }));
});

describe('the end of a schedule', () => {
  useBrowser();
  usePresent(...present);

  it('is never, a date a month later, or a number of runs', () =>
    withBuilder(daily, async ({ page, field, chosen, choices, choose, value, lines }) => {
      assert.equal(chosen('End'), 'never');
      assert.deepEqual(choices('End'), ['never', 'on a date', 'after a number of runs']);
      assert.deepEqual(page.all('textbox', 'Last day'), []);
      await choose('End', 'on a date');
      assert.equal(value('Last day'), '2083-02-03');
      assert.equal(lines()?.[1], 'RRULE:FREQ=DAILY;UNTIL=20830203T235959Z');
      await choose('End', 'after a number of runs');
      assert.equal(value('Number of runs'), '10');
      assert.deepEqual([field('Number of runs').type, field('Number of runs').min], ['number', '1']);
      assert.equal(lines()?.[1], 'RRULE:FREQ=DAILY;COUNT=10');
      assert.deepEqual(page.all('textbox', 'Last day'), []);
      await choose('End', 'never');
      assert.deepEqual(lines(), daily.split('\n'));
      assert.deepEqual(page.all('spinbutton', 'Number of runs'), []);
    }));
});

describe('the rarely used part of a schedule', () => {
  useBrowser();
  usePresent(...present);

  it('is folded until the user opens it, which is remembered', () =>
    withBuilder(daily, async ({ page, press, folded, builder }) => {
      assert.deepEqual(page.all('button', 'Add Skipped Date'), []);
      await press('Skipped and extra dates');
      assert.equal(page.all('button', 'Add Skipped Date').length, 1);
      assert.deepEqual(folded, [['exceptions', true]]);
      builder.show(`${daily}\nRDATE:20830109T100000Z\nEXDATE:20830110T023000Z`);
      assert.equal(page.all('button', 'Add Skipped Date').length, 1);
      await press('Skipped and extra dates (2)');
      assert.deepEqual(page.all('button', 'Add Skipped Date'), []);
      assert.deepEqual(folded, [
        ['exceptions', true],
        ['exceptions', false],
      ]);
    }));
});
