import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { viewPane } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const unusable = { id: 'by-hand', note: 'a person wrote this' };
const extensionKey = 'device-automation.device-automation';

describe('the stored state of the extension', () => {
  const vscode = useVSCode({
    settings: {
      'deviceAutomation.servers': [unusable],
      'workbench.editorAssociations': { '*.job.json': 'default' },
    },
  });
  const fleet = useDemoFleet({ jobs: 40 });

  before('connect', () => addServer(vscode.workbench, fleet.server, 'Fleet'));

  it('keeps unsaved text across a restart, and still distinguishes another person’s changes from the user’s', async () => {
    const [job] = fleet.server.world.jobs.all();
    assert.ok(job);
    await vscode.workbench.openJob(job.name);
    await vscode.page.locator('.monaco-editor .view-line').first().waitFor();
    const text = await vscode.workbench.editorText();
    await vscode.workbench.setEditorText(text.replace(job.name, 'Unsaved'));
    await vscode.workbench.editors.activeTab().and(vscode.page.locator('.dirty')).waitFor();
    // VS Code backs up unsaved text a second after it was typed, without any visible sign.
    await vscode.page.waitForFunction(
      start => performance.now() - start > 1_500,
      await vscode.page.evaluate(() => performance.now()),
    );
    job.run_on_start = !job.run_on_start;
    const theirs = job.run_on_start;
    const address = vscode.page.url();
    await vscode.session.restart();
    assert.equal(vscode.page.url(), address);
    await vscode.page.locator('.monaco-editor .view-line').first().waitFor();
    assert.match(await vscode.workbench.editorText(), /"Unsaved"/);
    await vscode.workbench.saveActiveEditor();
    assert.equal(job.name, 'Unsaved');
    assert.equal(job.run_on_start, theirs, 'what the person did not touch is not sent');
    await vscode.page.keyboard.press('ControlOrMeta+K');
    await vscode.page.keyboard.press('ControlOrMeta+W');
    await vscode.workbench.editors.activeTab().waitFor({ state: 'detached' });
  });

  it('reports after a crash what happened to each job of a run, and does the rest', async () => {
    const { workbench, session } = vscode;
    const sent = requestsOf(fleet.server, 'job.update').length;
    await workbench.openView('Jobs');
    await workbench.runCommand('Device Automation Jobs: Arrange…');
    await workbench.pick('Sort by: Name');
    fleet.server.settings.latencyMs = 250;
    await workbench.openView('Jobs');
    await workbench.runCommand('Device Automation Jobs: Disable');
    await vscode.page.locator('.quick-input-header').getByRole('checkbox').first().click();
    await workbench.pick();
    await workbench.dialogButton('Disable');
    await until(
      async () => requestsOf(fleet.server, 'job.update').length,
      count => count >= sent + 8,
    );
    await session.crash();
    fleet.server.settings.latencyMs = 0;
    await vscode.workbench.openView('Jobs');
    await vscode.workbench.notifications.waitFor(/“Disable Jobs” on “Fleet” was interrupted: \d+ done\./);
    await vscode.workbench.screenshot('memory-interrupted-run');
    await vscode.workbench.notifications.clickButton('was interrupted', 'Show Report');
    await vscode.page
      .locator('.monaco-editor .view-line')
      .getByText(/^Not\ssent\s\(\d+\)/)
      .waitFor();
    await vscode.workbench.screenshot('memory-run-report');
    await vscode.workbench.notifications.clickButton('was interrupted', 'Do the Rest…');
    await vscode.workbench.dialogButton('Disable');
    await until(
      async () => [...fleet.server.world.jobs.all()].filter(({ enabled }) => enabled !== false).length,
      count => count === 0,
    );
    const paths = requestsOf(fleet.server, 'job.update')
      .slice(sent)
      .map(({ path }) => path);
    assert.equal(new Set(paths).size, paths.length, 'nothing was sent twice');
    const [first] = [...fleet.server.world.jobs.all()]
      .map(({ name }) => name)
      .sort((a, b) => a.localeCompare(b, 'en'));
    assert.ok(first !== undefined);
    // The tree may not have received all updates yet.
    await until(
      async () => viewPane(vscode.page, 'Jobs').locator('[data-index="0"]').getAttribute('aria-label'),
      row => row?.startsWith(`${first}, `) === true && row.includes('disabled'),
    );
  });

  it('sets aside data that cannot be read, reports it, and continues', async () => {
    const { workbench, session } = vscode;
    await until(
      async () => JSON.stringify(await session.stored(extensionKey)),
      text => text.includes('jobArrangement:'),
    );
    await session.rewrite(extensionKey, text =>
      text.replace(/"jobArrangement:([^"]+)":\{[^}]*\}\}/, '"jobArrangement:$1":"by-something-else"'),
    );
    await workbench.openView('Jobs');
    await workbench.notifications.waitFor('could not be read and was set aside');
    await workbench
      .treeRow(/, disabled/, 'Jobs')
      .first()
      .waitFor();
    await workbench.screenshot('memory-set-aside');
    await workbench.notifications.clickButton('was set aside', 'Show Unreadable Data');
    await vscode.page.locator('.monaco-editor .view-line').getByText('by-something-else').waitFor();
  });

  it('keeps the server that another window has added, and the entries that are invalid', async () => {
    const { workbench, session } = vscode;
    await workbench.openView('Servers');
    await workbench.treeRow('1 entry in the settings is invalid', 'Servers').waitFor();
    const other = await session.secondWindow();
    await addServer(other, fleet.server, 'Second');
    // In a browser, VS Code does not notify a window of what another one has written, so both read the file.
    await addServer(workbench, fleet.server, 'Third');
    const entries = await until(serverEntries, text => text.includes('"Second"') && text.includes('"Third"'));
    assert.match(entries, /a person wrote this/);
    assert.match(entries, /"Fleet"/);
    await other.page.close();
    await workbench.screenshot('memory-unusable-server');
  });

  async function serverEntries(): Promise<string> {
    const file = join(vscode.session.folder, 'profile', 'data', 'User', 'settings.json');
    return readFile(file, 'utf8');
  }
});
