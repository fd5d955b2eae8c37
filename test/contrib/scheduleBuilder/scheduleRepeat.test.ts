import assert from 'node:assert/strict';
import { descriptionOf, nameOf, type ShownPage } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { present, withBuilder } from './support/builderSetup.ts';

const weekly = 'DTSTART:20830104T023000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH';
const monthly = 'DTSTART:20830115T023000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=15';
const yearly = 'DTSTART:20830115T023000Z\nRRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=15';

const days = (page: ShownPage) => page.all('button', undefined, page.get('group', 'On weekdays'));
const pressed = (page: ShownPage) =>
  days(page)
    .filter(day => day.ariaPressed === 'true')
    .map(nameOf);

describe('how often a schedule runs', () => {
  useBrowser();
  usePresent(...present);

  for (const [freq, one, many] of [
    ['HOURLY', 'hour', 'hours'],
    ['DAILY', 'day', 'days'],
    ['WEEKLY;BYDAY=MO', 'week', 'weeks'],
    ['MONTHLY;BYMONTHDAY=4', 'month', 'months'],
    ['YEARLY;BYMONTH=1;BYMONTHDAY=4', 'year', 'years'],
  ] as const)
    it(`is counted in ${many}`, () =>
      withBuilder(`DTSTART:20830104T030000Z\nRRULE:FREQ=${freq}`, async ({ field, fill, builder, lines }) => {
        assert.equal(descriptionOf(field('Every')), one);
        assert.equal(field('Every').min, '1');
        assert.equal(field('Every').type, 'number');
        await fill('Every', '2');
        assert.match(lines()?.[1] ?? '', /INTERVAL=2/);
        builder.show(`DTSTART:20830104T040000Z\nRRULE:FREQ=${freq};INTERVAL=3`);
        assert.equal(descriptionOf(field('Every')), many);
      }));

  it('turns weekdays on and off by keyboard without moving the focus', () =>
    withBuilder(weekly, async ({ page, lines, press, written }) => {
      page.get('button', 'Tue').focus();
      await page.press(' ');
      assert.deepEqual(pressed(page), ['Mon', 'Tue', 'Thu']);
      assert.equal(lines()?.[1], 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU,TH');
      assert.equal(page.focused, page.get('button', 'Tue'));
      await page.press('{Enter}');
      assert.deepEqual(pressed(page), ['Mon', 'Thu']);
      await press('Sun');
      assert.equal(lines()?.[1], 'RRULE:FREQ=WEEKLY;BYDAY=MO,TH,SU');
      await press('Mon');
      assert.equal(lines()?.[1], 'RRULE:FREQ=WEEKLY;BYDAY=TH,SU');
      assert.equal(written.length, 4);
    }));

  it('repeats monthly on given days, the last included', () =>
    withBuilder(monthly, async ({ page, chosen, choices, field, fill, value, lines }) => {
      assert.equal(chosen('On'), 'days of the month');
      assert.deepEqual(choices('On'), ['days of the month', 'a weekday of the month']);
      assert.equal(value('Days of the month'), '15');
      assert.equal(descriptionOf(field('Days of the month')), 'For example 1, 15');
      assert.equal(field('Days of the month').inputMode, 'numeric');
      assert.equal(field('Days of the month').type, 'text');
      await fill('Days of the month', '15; 1, x');
      assert.deepEqual(lines(), ['DTSTART:20830115T023000Z', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=1,15']);
      const last = page.get('checkbox', 'Last day of the month');
      await page.click(last);
      assert.equal(lines()?.[1], 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1,1,15');
      assert.equal(value('Days of the month'), '1, 15');
      await fill('Days of the month', '1, -1, -2');
      assert.equal(lines()?.[1], 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1,-2,1');
      await page.click(last);
      assert.equal(lines()?.[1], 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-2,1');
    }));

  it('keeps a day that was typed just before the last day is ticked', () =>
    withBuilder(monthly, async ({ page, field, lines }) => {
      await page.fill(field('Days of the month'), '20');
      await page.click(page.get('checkbox', 'Last day of the month'));
      assert.equal(lines()?.[1], 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1,20');
    }));

  it('repeats monthly on a weekday', () =>
    withBuilder(monthly, async ({ page, choose, chosen, choices, lines }) => {
      await choose('On', 'a weekday of the month');
      assert.equal(lines()?.[1], 'RRULE:FREQ=MONTHLY;BYDAY=3FR');
      assert.equal(chosen('Which one'), 'third');
      assert.equal(chosen('Weekday'), 'Friday');
      assert.deepEqual(choices('Which one'), ['first', 'second', 'third', 'fourth', 'fifth', 'last']);
      assert.deepEqual(choices('Weekday').slice(0, 2), ['Sunday', 'Monday']);
      assert.deepEqual(page.all('textbox', 'Days of the month'), []);
      await choose('Which one', 'last');
      await choose('Weekday', 'Sunday');
      assert.equal(lines()?.[1], 'RRULE:FREQ=MONTHLY;BYDAY=-1SU');
      await choose('On', 'days of the month');
      assert.equal(lines()?.[1], 'RRULE:FREQ=MONTHLY;BYMONTHDAY=15');
    }));

  it('repeats yearly in a month on its days', () =>
    withBuilder(yearly, async ({ chosen, choices, choose, fill, lines, builder }) => {
      assert.equal(chosen('Month'), 'January');
      assert.equal(choices('Month').length, 12);
      assert.deepEqual(choices('Month').slice(10), ['November', 'December']);
      await choose('Month', 'March');
      assert.deepEqual(lines(), ['DTSTART:20830315T023000Z', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=15']);
      await fill('Days of the month', '16');
      await choose('Month', 'May');
      assert.equal(lines()?.[1], 'RRULE:FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=16');
      await choose('On', 'a weekday of the month');
      assert.equal(lines()?.[1], 'RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=3FR');
      builder.show(monthly);
      assert.throws(() => chosen('Month'));
    }));
});

describe('how often a schedule runs, in Russian', () => {
  useBrowser();
  usePresent(...present);

  it('is described in the page’s language, with its calendar', () =>
    withBuilder(
      weekly,
      async ({ page, field, builder, choices }) => {
        assert.deepEqual(days(page).map(nameOf), ['пн', 'вт', 'ср', 'чт', 'пт', 'сб', 'вс']);
        assert.equal(descriptionOf(page.get('button', 'вт')), 'вторник');
        assert.equal(descriptionOf(field('Every')), 'неделя');
        builder.show(yearly);
        assert.equal(choices('Month')[0], 'январь');
      },
      { language: 'ru' },
    ));
});
