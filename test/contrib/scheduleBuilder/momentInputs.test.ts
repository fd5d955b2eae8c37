import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  daysLater,
  readTypedDate,
  readTypedTime,
} from '../../../src/contrib/scheduleBuilder/page/typedMoment.ts';
import { nameOf, type ShownPage } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { present, withBuilder } from './support/builderSetup.ts';

const daily = 'DTSTART:20830104T033000Z\nRRULE:FREQ=DAILY';
const startOf = (lines: readonly string[] | undefined) => lines?.[0];
const unreadable = 'Not applied to the schedule yet: Enter dates as year, month and day, such as 2027-01-31.';

/** The calendar next to a field, which only the mouse can reach. */
function calendarOf(field: HTMLInputElement): HTMLInputElement {
  const { nextElementSibling } = field;
  assert.ok(nextElementSibling instanceof HTMLInputElement);
  return nextElementSibling;
}

/** Whether a key that the field does not use reaches VS Code and the browser. */
function leaves(page: ShownPage, key: string): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, composed: true });
  page.focused?.dispatchEvent(event);
  return !event.defaultPrevented;
}

describe('a field for a date', () => {
  useBrowser();
  usePresent(...present);

  it('accepts dates in other forms, as soon as they are complete, and shows them as year, month and day', () =>
    withBuilder(daily, async ({ page, fill, field, value, lines }) => {
      await fill('Start', '5.1.2083');
      assert.equal(startOf(lines()), 'DTSTART:20830105T033000Z');
      assert.equal(value('Start'), '5.1.2083');
      await page.press('{Tab}');
      assert.equal(value('Start'), '2083-01-05');
      assert.equal(field('Start').placeholder, 'YYYY-MM-DD');
    }));

  it('reports a text that is not a date, marks the field and changes nothing', () =>
    withBuilder(daily, async ({ page, field, value, fill, reported, written, lines }) => {
      await fill('Start', '01/04/2083');
      assert.equal(reported(), unreadable);
      assert.equal(field('Start').getAttribute('aria-invalid'), null);
      await page.press('{Tab}');
      assert.equal(field('Start').getAttribute('aria-invalid'), 'true');
      assert.equal(value('Start'), '01/04/2083');
      assert.deepEqual(written, []);
      await fill('Start', '2083-01-06');
      await page.press('{Tab}');
      assert.equal(field('Start').getAttribute('aria-invalid'), null);
      assert.equal(reported(), undefined);
      assert.equal(startOf(lines()), 'DTSTART:20830106T033000Z');
    }));

  it('moves by the arrow keys, which do not reach the page then', () =>
    withBuilder(daily, async ({ page, field, value, lines }) => {
      field('Start').focus();
      await page.press('{ArrowUp}{ArrowUp}{ArrowUp}{ArrowDown}');
      assert.equal(value('Start'), '2083-01-06');
      await page.wait(250);
      assert.equal(startOf(lines()), 'DTSTART:20830106T033000Z');
      assert.equal(leaves(page, 'ArrowUp'), false);
      assert.equal(leaves(page, 'ArrowLeft'), true);
      assert.equal(value('Start'), '2083-01-07');
      await page.fill(field('Start'), '2083-1-9');
      await page.press('{ArrowDown}');
      assert.equal(value('Start'), '2083-01-08');
    }));

  it('has a calendar for the mouse, hidden from keyboard and screen reader', () =>
    withBuilder(daily, async ({ page, field, value, lines, written }) => {
      const calendar = calendarOf(field('Start'));
      assert.equal(calendar.type, 'date');
      assert.equal(calendar.tabIndex, -1);
      assert.equal(calendar.ariaHidden, 'true');
      assert.equal(calendar.title, 'Open Calendar');
      await page.fill(field('Start'), '2083-2-5');
      calendar.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
      assert.equal(calendar.value, '2083-02-05');
      calendar.value = '2083-03-09';
      calendar.dispatchEvent(new Event('input', { bubbles: true }));
      assert.equal(value('Start'), '2083-03-09');
      await page.wait(250);
      assert.equal(startOf(lines()), 'DTSTART:20830309T033000Z');
      calendar.value = '';
      calendar.dispatchEvent(new Event('input', { bubbles: true }));
      await page.wait(250);
      assert.equal(value('Start'), '2083-03-09');
      assert.equal(written.length, 1);
      await page.fill(field('Start'), 'soon');
      calendar.dispatchEvent(new MouseEvent('pointerdown', { bubbles: true }));
      assert.equal(calendar.value, '');
    }));
});

