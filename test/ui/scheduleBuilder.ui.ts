import assert from 'node:assert/strict';
import { assertAria } from './support/ariaSnapshot.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { focusWalk } from './support/focusWalk.ts';
import { FormPage } from './support/formPage.ts';
import { textFindings } from './support/pageTexts.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const custom = 'DTSTART:20830104T030000Z\r\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1\r\n';

/** In the order of the American calendar, the default for English without a region. */
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

describe('schedule builder', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ jobs: 3, groupIds: true });
  let form: FormPage;

  before('open a job', async () => {
    const [job] = [...fleet.server.world.jobs.all()];
    if (job) Object.assign(job, { name: 'Scheduled', params: custom, policies: [1] });
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    const { workbench } = vscode;
    await workbench.openView('Jobs');
    await workbench.inlineAction(workbench.treeRow(/^Scheduled, /, 'Jobs').first(), 'Open');
    form = new FormPage(workbench);
    await form.frame.getByLabel('Runs', { exact: true }).waitFor();
    for (const part of ['Text', 'Later runs']) await form.unfold(part);
  });

  it('leaves text that it cannot represent unchanged, and describes it', async () => {
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

  it('builds a weekly schedule with several times, an end, an exception and an extra date', async () => {
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

  it('matches the accessibility tree in test/fixtures, together with the rest of the form', () =>
    assertAria(form.frame.locator('body'), 'job'));

  it('shows the focus on every tab stop', async () => {
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

  it('shows every option in full', async () => {
    await select('Runs', 'monthly');
    await form.frame.locator('#schedule-month-kind').selectOption('weekday');
    await form.frame.locator('#schedule-zone').selectOption({ index: 2 });
    await vscode.workbench.screenshot('builder-monthly');
    assert.deepEqual(await textFindings(form.frame, { scope: '.builder' }), []);
  });

  function kind(): Promise<string> {
    return form.frame.getByLabel('Runs', { exact: true }).inputValue();
  }

  async function select(label: string, value: string): Promise<void> {
    await form.frame.getByLabel(label, { exact: true }).selectOption(value);
  }

  async function press(name: string, isPressed: boolean): Promise<void> {
    const button = form.frame.getByRole('button', { name, exact: true });
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
});
