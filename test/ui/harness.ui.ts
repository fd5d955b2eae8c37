import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { oldest } from '../../scripts/vscode/versions.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('the harness of the UI tests', () => {
  const vscode = useVSCode({ demo: true, theme: 'dark', files: { 'notes.json': '{"a": 1}' } });

  it('shows views and their rows', async () => {
    const { workbench } = vscode;
    for (const view of ['Servers', 'Groups', 'Jobs']) {
      const pane = await workbench.openView(view);
      await pane.getByRole('treeitem').first().waitFor();
    }
  });

  it('finds a row by its label, also further down, and expands it', async () => {
    const { workbench } = vscode;
    const groups = await workbench.openView('Groups');
    const expandable = groups.locator('[role=treeitem][aria-expanded=false] .label-name');
    const first = await expandable.first().textContent();
    const last = await expandable.last().textContent();
    assert.ok(first && last);
    await workbench.scrollToRow(last, 'Groups');
    await workbench.expand(await workbench.scrollToRow(first, 'Groups'));
    await groups.locator('[role=treeitem][aria-level="2"]').first().waitFor();
  });

  it('uses the context menu of a row', async () => {
    const { workbench } = vscode;
    const jobs = await workbench.openView('Jobs');
    const name = await jobs.locator('.label-name').first().textContent();
    assert.ok(name);
    await workbench.contextMenu(workbench.treeRow(name, 'Jobs').first(), 'Copy Job Name');
    await until(
      () => workbench.clipboard(),
      text => text === name,
    );
  });

  it('answers a dialog', async () => {
    const { workbench } = vscode;
    const jobs = await workbench.openView('Jobs');
    await workbench.contextMenu(jobs.getByRole('treeitem').first(), 'Delete Job…');
    await workbench.dialogButton('Cancel');
  });

  it('runs commands from the palette and from the title of a view', async () => {
    const { workbench } = vscode;
    await workbench.runCommand('Device Automation: Filter Jobs…');
    await workbench.answerInput('nothing is called like this');
    await workbench.viewAction('Jobs', 'Clear Job Filter');
    await (await workbench.openView('Jobs')).getByRole('treeitem').first().waitFor();
  });

  it('reads, changes and saves an editor', async () => {
    const { workbench, session } = vscode;
    await workbench.openFile('notes.json');
    assert.equal(await workbench.editorText(), '{"a": 1}');
    const text = '{\n  "b": [\n    1,\n        2\n  ]\n}\n';
    await workbench.setEditorText(text);
    await workbench.saveActiveEditor();
    assert.equal(await readFile(join(session.workspace, 'notes.json'), 'utf8'), text);
  });
});

describe('the package, installed in the oldest VS Code', () => {
  const vscode = useVSCode({ version: oldest.id, extension: 'package' });

  it('shows the demo server', async () => {
    const { workbench } = vscode;
    await workbench.openView('Jobs');
    await workbench.runCommand('Device Automation: Try with Demo Server');
    await workbench.treeRow(/./, 'Jobs').first().waitFor();
  });
});

describe('the harness of the UI tests, as a person has it', () => {
  const vscode = useVSCode({ keepsSecrets: true, extension: 'package', locale: 'ru' });

  it('installs the package, in Russian', async () => {
    await vscode.workbench.openView('Серверы');
    await vscode.workbench.screenshot('harness-ru');
  });

  it('starts again with the same profile at the same address', async () => {
    const address = vscode.page.url();
    await vscode.session.restart();
    assert.equal(vscode.page.url(), address);
    assert.ok(existsSync(vscode.session.logFolder));
    await vscode.workbench.openView('Серверы');
  });
});
