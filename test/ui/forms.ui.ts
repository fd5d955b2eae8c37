import assert from 'node:assert/strict';
import type { JobRecord } from '../../src/contrib/demo/server/world.ts';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { FormPage } from './support/formPage.ts';
import { literal } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

/** Long, because VS Code, its extensions and the editor's page all restart. */
const reloadLimitMs = 90_000;

describe('forms', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ groupIds: true, extraFields: true });
  let form: FormPage;

  before('connect', async () => {
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    form = new FormPage(vscode.workbench);
  });

  it('create a job on two groups and three devices, with a report in two formats', async () => {
    const { workbench } = vscode;
    const [firstGroup, secondGroup] = groups();
    const [first, second, third] = hostNames();
    await workbench.runCommand('Device Automation: New Job');
    await form.text('Name').fill('Made in a form');
    await form.add('Static groups', firstGroup.name, secondGroup.name);
    await form.paste('Devices', `${first}\n ${second} \r\n${first}\n`);
    await form.picker('Devices').getByText('2 devices added.').waitFor();
    await form.add('Devices', third);
    assert.equal(await form.picker('Report formats').isVisible(), false, 'no formats without reports');
    await form.add('Reports', '7');
    await form.box('Report formats').focus();
    await form.text('Name').focus();
    await form.picker('Report formats').getByText('at least one report format').waitFor();
    await form.add('Report formats', 'pdf', 'html');
    await form.unfold('Text');
    await form.text('Schedule').fill('DTSTART:20270104T030000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO');
    await form.frame.getByText(/^Every Monday/).waitFor();
    await form.frame.getByText(`On ${deviceCount()} devices.`).waitFor();
    await workbench.screenshot('forms-new-light');
    await form.button('Save').click();
    await form.frame.getByText(/^Job #\d+ on Fleet/).waitFor();
    const job = jobNamed('Made in a form');
    assert.deepEqual(job.groups, [firstGroup.id, secondGroup.id]);
    assert.deepEqual(job.peers.map(hostName), [first, second, third]);
    assert.deepEqual([job.reports, job.report_formats], [[7], ['pdf', 'html']]);
    assert.match(job.params, /BYDAY=MO/);
    await workbench.editors.tab(/^New Job/).waitFor({ state: 'detached' });
  });

  it('show which fields were sent, and send only those', async () => {
    await form.flag('Enabled').click();
    await form.text('Name').fill('Made in a form, renamed');
    await form.save();
    const job = jobNamed('Made in a form, renamed');
    assert.equal(job.enabled, false);
    assert.equal(requestsOf(fleet.server, 'job.update').length, 1);
    assert.equal(requestsOf(fleet.server, 'job.replace').length, 0);
  });

  it('undo and redo edits step by step', async () => {
    const { page } = vscode;
    await form.text('Name').fill('Another name');
    await page.keyboard.press('ControlOrMeta+Z');
    await fieldIs('Name', 'Made in a form, renamed');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await fieldIs('Name', 'Another name');
    await form.select(form.chosen('Devices').first());
    await page.keyboard.press('Delete');
    await form.chosen('Devices').nth(2).waitFor({ state: 'detached' });
    await page.keyboard.press('ControlOrMeta+Z');
    await form.chosen('Devices').nth(2).waitFor();
    await page.keyboard.press('ControlOrMeta+Z');
    await fieldIs('Name', 'Made in a form, renamed');
    await vscode.workbench.editors.activeTab().and(page.locator(':not(.dirty)')).waitFor();
  });

  it('stay in sync with the JSON editor beside them', async () => {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation: Open as JSON');
    await page.locator('.monaco-editor .view-lines').first().waitFor();
    await workbench.runCommand('View: Move Editor into Next Group');
    const text = await workbench.editorText();
    assert.match(text, /"notify": false/, 'fields that the form does not know are there');
    await workbench.setEditorText(text.replace('Made in a form, renamed', 'Renamed in JSON'));
    await fieldIs('Name', 'Renamed in JSON');
    await form.text('Name').fill('Renamed in the form');
    await page.locator('.monaco-editor .view-lines').getByText('Renamed in the form').waitFor();
    await workbench.screenshot('forms-json-beside-light');
    await page.locator('.monaco-editor .view-lines').first().click();
    await workbench.setEditorText('{ "name": ');
    await form.frame.getByText('cannot be shown as a form').waitFor();
    await page.keyboard.press('ControlOrMeta+Z');
    await fieldIs('Name', 'Renamed in the form');
    await workbench.saveActiveEditor();
    await form.status('Saved.').waitFor();
    await page.keyboard.press('ControlOrMeta+W');
    await page.locator('.monaco-editor').waitFor({ state: 'detached' });
  });

  it('are restored after a reload of the window, with unsaved changes or just opened', async () => {
    const { session, workbench } = vscode;
    await form.text('Name').fill('Not saved before the reload');
    await workbench.editors.activeTab().and(vscode.page.locator('.dirty')).waitFor();
    await backedUp();
    // VS Code stores its editor layout only occasionally; otherwise the group of the closed JSON editor would be
    // restored.
    await until(
      async () => JSON.stringify(await session.stored('memento/workbench.parts.editor')),
      text => text.split('leaf').length === 2,
    );
    const opened = fleet.server.world.jobs.all().find(({ name }) => /^[\w –]+$/.test(name));
    assert.ok(opened);
    await workbench.openView('Jobs');
    await (await workbench.scrollToRow(new RegExp(`^${literal(opened.name)}`), 'Jobs')).dblclick();
    await fieldIs('Name', opened.name);
    await until(
      async () => JSON.stringify(await session.stored('device-automation.device-automation')),
      text => new RegExp(`formTabs[^\\]]*/jobs/${opened.id}/`).test(text),
    );
    await session.reload();
    form = new FormPage(workbench);
    const tabs = workbench.editors.tab(/\.job\.json/);
    await tabs.filter({ hasText: opened.name }).click({ timeout: reloadLimitMs });
    await fieldIs('Name', opened.name);
    await tabs.first().click();
    await form.text('Name').waitFor({ timeout: reloadLimitMs });
    await fieldIs('Name', 'Not saved before the reload');
    await workbench.editors.activeTab().and(vscode.page.locator('.dirty')).waitFor();
    await form.save();
    if ((await tabs.count()) > 1) await workbench.runCommand('View: Close Other Editors in Group');
  });

  it('allow naming an ID, in the form and in the tree', async () => {
    const { workbench, page } = vscode;
    await form.select(form.chosen('Reports').first());
    await page.keyboard.press('F2');
    await workbench.submitInput('Monthly licences');
    await form.chosen('Reports').getByText('Monthly licences', { exact: true }).waitFor();
    const job = [...fleet.server.world.jobs.all()].find(({ policies }) => policies.length > 0);
    assert.ok(job);
    await workbench.expand(await workbench.scrollToRow(new RegExp(`^${literal(job.name)}, `), 'Jobs'));
    await workbench.expand(workbench.treeRow(/^Policies/, 'Jobs').first());
    await workbench.contextMenu(workbench.treeRow(`#${job.policies[0]}`, 'Jobs'), 'Name ID…');
    await workbench.submitInput('Baseline');
    await workbench.treeRow(/^Baseline policy/, 'Jobs').waitFor();
    await form.box('Policies').fill('base');
    await form
      .picker('Policies')
      .getByRole('option', { name: /^Baseline/ })
      .waitFor();
    await form.box('Policies').fill('');
    await page.keyboard.press('Escape');
  });

  it('close when the job is created in the JSON editor', async () => {
    const { workbench, page } = vscode;
    const newTabs = workbench.editors.tab(/^New Job/);
    const before = await newTabs.count();
    await workbench.runCommand('Device Automation: New Job');
    await form.frame.getByText('New job on Fleet').waitFor();
    await workbench.runCommand('Device Automation: Open as JSON');
    await page.locator('.monaco-editor .view-lines').first().waitFor();
    await workbench.setEditorText(JSON.stringify({ name: 'Made in JSON', policies: [1] }));
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.editors
      .tab(/^Made in JSON\.job\.json/)
      .last()
      .waitFor();
    await until(
      () => newTabs.count(),
      count => count === before,
    );
    await page.locator('.monaco-editor .view-lines').getByText('Made in JSON').waitFor();
    assert.equal(await page.locator('iframe.webview.ready:visible').count(), 0);
  });

  it('are filled in and saved by keyboard alone', async () => {
    const { workbench, page } = vscode;
    const [group] = groups();
    await workbench.runCommand('Device Automation: New Job');
    await form.frame.getByText('New job on Fleet').waitFor();
    await until(focusedLabel, label => label === 'Name');
    await page.keyboard.type('By keyboard');
    await tabTo('Enabled');
    await page.keyboard.press('Space');
    await tabTo('Add a group by name or ID');
    await page.keyboard.type(group.name);
    await form
      .picker('Static groups')
      .locator('.option.active')
      .getByText(group.name, { exact: true })
      .waitFor();
    await page.keyboard.press('Enter');
    await form.chosen('Static groups').first().waitFor();
    await page.keyboard.press('Escape');
    await tabTo('Add a policy by ID or label');
    await page.keyboard.type('3');
    await page.keyboard.press('Enter');
    await form.chosen('Policies').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Shift+Tab');
    await until(focusedLabel, label => label === 'Policies');
    await page.keyboard.press('ControlOrMeta+S');
    await form.frame.getByText(/^Job #\d+ on Fleet/).waitFor();
    const job = jobNamed('By keyboard');
    assert.deepEqual([job.enabled, job.groups, job.policies], [false, [group.id], [3]]);
  });

  /** The accessible name of the focused element. */
  function focusedLabel(): Promise<string> {
    return form.frame.locator('body').evaluate(() => {
      const focused = document.activeElement;
      const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : focused;
      return focused?.getAttribute('aria-label') ?? label?.textContent?.trim() ?? '';
    });
  }

  async function tabTo(label: string): Promise<void> {
    for (let stops = 0; stops < 20; stops++) {
      if ((await focusedLabel()) === label) return;
      await vscode.page.keyboard.press('Tab');
    }
    throw new Error(`The tab key does not lead to “${label}”`);
  }

  function groups() {
    const [first, second] = [...fleet.server.world.groups.all()].filter(
      ({ server_set }) => server_set.length > 1,
    );
    assert.ok(first && second);
    return [first, second] as const;
  }

  function hostNames(): readonly [string, string, string] {
    const names = [...fleet.server.world.groups.all()].flatMap(group => group.server_set.map(hostName));
    const [first, second, third] = [...new Set(names)].reverse();
    assert.ok(first && second && third);
    return [first, second, third];
  }

  function deviceCount(): number {
    const ids = groups().flatMap(group => group.server_set);
    return new Set([...ids.map(hostName), ...hostNames()]).size;
  }

  function hostName(id: number): string {
    return fleet.server.world.devices.get(id)?.hostname ?? '';
  }

  function jobNamed(name: string): JobRecord {
    const job = [...fleet.server.world.jobs.all()].find(other => other.name === name);
    assert.ok(job, `the server has a job “${name}”`);
    return job;
  }

  async function fieldIs(label: string, value: string): Promise<void> {
    await until(
      () => form.text(label).inputValue(),
      now => now === value,
    );
  }

  /** VS Code backs up unsaved text a second after it was typed, without any visible sign. */
  async function backedUp(): Promise<void> {
    const start = await vscode.page.evaluate(() => performance.now());
    await vscode.page.waitForFunction(from => performance.now() - from > 1_500, start);
  }
});
