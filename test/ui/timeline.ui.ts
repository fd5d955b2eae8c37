import assert from 'node:assert/strict';
import type { JobFields } from '../../src/contrib/demo/server/world.ts';
import { assertAria } from './support/ariaSnapshot.ts';
import { axeFindings } from './support/axe.ts';
import { cellContrasts } from './support/contrast.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { focusWalk } from './support/focusWalk.ts';
import { textFindings } from './support/pageTexts.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';
import { viewport } from './support/workbench.ts';

const attack = '<img src=x onerror="document.title=1"> $(bug) [x](command:y)';

/** Midnight tomorrow in UTC, as in the text of a schedule. */
const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');

function daily(time: string): string {
  return `DTSTART:20260101T${time}Z\nRRULE:FREQ=DAILY`;
}

describe('timeline and schedules', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ jobs: 12, groups: 3, devices: 6, pageSize: 10, manner: 'django' });

  before('create jobs and connect', async () => {
    const { world } = fleet.server;
    for (const job of [...world.jobs.all()]) world.jobs.remove(job.id);
    const device = [...world.devices.all()][0]?.id ?? 0;
    const group = [...world.groups.all()][0];
    if (group) group.server_set = [device];
    addJob({ name: 'Backup', params: daily('030000'), peers: [device] });
    addJob({ name: 'Inventory', params: daily('033000'), groups: group ? [group.id] : [] });
    addJob({ name: attack, params: daily('120000') });
    addJob({
      name: 'Every ten minutes',
      params: 'DTSTART:20260101T000000Z\nRRULE:FREQ=MINUTELY;INTERVAL=10',
    });
    addJob({ name: 'Once tomorrow', params: `DTSTART:${tomorrow}T090000Z` });
    addJob({ name: 'Open zone', params: 'DTSTART:20260101T070000\nRRULE:FREQ=DAILY' });
    addJob({ name: 'Unreadable', params: 'каждый вторник' });
    addJob({ name: 'Switched off', params: daily('030000'), enabled: false });
    addJob({ name: 'Without schedule', params: '' });
    addJob({ name: 'Tenth', params: '' });
    addJob({ name: 'On the next page', params: daily('050000') });
    await addServer(vscode.workbench, fleet.server, 'Fleet');
  });

  beforeEach('show all jobs of the current week, whatever another test has left', async () => {
    const { workbench } = vscode;
    await workbench.openView('Jobs');
    await workbench.viewAction('Jobs', 'Show Timeline');
    await page()
      .getByRole('heading', { name: /^Fleet · / })
      .waitFor();
    await page().getByRole('radio', { name: 'Week' }).check();
    await page().getByLabel('Name contains').fill('');
    await page().getByRole('combobox', { name: 'Device' }).fill('');
    await page().getByRole('button', { name: 'Today' }).click();
    await facts(/^11 jobs · /).waitFor();
    await page().getByRole('columnheader', { name: 'Hour' }).waitFor();
    await lines('Every ten minutes').first().waitFor();
  });

  it('shows the next run of each job in its row', async () => {
    const { workbench } = vscode;
    await workbench.treeRow(/^Every ten minutes, .*, (in \d+ min|now)$/, 'Jobs').waitFor();
    await workbench.treeRow(/^Open zone, .*, daily 07:00$/, 'Jobs').waitFor();
    await workbench.treeRow(/^Unreadable, .*, cannot be read: каждый вторник$/, 'Jobs').waitFor();
    await workbench.treeRow(/^Switched off, .*, disabled$/, 'Jobs').waitFor();
    await workbench.treeRow(/^Without schedule, .*, No schedule$/, 'Jobs').waitFor();
    const row = workbench.treeRow(/^Backup, /, 'Jobs').first();
    await workbench.expand(row);
    await workbench.treeRow(/^Schedule Every day at 03:00 UTC\. Next run: /, 'Jobs').waitFor();
    const inventory = workbench.treeRow(/^Inventory, /, 'Jobs').first();
    const tooltip = (await workbench.tooltip(inventory, 'Next runs')).first();
    assert.equal(await tooltip.getByText(/\(03:30\sUTC\)/).count(), 3);
    await workbench.screenshot('schedule-tooltip');
  });

  it('opens from the Jobs view and shows the current week', async () => {
    await facts(/^11 jobs · .* · 4 not shown$/).waitFor();
    await lines('Every ten minutes').filter({ hasText: '6 times' }).first().waitFor();
    await vscode.workbench.screenshot('timeline-light');
  });

  it('draws the current time as a line, even in an hour with missed runs', async () => {
    const cell = page().locator('.cell.now');
    const heights = await cell.evaluate(element => {
      element.classList.add('missed');
      const height = getComputedStyle(element, '::before').height;
      const cross = getComputedStyle(element.querySelector('.count-text') ?? element, '::after').content;
      element.classList.remove('missed');
      return [height, cross];
    });
    assert.deepEqual(heights, ['0px', '"✕"']);
  });

  it('reports what it omits on demand, and offers to set the time zone of the server, whose time it then shows', async () => {
    await page().getByRole('button', { name: 'Details' }).click();
    const notes = page().getByRole('list', { name: 'Details' });
    await notes.getByText('1 job has a schedule that cannot be read: “Unreadable”.').waitFor();
    await notes.getByText('1 job has no time zone').waitFor();
    await notes.getByText('Not shown: 1 disabled job, 2 jobs without a schedule.').waitFor();
    await vscode.workbench.screenshot('timeline-details');
    await setServerZone();
    await notes.getByText('has no time zone').waitFor({ state: 'detached' });
    await vscode.workbench.treeRow(/^Open zone, .*, (in \d+ h|now|in \d+ min|\w+ 23:00)$/, 'Jobs').waitFor();
    await page().getByRole('button', { name: 'Details' }).click();
    await page().getByRole('button', { name: 'Next Period' }).click();
    await page().getByLabel('Time zone').selectOption('server');
    await page()
      .getByRole('gridcell', { name: /, 12:00–13:00: runs: 8; several/ })
      .first()
      .waitFor();
    await page().getByLabel('Time zone').selectOption('mine');
  });

  it('pages through the past and the future', async () => {
    const title = page().getByRole('heading', { level: 1 });
    const current = await title.textContent();
    await page().getByRole('button', { name: 'Previous Period' }).click();
    await page().getByRole('gridcell', { name: /past$/ }).first().waitFor();
    await vscode.workbench.screenshot('timeline-past');
    await page().getByRole('button', { name: 'Today' }).click();
    await until(
      () => title.textContent(),
      text => text === current,
    );
    await page().getByRole('button', { name: 'Next Period' }).click();
    await page()
      .getByRole('gridcell', { name: /, 03:00–04:00: runs: \d+/ })
      .first()
      .waitFor();
    await page().getByRole('button', { name: 'Today' }).click();
    await page().getByRole('radio', { name: 'Day' }).check();
    await page().getByRole('columnheader').nth(2).waitFor({ state: 'detached' });
    await vscode.workbench.screenshot('timeline-day');
  });

  it('matches the accessibility tree in test/fixtures, and shows the focus everywhere', async () => {
    if (await serverZone().isDisabled()) {
      await page().getByRole('button', { name: 'Details' }).click();
      await setServerZone();
      await page().getByRole('button', { name: 'Details' }).click();
    }
    await page().getByRole('button', { name: 'Next Period' }).click();
    await page().getByLabel('Name contains').fill('inventory');
    await facts('1 job · 7 runs').waitFor();
    await lines('Inventory').nth(6).waitFor();
    await assertAria(page().locator('body'), 'timeline');
    await page().getByLabel('Name contains').focus();
    const { names, unseen } = await focusWalk(vscode.page, page());
    assert.deepEqual(unseen, []);
    assert.ok(
      names.some(name => name.startsWith('td')) && names.some(name => name.includes('#agenda')),
      names.join(', '),
    );
  });

  it('shows a month', async () => {
    await page().getByRole('radio', { name: 'Month' }).check();
    await page().getByRole('columnheader', { name: 'Sun' }).waitFor();
    await vscode.workbench.screenshot('timeline-month');
  });

  it('filters by a device', async () => {
    const device = [...fleet.server.world.devices.all()][0];
    await page()
      .getByRole('combobox', { name: 'Device' })
      .pressSequentially(device?.hostname.slice(0, -1) ?? '');
    await page()
      .getByRole('option', { name: device?.hostname ?? '', exact: true })
      .first()
      .waitFor();
    await vscode.workbench.screenshot('timeline-device');
    await page().getByRole('combobox', { name: 'Device' }).press('ArrowDown');
    await page().getByRole('combobox', { name: 'Device' }).press('Enter');
    await facts(/^2 jobs · /).waitFor();
  });

  for (const theme of ['light', 'dark', 'hc-black', 'hc-light'] as const) {
    it(`shows numbers in busy cells with a contrast of 4.5:1, without axe violations, in the theme ${theme}`, async () => {
      await vscode.workbench.setTheme(theme);
      const contrasts = await cellContrasts(page());
      assert.equal(contrasts.length, 18);
      assert.ok(Math.min(...contrasts) >= 4.5, contrasts.map(contrast => contrast.toFixed(2)).join(', '));
      await page().getByRole('listbox').focus();
      await vscode.workbench.screenshot(`timeline-${theme}`);
      assert.deepEqual(await axeFindings(page()), []);
    });
  }

  it('fills the chosen span in a theme of high contrast, whose buttons have no colors', async () => {
    await vscode.workbench.setTheme('hc-black');
    const chosen = page().locator('.segment input:checked + span');
    const [background, text] = await chosen.evaluate(element => {
      const { backgroundColor } = getComputedStyle(element);
      return [backgroundColor, getComputedStyle(document.body).color];
    });
    assert.equal(background, text);
  });

  for (const width of [680, 420]) {
    it(`fits into a window of ${width} pixels`, async () => {
      const isNarrow = width < 500;
      if (isNarrow) await vscode.workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      await vscode.page.setViewportSize({ width, height: 700 });
      try {
        // The page adapts to the size of the window with a short delay.
        await until(
          () =>
            page()
              .locator('html')
              .evaluate(element => element.scrollWidth - element.clientWidth),
          pixels => pixels <= 0,
        );
        await until(
          () => textFindings(page()),
          findings => findings.length === 0,
        );
        await vscode.workbench.screenshot(`timeline-${width}`);
      } finally {
        await vscode.page.setViewportSize(viewport);
        if (isNarrow) await vscode.workbench.runCommand('View: Toggle Primary Side Bar Visibility');
      }
    });
  }

  it('offers the commands of a job in the context menu of its line', async () => {
    const { workbench, page: window } = vscode;
    await page().getByLabel('Name contains').fill('backup');
    await facts('1 job · 7 runs').waitFor();
    await lines('Backup').first().click({ button: 'right' });
    const items = window.locator('.monaco-menu .action-label');
    await items.getByText('Rename…', { exact: true }).waitFor();
    await workbench.screenshot('timeline-menu');
    // VS Code ignores a mouse button that is released soon after the menu has opened, but not a key.
    await items.getByText('Open', { exact: true }).hover();
    await window.locator('.monaco-menu .action-item.focused').getByText('Open', { exact: true }).waitFor();
    await window.keyboard.press('Enter');
    await workbench.editors.tab(/^Backup\.job\.json/).waitFor();
  });

  it('prints in the browser', async () => {
    const [printed] = await Promise.all([
      vscode.page.context().waitForEvent('page'),
      page().getByRole('button', { name: 'Print' }).click(),
    ]);
    await printed.getByRole('heading', { name: /^Fleet · / }).waitFor();
    await printed.getByRole('cell', { name: 'Inventory' }).first().waitFor();
    await printed.screenshot({ path: 'out/screenshots/timeline-print.png' });
    await printed.close();
  });

  it('opens a job with Enter, and keeps its position until the user returns', async () => {
    const { workbench } = vscode;
    const grid = page().getByRole('grid');
    await grid
      .getByRole('gridcell', { name: /several jobs on the same device/ })
      .nth(1)
      .click();
    const heading = page().getByRole('heading', { name: /, 04:00–05:00$/ });
    await heading.waitFor();
    await lines('Backup').waitFor();
    await page().getByRole('listbox').press('End');
    await page().getByRole('listbox').press('Enter');
    await workbench.editors.tab(/^Inventory\.job\.json/).waitFor();
    await workbench.editors.tab('Timeline').click();
    await heading.waitFor();
    await page().getByRole('radio', { name: 'Week' }).and(page().locator(':checked')).waitFor();
  });

  it('describes the schedule in the JSON of a job, and marks the invalid part', async () => {
    const { workbench, page: window } = vscode;
    await workbench.openJob('Inventory');
    await page()
      .getByText(/^Job #\d+ on Fleet/)
      .waitFor();
    await workbench.runCommand('Device Automation: Open as JSON');
    await window.getByText(/^Every day at 03:30 UTC\. Next run: /).waitFor();
    const text = await workbench.editorText();
    await workbench.setEditorText(text.replace('FREQ=DAILY', 'FREQ=OFTEN'));
    await window.getByText(/^A schedule that cannot be read\./).waitFor();
    await window.locator('.squiggly-error').first().waitFor();
    const marked = await until(
      () =>
        window
          .locator('.squiggly-error')
          .first()
          .evaluate(mark => Math.round(mark.getBoundingClientRect().width)),
      width => width > 0,
    );
    const letterWidth = await window
      .locator('.view-line > span')
      .filter({ hasText: 'OFTEN' })
      .evaluate(line => line.getBoundingClientRect().width / (line.textContent ?? '').length);
    assert.equal(Math.round(marked / letterWidth), 'OFTEN'.length);
    await workbench.screenshot('schedule-json');
    await workbench.setEditorText(text);
  });

  it('is restored with the last query after a window reload, and so are reports', async () => {
    const { workbench, session, page: window } = vscode;
    await page().getByRole('radio', { name: 'Month' }).check();
    await page().getByRole('columnheader', { name: 'Hour' }).waitFor({ state: 'detached' });
    // Editor text contains non-breaking spaces.
    const title = window.locator('.view-line').filter({ hasText: /^Connection.report.for/ });
    await workbench.runCommand('Device Automation: Check Connection');
    await title.waitFor();
    const isStored = (key: string, part: string) =>
      until(
        () => session.stored(key),
        values => JSON.stringify(values).includes(part),
      );
    await isStored('memento/workbench.parts.editor', 'device-automation-report');
    await isStored('device-automation.device-automation', 'Connection report for');
    await session.reload();
    await title.waitFor({ timeout: 90_000 });
    await window.getByText('Report Issue…').waitFor();
    await workbench.screenshot('report-reloaded');
    await workbench.editors.tab('Timeline').click();
    await page()
      .getByRole('heading', { name: /^Fleet · / })
      .waitFor();
    await page().getByRole('radio', { name: 'Month' }).and(page().locator(':checked')).waitFor();
  });

  function page() {
    return vscode.workbench.webviewFrame();
  }

  /** The lines of a job in the agenda. A line also names the jobs that run on the same device at the time. */
  function lines(job: string) {
    const name = page().locator('.option-label').getByText(job, { exact: true });
    return page().getByRole('option').filter({ has: name });
  }

  function serverZone() {
    return page().getByRole('option', { name: /^Server time \(/ });
  }

  /** As a user does from the details. */
  async function setServerZone(): Promise<void> {
    await page().getByRole('button', { name: 'Set Server Time Zone' }).click();
    await vscode.workbench.submitInput('Asia/Tokyo');
    await until(
      () => serverZone().isDisabled(),
      isDisabled => !isDisabled,
    );
  }

  function facts(text: string | RegExp) {
    return page().getByRole('status').getByText(text);
  }

  function addJob(fields: Partial<JobFields>): void {
    fleet.server.world.addJob(
      {
        name: '',
        params: '',
        enabled: true,
        run_on_start: false,
        groups: [],
        peers: [],
        policies: [1],
        dynamic_groups: [],
        reports: [],
        report_formats: [],
        notify: false,
        retry: undefined,
        ...fields,
      },
      Date.now(),
    );
  }
});
