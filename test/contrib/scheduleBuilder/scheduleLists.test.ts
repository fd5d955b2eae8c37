import assert from 'node:assert/strict';
import { descriptionOf, nameOf, type ShownPage } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { present, withBuilder } from './support/builderSetup.ts';

const start = 'DTSTART:20830104T033000Z';
const daily = `${start}\nRRULE:FREQ=DAILY`;
const open = { folds: { exceptions: true } };
const fieldsOf = (page: ShownPage, group: string) =>
  page.all('textbox', undefined, page.get('group', group)).map(nameOf);

describe('the times of a schedule', () => {
  useBrowser();
  usePresent(...present);

  it('are at least one, can be added and removed, and are written in their order', () =>
    withBuilder(daily, async ({ page, press, fill, lines, value }) => {
      assert.deepEqual(fieldsOf(page, 'At'), ['Time 1']);
      assert.deepEqual(page.all('button', /^Remove/), []);
      await press('Add Time');
      assert.deepEqual(fieldsOf(page, 'At'), ['Time 1', 'Time 2']);
      assert.equal(value('Time 2'), '15:30');
      assert.equal(lines()?.[1], 'RRULE:FREQ=DAILY;BYHOUR=3,15');
      await fill('Time 2', '01:30');
      assert.deepEqual(lines(), ['DTSTART:20830104T013000Z', 'RRULE:FREQ=DAILY;BYHOUR=1,3']);
      assert.equal(value('Time 2'), '01:30');
      assert.equal(descriptionOf(page.get('button', 'Remove: Time 1')), 'Remove');
      await press('Remove: Time 1');
      assert.deepEqual(lines(), ['DTSTART:20830104T013000Z', 'RRULE:FREQ=DAILY']);
      assert.equal(value('Time 1'), '01:30');
      assert.deepEqual(page.all('button', /^Remove/), []);
    }));

  it('leave the focus next to where the last one was removed', () =>
    withBuilder(daily, async ({ page, press }) => {
      await press('Add Time');
      await press('Remove: Time 2');
      assert.equal(page.focused, page.get('button', 'Add Time'));
    }));

  it('are proposed twelve hours after the last, or at the next free hour', () =>
    withBuilder('DTSTART:20830104T143000Z\nRRULE:FREQ=DAILY', async ({ press, value, lines, page }) => {
      await press('Add Time');
      assert.deepEqual([value('Time 1'), value('Time 2')], ['02:30', '14:30']);
      await press('Add Time');
      assert.deepEqual(fieldsOf(page, 'At'), ['Time 1', 'Time 2', 'Time 3']);
      assert.equal(lines()?.[1], 'RRULE:FREQ=DAILY;BYHOUR=2,3,14');
    }));
});

describe('the dates on which a schedule does not run', () => {
  useBrowser();
  usePresent(...present);

  it('are added after the start, and after each other', () =>
    withBuilder(
      daily,
      async ({ page, press, fill, lines, value }) => {
        assert.deepEqual(fieldsOf(page, 'Skipped dates'), []);
        await press('Add Skipped Date');
        assert.equal(lines()?.[2], 'EXDATE:20830105T033000Z');
        assert.equal(page.all('button', 'Skipped and extra dates (1)').length, 1);
        await fill('Skipped date 1', '2083-01-07');
        await press('Add Skipped Date');
        assert.equal(value('Skipped date 2'), '2083-01-08');
        await press('Remove: Skipped date 1');
        assert.deepEqual(lines()?.slice(2), ['EXDATE:20830108T033000Z']);
        await press('Remove: Skipped date 1');
        assert.deepEqual(lines(), daily.split('\n'));
      },
      open,
    ));

  it('are added after today if the schedule began earlier, as extra dates are', () =>
    withBuilder(
      'DTSTART:20240104T033000Z\nRRULE:FREQ=DAILY',
      async ({ press, value }) => {
        await press('Add Skipped Date');
        assert.equal(value('Skipped date 1'), '2026-01-02');
        await press('Add Extra Date');
        assert.equal(value('Extra date 1'), '2026-01-03');
      },
      open,
    ));

  it('are skipped at each time of day', () =>
    withBuilder(
      `${daily};BYHOUR=3,15`,
      async ({ press, lines }) => {
        await press('Add Skipped Date');
        assert.deepEqual(lines()?.slice(2), ['EXDATE:20830105T033000Z', 'EXDATE:20830105T153000Z']);
      },
      open,
    ));
});

describe('the additional dates of a schedule', () => {
  useBrowser();
  usePresent(...present);

  it('are proposed on a free day, at the time of the schedule', () =>
    withBuilder(
      daily,
      async ({ page, press, fill, lines, value }) => {
        await press('Add Skipped Date');
        await press('Add Extra Date');
        assert.deepEqual(fieldsOf(page, 'Extra dates'), ['Extra date 1', 'Extra date 1: time']);
        assert.deepEqual([value('Extra date 1'), value('Extra date 1: time')], ['2083-01-06', '03:30']);
        assert.equal(lines()?.[2], 'RDATE:20830106T033000Z');
        await fill('Extra date 1: time', '10:00');
        await fill('Extra date 1', '2083-01-09');
        assert.equal(lines()?.[2], 'RDATE:20830109T100000Z');
        await press('Add Extra Date');
        assert.equal(lines()?.[3], 'RDATE:20830110T100000Z');
        await press('Remove: Extra date 1');
        assert.equal(lines()?.[2], 'RDATE:20830110T100000Z');
        await press('Add Skipped Date');
        assert.equal(value('Skipped date 2'), '2083-01-06');
      },
      open,
    ));

  it('follow a single run as well', () =>
    withBuilder(
      start,
      async ({ press, lines, value, fill }) => {
        await press('Add Extra Date');
        assert.deepEqual(lines(), [start, 'RDATE:20830105T033000Z']);
        await fill('Date and time', '2083-02-01');
        await fill('Extra date 1', '2083-02-03');
        assert.deepEqual(lines(), ['DTSTART:20830201T033000Z', 'RDATE:20830203T033000Z']);
        await press('Add Extra Date');
        assert.equal(value('Extra date 2'), '2083-02-04');
      },
      open,
    ));
});
