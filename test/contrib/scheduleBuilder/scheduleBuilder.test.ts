import assert from 'node:assert/strict';
import { descriptionOf } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { present, withBuilder } from './support/builderSetup.ts';

const weekly = 'DTSTART:20830104T023000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH';
const custom = 'DTSTART:20830104T030000Z\r\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1\r\n';
const counted = 'DTSTART:20830101T120000Z\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=5';
const twiceADay = 'DTSTART:20830101T033000Z\nRRULE:FREQ=DAILY;UNTIL=20830301T235959Z;BYHOUR=3,15';
const kinds = ['No schedule', 'Once', 'Hourly', 'Daily', 'Weekly', 'Monthly', 'Yearly'];

describe('the schedule builder', () => {
  useBrowser();
  usePresent(...present);

  for (const [kind, text] of [
    ['Once', 'DTSTART:20260102T030000Z'],
    ['Hourly', 'DTSTART:20260102T030000Z\nRRULE:FREQ=HOURLY'],
    ['Daily', 'DTSTART:20260102T030000Z\nRRULE:FREQ=DAILY'],
    ['Weekly', 'DTSTART:20260102T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=FR'],
    ['Monthly', 'DTSTART:20260102T030000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=2'],
    ['Yearly', 'DTSTART:20260102T030000Z\nRRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=2'],
  ] as const)
    it(`proposes the night after today in the user’s time zone: ${kind}`, () =>
      withBuilder('', async ({ page, choose, written, chosen, asked }) => {
        await choose('Runs', kind);
        assert.deepEqual(written, [text]);
        assert.equal(chosen('Runs'), kind);
        assert.deepEqual([page.all('status'), asked], [[], []]);
      }));

  it('leaves text that it cannot represent unchanged, and shows a note', () =>
    withBuilder(custom, async ({ page, builder, chosen, choices, written }) => {
      assert.equal(builder.isCustom, true);
      assert.equal(chosen('Runs'), 'Custom');
      assert.deepEqual(choices('Runs'), [...kinds, 'Custom']);
      assert.match(descriptionOf(page.get('combobox', 'Runs')), /^The builder cannot show all of this/);
      assert.match(page.text(), /The builder cannot show all of this/);
      assert.deepEqual([page.all('textbox'), page.all('group')], [[], []]);
      builder.flush();
      assert.deepEqual(written, []);
    }));

  it('shows what a choice replaces and by what, and writes on request', () =>
    withBuilder(custom, async ({ page, choose, written, asked, reply, press, lines, builder, choices }) => {
      await choose('Runs', 'Daily');
      const notice = page.get('group', 'This replaces the current schedule.');
      assert.equal(page.text(page.get('status')), 'This replaces the current schedule.');
      assert.equal(
        page.text(notice),
        'This replaces the current schedule. Now After Replace Schedule Keep Schedule',
      );
      assert.deepEqual(asked, [[custom, 'DTSTART:20830104T030000Z\nRRULE:FREQ=DAILY']]);
      reply();
      assert.deepEqual(
        page.all('definition').map(part => page.text(part)),
        [
          'On the last of all Mondays and Tuesdays of every month at 03:00 UTC, and also on the start date January 4, 2083 at 03:00 UTC.',
          'Every day at 03:00 UTC, from January 4, 2083.',
        ],
      );
      assert.deepEqual(written, []);
      assert.equal(builder.isCustom, true);
      assert.ok(choices('Runs').includes('Custom'));
      page.get('button', 'Replace Schedule').focus();
      await press('Replace Schedule');
      assert.deepEqual(lines(), ['DTSTART:20830104T030000Z', 'RRULE:FREQ=DAILY']);
      assert.equal(page.focused, page.get('combobox', 'Runs'));
      assert.deepEqual(page.all('group', /replaces/), []);
      assert.deepEqual(choices('Runs'), kinds);
    }));

  it('keeps the schedule on request, or when Custom is chosen again', () =>
    withBuilder(custom, async ({ page, choose, chosen, press, written }) => {
      await choose('Runs', 'Weekly');
      assert.equal(page.all('group', 'On weekdays').length, 1);
      await press('Keep Schedule');
      assert.equal(chosen('Runs'), 'Custom');
      assert.deepEqual(page.all('group'), []);
      assert.equal(page.focused, page.get('combobox', 'Runs'));
      await choose('Runs', 'Daily');
      await choose('Runs', 'Custom');
      assert.equal(chosen('Runs'), 'Custom');
      assert.deepEqual(page.all('group'), []);
      assert.deepEqual(written, []);
    }));

  it('treats a change to its proposal as consent', () =>
    withBuilder(custom, async ({ page, choose, press, lines }) => {
      await choose('Runs', 'Weekly');
      await press('Tue');
      assert.deepEqual(lines(), ['DTSTART:20830104T030000Z', 'RRULE:FREQ=WEEKLY;BYDAY=MO,TU']);
      assert.deepEqual(page.all('group', /replaces/), []);
    }));

  it('asks before times are lost, and only then', () =>
    withBuilder(twiceADay, async ({ page, choose, written, press, chosen }) => {
      await choose('Runs', 'Hourly');
      assert.deepEqual(written, []);
      assert.equal(page.all('group', /replaces/).length, 1);
      await press('Keep Schedule');
      assert.equal(chosen('Runs'), 'Daily');
      await choose('Runs', 'No schedule');
      assert.deepEqual(written, ['']);
    }));

  it('reports what is missing instead of writing half a schedule', () =>
    withBuilder(counted, async ({ page, fill, reported, written, lines }) => {
      await fill('Number of runs', '0');
      await fill('Every', '0');
      assert.equal(
        reported(),
        'Not applied to the schedule yet: The interval must be a whole number of at least 1.',
      );
      const { firstChild } = page.get('status');
      await fill('Every', '-1');
      assert.equal(page.get('status').firstChild, firstChild, 'it is announced once');
      await fill('Every', '3');
      assert.equal(
        reported(),
        'Not applied to the schedule yet: The number of runs must be a whole number of at least 1.',
      );
      assert.deepEqual(written, []);
      await fill('Number of runs', '2');
      assert.equal(reported(), undefined);
      assert.deepEqual(lines(), ['DTSTART:20830101T120000Z', 'RRULE:FREQ=DAILY;INTERVAL=3;COUNT=2']);
    }));

  it('writes what is typed after a pause, and at once on request', () =>
    withBuilder(counted, async ({ page, builder, field, written }) => {
      await page.fill(field('Number of runs'), '12');
      assert.equal(builder.hasUnsent, true);
      await page.wait(249);
      assert.deepEqual(written, []);
      await page.wait(1);
      assert.equal(written.length, 1);
      assert.equal(builder.hasUnsent, false);
      await page.type(field('Number of runs'), '3');
      builder.flush();
      assert.match(written.at(-1) ?? '', /COUNT=123$/);
      await page.wait(250);
      assert.equal(written.length, 2);
    }));

  it('writes typed input and a choice right after it together, once', () =>
    withBuilder(counted, async ({ page, field, choose, written }) => {
      await page.fill(field('Number of runs'), '7');
      await choose('End', 'never');
      await page.wait(250);
      assert.deepEqual(written, ['DTSTART:20830101T120000Z\nRRULE:FREQ=DAILY;INTERVAL=3']);
    }));

  it('follows the document, and keeps the focus where it is', () =>
    withBuilder(counted, async ({ page, builder, field, chosen, value, fill, reported, written }) => {
      field('Every').focus();
      await fill('Every', '0');
      assert.notEqual(reported(), undefined);
      await page.type(field('Every'), '9');
      builder.show(weekly);
      assert.equal(builder.hasUnsent, false);
      assert.equal(chosen('Runs'), 'Weekly');
      assert.equal(value('Every'), '1');
      assert.equal(reported(), undefined);
      assert.equal(page.focused, field('Every'));
      builder.show(custom);
      assert.equal(page.focused, page.get('combobox', 'Runs'));
      assert.deepEqual(written, []);
    }));

  it('does not take the focus from other elements', () =>
    withBuilder(counted, async ({ page, builder }) => {
      builder.show(custom);
      assert.equal(page.focused, document.body);
      const other = document.createElement('button');
      other.id = 'other';
      document.body.append(other);
      other.focus();
      builder.show(weekly);
      assert.equal(page.focused, other);
    }));

  it('does not draw again for the text that it wrote', () =>
    withBuilder(counted, async ({ builder, fill, value, written }) => {
      await fill('Number of runs', '07');
      builder.show(written[0] ?? '');
      assert.equal(value('Number of runs'), '07');
    }));
});
