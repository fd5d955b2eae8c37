import assert from 'node:assert/strict';
import { assertAria } from './support/ariaSnapshot.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { focusWalk } from './support/focusWalk.ts';
import { FormPage } from './support/formPage.ts';
import { timeZone } from './support/processes.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const custom = 'DTSTART:20830104T030000Z\r\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1\r\n';

const everyTwoWeeks = 'DTSTART:20830106T033000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;BYSETPOS=1';

/** In the order of an American calendar, which English without a region has. */
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

describe('schedule builder', () => {
  const vscode = useVSCode();
  const fleet = useDemoFleet({ jobs: 3, groupIds: true });
  let form: FormPage;

  before('open a job', async () => {
    const [job] = [...fleet.server.world.jobs.all()];
    if (job) Object.assign(job, { name: 'Scheduled', params: custom, policies: [1] });
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    const { workbench } = vscode;
    await workbench.openView('Jobs');
    await workbench.inlineAction(workbench.treeRow(/^Scheduled, /, 'Jobs').first(), 'Open Job');
    form = new FormPage(workbench);
    await form.frame.getByLabel('Runs', { exact: true }).waitFor();
    for (const part of ['Text', 'Later runs']) await form.unfold(part);
  });

  it('leaves a text alone that it cannot show, and says what it means', async () => {
    assert.equal(await kind(), 'custom');
    await form.frame.getByText(/The builder cannot show all of this schedule/).waitFor();
    await form.frame
      .getByText(/^On the last of all Mondays and Tuesdays of every month at 03:00 UTC/)
      .waitFor();
    assert.equal(await runs().count(), 10);
    await form.text('Name').fill('Scheduled and renamed');
    await form.save();
    assert.equal([...fleet.server.world.jobs.all()][0]?.params, custom, 'kept byte for byte');
  });

  it('makes a weekly schedule at several times, with an end, an exception and an extra date', async () => {
    await select('Runs', 'weekly');
    await form.frame.getByText('This replaces the current schedule.').waitFor();
    await rawText(custom.replaceAll('\r', ''));
    await form.frame.getByLabel('Start', { exact: true }).fill('2083-01-04');
    for (const day of weekdays) await press(day, day === 'Mon' || day === 'Thu');
    await form.frame.getByLabel('Time 1', { exact: true }).fill('02:30');
    await form.button('Add Time').click();
    await form.frame.getByLabel('Time 2', { exact: true }).fill('14:30');
    await select('End', 'onDate');
    await form.frame.getByLabel('Last day', { exact: true }).fill('2083-03-31');
    await form.unfold('Skipped');
    await form.button('Add Skipped Date').click();
    await form.frame.getByLabel('Skipped date 1', { exact: true }).fill('2083-01-07');
    await form.button('Add Extra Date').click();
    await form.frame.getByLabel('Extra date 1', { exact: true }).fill('2083-01-09');
    await form.frame.getByLabel('Extra date 1: time', { exact: true }).fill('10:00');
    await rawText(
      [
        'DTSTART:20830104T023000Z',
        'RRULE:FREQ=WEEKLY;UNTIL=20830331T235959Z;BYHOUR=2,14;BYDAY=MO,TH',
        'RDATE:20830109T100000Z',
        'EXDATE:20830107T023000Z',
        'EXDATE:20830107T143000Z',
      ].join('\n'),
    );
    await form.frame
      .getByText(/^Every Monday and Thursday at 02:30 and 14:30 UTC, and also on January 9/)
      .waitFor();
    await form.frame.getByRole('cell', { name: 'Mon, Jan 4, 2083, 03:30' }).waitFor();
    await form.frame.getByRole('cell', { name: '02:30 UTC' }).first().waitFor();
    await vscode.workbench.screenshot('builder-weekly-light');
  });

  it('is read out as the accessibility tree in test/fixtures says, with the rest of the form', () =>
    assertAria(form.frame.locator('body'), 'job'));

  it('shows the focus on everything that Tab leads to', async () => {
    await form.text('Name').focus();
    const { names, unseen } = await focusWalk(vscode.page, form.frame);
    assert.deepEqual(unseen, []);
    for (const id of [
      'schedule-kind',
      'schedule-weekday-1',
      'schedule-start',
      'field-peers',
      'field-policies',
    ])
      assert.ok(
        names.some(name => name.includes(`#${id}`)),
        `${id} is not among ${names.join(', ')}`,
      );
  });

  it('has the weekdays in the order of the calendar, to be toggled by keyboard', async () => {
    await form.text('Schedule').fill('DTSTART:20830104T023000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TH');
    await until(kind, value => value === 'weekly');
    const toggles = form.frame.getByRole('group', { name: 'On these weekdays' }).getByRole('button');
    assert.deepEqual(await toggles.allTextContents(), weekdays);
    assert.equal(await weekday('Mon').getAttribute('title'), 'Monday');
    await weekday('Mon').focus();
    await vscode.page.keyboard.press('Tab');
    await vscode.page.keyboard.press('Space');
    await form.frame.getByRole('button', { name: 'Tue', exact: true, pressed: true }).waitFor();
    assert.equal(await focusedId(), 'schedule-weekday-1', 'the focus stays');
    await vscode.page.keyboard.press('Enter');
    await form.frame.getByRole('button', { name: 'Tue', exact: true, pressed: false }).waitFor();
  });

  it('follows the text that is typed beside it', async () => {
    await form.text('Schedule').fill('DTSTART:20830101T120000Z\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=5');
    await until(kind, value => value === 'daily');
    assert.equal(await form.frame.getByLabel('Every', { exact: true }).inputValue(), '3');
    assert.equal(await form.frame.getByLabel('Number of runs').inputValue(), '5');
    await form.frame.getByLabel('Number of runs').fill('7');
    await rawText('DTSTART:20830101T120000Z\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=7');
    assert.equal(await focusedId(), 'schedule-count', 'who types keeps the field');
  });

  it('says what is missing instead of writing half a schedule', async () => {
    await form.frame.getByLabel('Number of runs').fill('0');
    await form.frame.getByText('Not in the schedule yet: The number of runs must be').waitFor();
    await rawText('DTSTART:20830101T120000Z\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=7');
    await form.frame.getByLabel('Number of runs').fill('2');
    await rawText('DTSTART:20830101T120000Z\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=2');
  });

  it('takes dates as they are typed, moves them by keys, and says which it cannot read', async () => {
    const start = form.frame.getByLabel('Start', { exact: true });
    await start.fill('01/04/2027');
    await start.press('Tab');
    await form.frame.getByText('Not in the schedule yet: Enter dates as year, month and day').waitFor();
    assert.equal(await start.getAttribute('aria-invalid'), 'true');
    await start.fill('5.1.2027');
    await start.press('Tab');
    assert.equal(await start.inputValue(), '2027-01-05');
    await start.press('ArrowDown');
    await rawText('DTSTART:20270104T120000Z\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=2');
    assert.equal(await start.getAttribute('aria-invalid'), null);
  });

  it('makes months by weekday and by day, and goes back by undo', async () => {
    await select('Runs', 'monthly');
    await select('On', 'weekday');
    await select('Which one', '-1');
    await select('Weekday', '4');
    await form.frame.getByText(/^On the last Friday of every month/).waitFor();
    await select('On', 'days');
    await form.frame.getByLabel('Days of the month', { exact: true }).fill('1, 15');
    await form.frame.getByText(/^On the 1st and 15th of every month/).waitFor();
    await form.frame.getByLabel('Last day of the month').check();
    await form.frame.getByText(/^On the 1st, 15th,? and (the )?last day of every month/).waitFor();
    await vscode.page.keyboard.press('ControlOrMeta+Z');
    await form.frame.getByText(/^On the 1st and 15th of every month/).waitFor();
    assert.equal(await form.frame.getByLabel('Last day of the month').isChecked(), false);
  });

  it('shows what a choice replaces, keeps its time of day, and writes on request by keyboard', async () => {
    await form.text('Schedule').fill(everyTwoWeeks);
    await until(kind, value => value === 'custom');
    await select('Runs', 'daily');
    await form.frame.getByText('Every day at 03:30 UTC, from January 6, 2083.').waitFor();
    await form.frame
      .getByText(/^Every 2 weeks on Monday and Tuesday at 03:30 UTC, only the first run/)
      .first()
      .waitFor();
    await vscode.workbench.screenshot('builder-replaces-light');
    await form.button('Keep Schedule').press('Enter');
    await rawText(everyTwoWeeks);
    assert.equal(await kind(), 'custom');
    await select('Runs', 'daily');
    await form.button('Replace Schedule').press('Enter');
    await rawText('DTSTART:20830106T033000Z\nRRULE:FREQ=DAILY');
    assert.equal(await focusedId(), 'schedule-kind', 'the focus is not lost with the button');
  });

  it('shows every two weeks from another weekday, and rules without a start', async () => {
    await form.text('Schedule').fill('DTSTART:20830106T033000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO');
    await until(kind, value => value === 'weekly');
    await until(
      () => form.frame.getByLabel('Start', { exact: true }).inputValue(),
      value => value === '2083-01-18',
    );
    assert.equal(await form.frame.getByLabel('Extra date 1', { exact: true }).inputValue(), '2083-01-06');
    assert.equal(await form.frame.getByLabel('Extra date 1: time', { exact: true }).inputValue(), '03:30');
    await form.text('Schedule').fill('RRULE:FREQ=WEEKLY;BYHOUR=3;BYMINUTE=30;BYDAY=MO');
    await form.frame.getByText(/The text has no start/).waitFor();
    assert.equal(await form.frame.getByLabel('Time 1', { exact: true }).inputValue(), '03:30');
    await press('Tue', true);
    await rawText('RRULE:FREQ=WEEKLY;BYHOUR=3;BYMINUTE=30;BYDAY=MO,TU');
  });

  it('offers the person’s own time zone, and proposes no day twice', async () => {
    await form.text('Schedule').fill('DTSTART:20830104T033000Z\nRRULE:FREQ=DAILY');
    await until(kind, value => value === 'daily');
    await form.frame.getByLabel('Times are in').selectOption({ label: `my time zone (${timeZone})` });
    await rawText(`DTSTART;TZID=${timeZone}:20830104T033000\nRRULE:FREQ=DAILY`);
    await form.button('Add Skipped Date').click();
    await form.button('Add Extra Date').click();
    const day = await form.frame.getByLabel('Skipped date 1', { exact: true }).inputValue();
    const extra = await form.frame.getByLabel('Extra date 1', { exact: true }).inputValue();
    assert.notEqual(day, extra);
  });

  it('warns of what its author may not have meant', async () => {
    await form.text('Schedule').fill('DTSTART:20200101T120000Z\nRRULE:FREQ=DAILY;COUNT=5');
    await form.frame.getByText('This schedule has ended: it will not run again.').waitFor();
    await form.text('Schedule').fill('DTSTART:20830101T030000\nRRULE:FREQ=DAILY');
    await form.frame.getByText(/has no time zone/).waitFor();
    await form.text('Schedule').fill('DTSTART:20210101T233000Z\nRRULE:FREQ=WEEKLY;BYDAY=FR');
    await form.frame.getByText(/In your time zone it runs on another weekday/).waitFor();
  });

  it('does not freeze on a hostile text', async () => {
    await form.text('Schedule').fill('DTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30');
    await form.frame.getByText(/cannot be predicted|never runs|has ended/).waitFor();
    await form.text('Name').fill('Still quick');
    await form.text('Schedule').fill('');
    await until(kind, value => value === 'none');
  });

  function kind(): Promise<string> {
    return form.frame.getByLabel('Runs', { exact: true }).inputValue();
  }

  async function select(label: string, value: string): Promise<void> {
    await form.frame.getByLabel(label, { exact: true }).selectOption(value);
  }

  function weekday(name: string) {
    return form.frame.getByRole('button', { name, exact: true });
  }

  async function press(name: string, isPressed: boolean): Promise<void> {
    const button = weekday(name);
    if ((await button.getAttribute('aria-pressed')) !== String(isPressed)) await button.click();
    await form.frame.getByRole('button', { name, exact: true, pressed: isPressed }).waitFor();
  }

  function runs() {
    return form.frame
      .getByRole('table', { name: /^(Next|Later) runs$/ })
      .getByRole('row')
      .filter({ hasText: 'UTC' })
      .filter({ hasNotText: 'Your time' });
  }

  async function rawText(expected: string): Promise<void> {
    const found = await until(
      () => form.text('Schedule').inputValue(),
      value => value === expected,
    ).catch(() => form.text('Schedule').inputValue());
    assert.equal(found, expected);
  }

  function focusedId(): Promise<string> {
    return form.frame.locator('body').evaluate(() => document.activeElement?.id ?? '');
  }
});
