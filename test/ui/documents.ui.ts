import assert from 'node:assert/strict';
import { isRecord } from '../../src/base/json.ts';
import type { JobRecord } from '../../src/contrib/demo/server/world.ts';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

/** Opens documents as JSON, whatever their default editor is. */
const jsonEditors = {
  'workbench.editorAssociations': { '*.job.json': 'default', '*.group.json': 'default' },
};

describe('jobs and groups as documents', () => {
  const vscode = useVSCode({ isShared: true, settings: jsonEditors });
  const fleet = useDemoFleet({ jobs: 30, manner: 'django' });

  before('connect', async () => {
    await addServer(vscode.workbench, fleet.server, 'Fleet');
  });

  it('saves only the changed fields with PATCH, and keeps unknown fields', async () => {
    const { workbench } = vscode;
    const job = jobAt(0);
    await open(job);
    const before = { ...job };
    await change(draft => ({ ...draft, name: 'Renamed by a person' }));
    await workbench.saveActiveEditor();
    assert.equal(job.name, 'Renamed by a person');
    const { name, updatedAtMs } = before;
    assert.deepEqual({ ...job, name, updatedAtMs }, before, 'nothing else changed');
    assert.equal(requestsOf(fleet.server, 'job.update').length, 1);
    assert.equal(requestsOf(fleet.server, 'job.replace').length, 0);
    await workbench.treeRow(/^Renamed by a person, /, 'Jobs').waitFor();
    await workbench.screenshot('documents-json-light');
  });

  it('sends nothing when nothing was changed', async () => {
    const writes = requestsOf(fleet.server, 'job.update').length;
    // VS Code shows what the server stored a moment after the save
    const stored = new Date(jobAt(0).updatedAtMs).toISOString();
    const text = await until(
      () => vscode.workbench.editorText(),
      shown => shown.includes(stored),
    );
    await vscode.workbench.setEditorText(text.replaceAll('  ', '    '));
    await vscode.workbench.saveActiveEditor();
    assert.equal(requestsOf(fleet.server, 'job.update').length, writes);
  });

  it('rejects a save of invalid JSON, and loses nothing', async () => {
    const { workbench, page } = vscode;
    const broken = '{ "name": "half';
    await workbench.setEditorText(broken);
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.notifications.waitFor(/This is not valid JSON: line 1/);
    assert.equal(await workbench.editorText(), broken);
    assert.match((await workbench.editors.activeTab().getAttribute('class')) ?? '', /dirty/);
    await page.keyboard.press('Escape');
    await revert();
    assert.match(await workbench.editorText(), /Renamed by a person/);
  });

  it('marks missing required fields and wrong types while typing', async () => {
    const { workbench, page } = vscode;
    await change(draft => ({ ...draft, name: '', reports: [1], report_formats: [] }));
    await workbench.runCommand('View: Toggle Problems');
    await page.getByText('A job needs a name.').first().waitFor();
    await page.getByText('A job with reports needs at least one report format').first().waitFor();
    await workbench.screenshot('documents-problems-light');
    await workbench.runCommand('View: Toggle Problems');
    await revert();
  });

  it('shows why the server rejected a save, and keeps the text', async () => {
    const { workbench, page } = vscode;
    await change(draft => ({ ...draft, groups: [987654] }));
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.notifications.waitFor(/Invalid pk "987654"/);
    assert.match(await workbench.editorText(), /987654/);
    await page.keyboard.press('Escape');
    await revert();
  });

  it('rejects a save that would overwrite another person’s change, and shows both versions', async () => {
    const { workbench, page } = vscode;
    const job = jobAt(0);
    await change(draft => ({ ...draft, name: 'Mine' }));
    job.name = 'Theirs';
    await page.keyboard.press('ControlOrMeta+S');
    const toast = workbench.notifications.toast(/content of the file is newer/);
    await toast.waitFor();
    assert.equal(job.name, 'Theirs', 'nothing was written');
    await workbench.screenshot('documents-conflict-light');
    await toast.getByRole('button', { name: 'Overwrite', exact: true }).click();
    await workbench.editors.activeTab().and(page.locator(':not(.dirty)')).waitFor();
    assert.equal(job.name, 'Mine');
  });

  it('saves without asking when another person changed another field', async () => {
    const { workbench } = vscode;
    const job = jobAt(0);
    await change(draft => ({ ...draft, name: 'Mine again' }));
    job.run_on_start = !job.run_on_start;
    const theirs = job.run_on_start;
    await workbench.saveActiveEditor();
    assert.equal(job.name, 'Mine again');
    assert.equal(job.run_on_start, theirs, 'their change stays');
  });

  it('shows another person’s change when there are no unsaved edits', async () => {
    const { workbench } = vscode;
    const job = jobAt(0);
    job.name = 'Theirs, seen at once';
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await vscode.page.locator('.monaco-editor .view-line').getByText('Theirs, seen at once').waitFor();
  });

  it('replaces with PUT only after a comparison and a confirmation', async () => {
    const { workbench, page } = vscode;
    const job = jobAt(0);
    await change(draft => ({ ...draft, name: 'Put as a whole' }));
    await workbench.runCommand('Device Automation: Replace on Server (PUT)…');
    await workbench.dialog('Replace all of the job').waitFor();
    await workbench.dialog('Fields that change: name').waitFor();
    await workbench.screenshot('documents-replace-light');
    await workbench.dialogButton('Replace');
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    assert.equal(requestsOf(fleet.server, 'job.replace').length, 1);
    assert.equal(job.name, 'Put as a whole');
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.press('ControlOrMeta+W');
  });

  it('creates a job on the first save, after which the tab shows that job', async () => {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation: New Job');
    await workbench.editors.tab(/New Job/).waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await change(draft => ({ ...draft, name: '' }));
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.notifications.waitFor(/A job needs a name/);
    assert.equal(requestsOf(fleet.server, 'job.create').length, 0);
    await page.keyboard.press('Escape');
    await change(draft => ({ ...draft, name: 'Made here', policies: [1] }));
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.editors.tab(/^Made here\.job\.json/).waitFor();
    await workbench.editors.tab(/^New Job/).waitFor({ state: 'detached' });
    assert.equal(requestsOf(fleet.server, 'job.create').length, 1);
    const made = [...fleet.server.world.jobs.all()].at(-1);
    assert.equal(made?.name, 'Made here');
    await workbench.scrollToRow(/^Made here, /, 'Jobs');
  });

  async function open(job: JobRecord): Promise<void> {
    await vscode.workbench.openJob(job.name);
    await vscode.page.locator('.monaco-editor .view-line').first().waitFor();
  }

  /** Reverts and waits for the text from the server, which would replace anything typed before. */
  async function revert(): Promise<void> {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation: Revert');
    await workbench.editors.activeTab().and(page.locator(':not(.dirty)')).waitFor();
  }

  /** Edits the JSON in the active editor as a user would. */
  async function change(edit: (draft: Record<string, unknown>) => unknown): Promise<void> {
    const value: unknown = JSON.parse(await vscode.workbench.editorText());
    assert.ok(isRecord(value));
    await vscode.workbench.setEditorText(`${JSON.stringify(edit(value), undefined, 2)}\n`);
  }

  function jobAt(index: number): JobRecord {
    const job = [...fleet.server.world.jobs.all()][index];
    assert.ok(job);
    return job;
  }
});
