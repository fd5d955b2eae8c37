import assert from 'node:assert/strict';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { literal, viewHeader } from './support/tree.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('production and read-only servers', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ jobs: 5 });
  const jobRow = () => {
    const [first] = [...fleet.server.world.jobs.all()];
    assert.ok(first);
    return vscode.workbench.treeRow(new RegExp(`^${literal(first.name)}, `), 'Jobs');
  };

  async function choose(guards: string): Promise<void> {
    const { workbench } = vscode;
    await workbench.contextMenu(workbench.treeRow(/^Plant/, 'Servers'), 'Edit Server…');
    await workbench.pick('Safeguards');
    await workbench.pick(guards);
  }

  it('production: is marked in the views, and a delete requires typing the name', async () => {
    const { workbench, page } = vscode;
    await addServer(workbench, fleet.server, 'Plant');
    await choose('Production');
    await workbench.treeRow(/^Plant .*production/, 'Servers').waitFor();
    await workbench.openView('Jobs');
    await viewHeader(page, 'Jobs').getByText('Plant (production)').waitFor();
    await workbench.screenshot('guards-production-light');
    await workbench.contextMenu(jobRow(), 'Delete…');
    await workbench.dialogButton('Delete');
    await workbench.submitInput('plant');
    await workbench.quickInput.message().filter({ hasText: 'not the server name' }).waitFor();
    await page.keyboard.press('Escape');
    assert.equal(requestsOf(fleet.server, 'job.remove').length, 0, 'another name deletes nothing');
    await workbench.contextMenu(jobRow(), 'Delete…');
    await workbench.dialogButton('Delete');
    const deleted = jobRow();
    await workbench.submitInput('Plant');
    await workbench.notifications.waitFor('Deleted on “Plant”');
    await deleted.waitFor({ state: 'detached' });
    assert.equal(requestsOf(fleet.server, 'job.remove').length, 1);
  });

  it('production: is marked on documents', async () => {
    const { workbench, page } = vscode;
    await workbench.inlineAction(jobRow(), 'Open');
    await workbench.webviewFrame().getByText('Plant (production)').waitFor();
    // The badge after the name on the tab.
    await page
      .locator('.tab.active .monaco-icon-label')
      .and(page.locator('[aria-label*="Plant (production)"]'))
      .waitFor();
    await workbench.screenshot('guards-production-form-light');
  });

  it('read-only: a write is rejected with the reason, and nothing is sent', async () => {
    const { workbench } = vscode;
    await choose('Production and read-only');
    await workbench.treeRow(/^Plant .*production, read-only/, 'Servers').waitFor();
    await workbench.openView('Jobs');
    await workbench.contextMenu(jobRow(), 'Delete…');
    await workbench.dialogButton('Delete');
    await workbench.submitInput('Plant');
    await workbench.notifications.waitFor('This server is marked as read-only, so nothing was sent');
    assert.equal(requestsOf(fleet.server, 'job.remove').length, 1);
  });

  it('turning off the protection also requires typing the name', async () => {
    const { workbench, page } = vscode;
    await choose('None');
    await page.keyboard.press('Escape');
    await workbench.treeRow(/^Plant .*production, read-only/, 'Servers').waitFor();
    await choose('None');
    await workbench.submitInput('Plant');
    await workbench.treeRow(/^Plant active · http/, 'Servers').waitFor();
  });

  it('the activity shows what was deleted, and its report the former values, without the token', async () => {
    const { workbench } = vscode;
    await workbench.runCommand('Device Automation: Show Activity');
    // A write that the server's marks forbid never becomes a request.
    await workbench.quickInput
      .option(/Delete Jobs · .*1 done\./)
      .first()
      .click();
    await workbench.quickInput.pick([/Show Report/]);
    await workbench.editors.tab(/^Delete Jobs on/).waitFor();
    const text = await workbench.editorText();
    assert.match(text, /\nWhat was changed\n {2}[^\n]+\n {4}Name: /);
    assert.equal(text.includes(fleet.server.token), false);
  });

  it('a connection check reports no secrets and writes nothing', async () => {
    const { workbench } = vscode;
    const writes = () => fleet.server.requests.entries.filter(entry => entry.method !== 'GET').length;
    const before = writes();
    await workbench.runCommand('Device Automation: Check Connection');
    await workbench.editors.tab(/^Connection to Plant/).waitFor();
    await vscode.page.getByText('All checks passed.').waitFor();
    const text = await workbench.editorText();
    await vscode.page.getByRole('button', { name: 'Show Log' }).last().waitFor();
    await workbench.screenshot('connection-report-light');
    await vscode.page.getByRole('button', { name: 'Copy Report', exact: true }).click();
    assert.equal(await workbench.clipboard(), text);
    await vscode.page.keyboard.press('ControlOrMeta+W');
    await workbench.editors.tab(/^Connection to Plant/).waitFor({ state: 'detached' });
    assert.match(text, /^Connection report for “Plant” \(http.*\n.*\n\nAll checks passed\.\n/);
    assert.match(text, /✓ Token +present\n/);
    assert.match(text, /✓ Name resolution +127\.0\.0\.1 /);
    assert.match(text, /✓ Job list +page; items: \d+ of 4, no more pages\n/);
    assert.match(text, /✓ Job status +readable; status: “/);
    assert.match(text, /· VS Code +\d/);
    assert.equal(text.includes(fleet.server.token), false);
    assert.equal(writes(), before);
  });
});