describe('a field for a time of day', () => {
  useBrowser();
  usePresent(...present);

  it('accepts times in other forms, and shows them on the 24-hour clock when it is left', () =>
    withBuilder(daily, async ({ page, fill, value, lines, field, written }) => {
      await fill('Time 1', '3:45 pm');
      assert.equal(startOf(lines()), 'DTSTART:20830104T154500Z');
      assert.equal(value('Time 1'), '3:45 pm');
      await page.press('{Tab}');
      assert.equal(value('Time 1'), '15:45');
      await page.wait(250);
      assert.equal(written.length, 1);
      assert.equal(field('Time 1').getAttribute('autocomplete'), 'off');
      assert.equal(field('Time 1').getAttribute('spellcheck'), 'false');
      assert.equal(field('Time 1').type, 'text');
    }));

  it('reads a single number as an hour when it is left', () =>
    withBuilder(daily, async ({ page, fill, value, lines, reported, written }) => {
      await fill('Time 1', '7');
      assert.match(reported() ?? '', /Enter at least one time of day/);
      assert.deepEqual(written, []);
      await page.press('{Tab}');
      await page.wait(250);
      assert.equal(value('Time 1'), '07:00');
      assert.equal(startOf(lines()), 'DTSTART:20830104T070000Z');
      assert.equal(reported(), undefined);
    }));
});

describe('a date with a time', () => {
  useBrowser();
  usePresent(...present);

  it('has two fields of one name, which keep each other’s value', () =>
    withBuilder('DTSTART:20830104T023000Z', async ({ page, field, lines }) => {
      assert.deepEqual(page.all('textbox').map(nameOf), ['Date and time', 'Date and time: time']);
      await page.fill(field('Date and time'), '2083-02-05');
      await page.fill(field('Date and time: time'), '04:00');
      await page.fill(field('Date and time'), '2083-02-06');
      await page.wait(250);
      assert.deepEqual(lines(), ['DTSTART:20830206T040000Z']);
    }));
});

describe('a typed date', () => {
  for (const [typed, expected] of [
    [' 2027-1-4 ', '2027-01-04'],
    ['2027/01/04', '2027-01-04'],
    ['20270104', '2027-01-04'],
    ['4.1.2027', '2027-01-04'],
    ['2028-02-29', '2028-02-29'],
    ['2027-02-29', undefined],
    ['01/04/2027', undefined],
    ['on 4.1.2027', undefined],
    ['2027-01-041', undefined],
    ['', undefined],
  ] as const)
    it(`“${typed}” is ${expected ?? 'not a date'}`, () => assert.equal(readTypedDate(typed, true), expected));

  it('is incomplete while its day may get a second digit', () => {
    assert.equal(readTypedDate('2027-01-1', false), undefined);
    assert.equal(readTypedDate('2027-01-14', false), '2027-01-14');
  });

  it('is unchanged when complete, and the same after moving any number of days forward and back', () =>
    fc.assert(
      fc.property(
        fc.date({ min: new Date('1971-01-01'), max: new Date('2999-12-31'), noInvalidDate: true }),
        fc.integer({ min: -300, max: 300 }),
        (moment, days) => {
          const date = moment.toISOString().slice(0, 10);
          assert.equal(readTypedDate(date, false), date);
          assert.equal(daysLater(daysLater(date, days) ?? '', -days), date);
        },
      ),
    ));
});

describe('a typed time of day', () => {
  for (const [typed, expected] of [
    [' 3.30 ', '03:30'],
    ['0330', '03:30'],
    ['23:59:59', '23:59:59'],
    ['3:30 PM', '15:30'],
    ['12:05 a.m.', '00:05'],
    ['12 pm', '12:00'],
    ['24:00', undefined],
    ['13 pm', undefined],
    ['3:60', undefined],
    ['noon', undefined],
    ['', undefined],
  ] as const)
    it(`“${typed}” is ${expected ?? 'not a time'}`, () => assert.equal(readTypedTime(typed, true), expected));

  it('is incomplete while only its hour is typed', () => {
    assert.equal(readTypedTime('1', false), undefined);
    assert.equal(readTypedTime('14:30', false), '14:30');
  });
});
