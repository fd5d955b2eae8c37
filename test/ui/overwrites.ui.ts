import assert from 'node:assert/strict';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { removeFolderSettings, writeFolderSettings } from './support/folderSettings.ts';
import { FormPage } from './support/formPage.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const jsonEditors = {
  'workbench.editorAssociations': { '*.job.json': 'default', '*.group.json': 'default' },
};
const question = /was not saved to “Fleet”\. Changed on the server since you started editing: Name\./;

describe('a job that another person changed in the meantime', () => {
  const vscode = useVSCode({ isShared: true, settings: jsonEditors });
  const fleet = useDemoFleet({ jobs: 3, manner: 'django' });

  before('open a job and change its name', async () => {
    const { workbench, page } = vscode;
    await addServer(workbench, fleet.server, 'Fleet');
    await workbench.openJob(job().name);
    await page.locator('.monaco-editor .view-line').first().waitFor();
    const text = await workbench.editorText();
    await workbench.setEditorText(text.replace(job().name, 'Mine'));
    await workbench.editors.activeTab().and(page.locator('.dirty')).waitFor();
  });

  it('is not overwritten when it has changed again since the notification', async () => {
    const { workbench, page } = vscode;
    job().name = 'Theirs';
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.notifications.waitFor(/content of the file is newer/);
    job().name = 'Theirs, later';
    await workbench.notifications.clickButton(/content of the file is newer/, 'Overwrite');
    await workbench.dialog(question).waitFor();
    await workbench.screenshot('overwrites-question-light');
    await workbench.dialogButton('Cancel');
    assert.equal(job().name, 'Theirs, later');
  });

  it('is not overwritten by repeated saves, even if VS Code is set to overwrite', async () => {
    const { workbench, page } = vscode;
    await dismissRejection();
    await writeFolderSettings(vscode, { 'files.saveConflictResolution': 'overwriteFileOnDisk' });
    for (let count = 0; count < 2; count += 1) {
      await page.keyboard.press('ControlOrMeta+S');
      await workbench.dialog(question).waitFor();
      await workbench.dialogButton('Cancel');
      // A key pressed before that would apply to the previous save.
      await dismissRejection();
    }
    assert.equal(job().name, 'Theirs, later');
    assert.equal(requestsOf(fleet.server, 'job.update').length, 0);
  });

  it('is overwritten when the user confirms it', async () => {
    const { workbench, page } = vscode;
    await page.keyboard.press('ControlOrMeta+S');
    await workbench.dialog(question).waitFor();
    await workbench.dialogButton('Overwrite');
    await workbench.editors.activeTab().and(page.locator(':not(.dirty)')).waitFor();
    assert.equal(job().name, 'Mine');
    await removeFolderSettings(vscode);
  });

  async function dismissRejection(): Promise<void> {
    const { workbench } = vscode;
    await workbench.notifications.waitFor(/Failed to save/);
    await workbench.runCommand('Notifications: Clear All Notifications');
    await workbench.notifications.toast(/Failed to save/).waitFor({ state: 'detached' });
  }

  function job() {
    const found = fleet.server.world.jobs.get(1);
    assert.ok(found);
    return found;
  }
});

describe('forms on a server that stores more than was sent', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ jobs: 1, groups: 1, manner: 'django', groupIds: true });
  let form: FormPage;

  before('connect', async () => {
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    form = new FormPage(vscode.workbench);
  });

  it('create a group, show what the server stored, and save it again without asking', async () => {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation: New Group');
    await form.text('Name').fill(' Lab ');
    await page.keyboard.press('ControlOrMeta+S');
    await form.frame.getByText(/^Group #\d+ on Fleet/).waitFor();
    const group = fleet.server.world.groups.all().at(-1);
    assert.ok(group);
    assert.equal(await form.text('Distinguished name').inputValue(), group.dn);
    assert.equal(await form.text('Name').inputValue(), 'Lab');
    for (const name of ['Lab 2', 'Lab 3']) {
      await form.text('Name').fill(name);
      await form.save();
    }
    assert.equal(group.name, 'Lab 3');
    assert.equal(await workbench.page.locator('.notification-toast').getByText(/newer/).count(), 0);
    assert.equal(await workbench.dialog().count(), 0);
  });

  it('overwrite only the server version that they show', async () => {
    const { workbench, page } = vscode;
    const group = fleet.server.world.groups.all().at(-1);
    assert.ok(group);
    await form.text('Name').fill('Mine');
    group.name = 'Theirs';
    await page.keyboard.press('ControlOrMeta+S');
    await form.frame
      .getByText('Changed on the server since you started editing: Name. Saving would')
      .waitFor();
    group.name = 'Theirs, later';
    await form.button('Overwrite').click();
    await workbench.dialog(question).waitFor();
    await workbench.dialogButton('Cancel');
    assert.equal(group.name, 'Theirs, later');
    const overwrite = form.button('Overwrite');
    // The form may not show the newer version yet; until then, a click overwrites nothing.
    await until(
      async () => {
        // The button is hidden once the save has begun.
        if (await overwrite.isVisible()) await overwrite.click({ timeout: 1_000 }).catch(() => undefined);
        return group.name;
      },
      name => name === 'Mine',
    );
    await form.status('Saved.').waitFor();
  });
});
