import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { allVersions, oldest } from '../../scripts/vscode/versions.ts';
import { isRecord } from '../../src/base/json.ts';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { writeFolderSettings } from './support/folderSettings.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const jsonEditors = {
  'workbench.editorAssociations': { '*.job.json': 'default', '*.group.json': 'default' },
};
/** A plain text file. Once VS Code has saved it automatically, Auto Save has also reached the document next to it. */
const note = 'note.txt';

// Each test opens a window, so together they cover both kinds of Auto Save and both ways to enable it, but not every
// combination.
for (const { id: version } of allVersions) {
  describe(`documents with Auto Save (onFocusChange) in VS Code ${version}, with another language set for JSON files`, () => {
    const vscode = useVSCode({
      version,
      ...(version === oldest.id ? { extension: 'package' } : { isShared: true }),
      settings: {
        ...jsonEditors,
        'files.associations': { '*.json': 'jsonc' },
        'files.encoding': 'windows1251',
        'files.autoSave': 'onFocusChange',
      },
      files: { [note]: 'note' },
    });
    const document = useOpenJob(vscode);

    it('are not sent until the user saves, cause no notification, and stay UTF-8', async () => {
      const { page } = vscode;
      await page.locator('.monaco-editor .view-line').getByText('Ночная проверка').waitFor();
      await document.rename('Недописанное');
      await editNote();
      assert.equal(document.writes(), 0);
      assert.equal(await page.locator('.notification-toast').count(), 0);
      await document.save('Недописанное');
    });

    async function editNote(): Promise<void> {
      const { workbench, page } = vscode;
      await workbench.openFile(note);
      await page.locator('.monaco-editor .view-line').getByText('note').waitFor();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type('!');
      await workbench.openView('Jobs');
      await workbench.editors.tab(/job\.json/).click();
      await until(
        () => readFile(join(vscode.session.workspace, note), 'utf8'),
        text => text === 'note!',
      );
    }
  });
}

describe('documents with Auto Save (afterDelay) that a workspace enables', () => {
  const override = {
    '[device-automation-job]': { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 },
  };
  const vscode = useVSCode({ isShared: true, settings: jsonEditors });
  const document = useOpenJob(vscode);

  it('are not sent until the user saves, and a notification says why', async () => {
    const { workbench, page } = vscode;
    await writeFolderSettings(vscode, override);
    await document.rename('Half-typed');
    const toast = workbench.notifications.toast('Auto Save does not send changes to servers');
    await toast.waitFor();
    await workbench.screenshot('documents-auto-save');
    await workbench.editors.tab(/job\.json/).click();
    await workbench.editors.activeTab().and(page.locator('.dirty')).waitFor();
    assert.equal(document.writes(), 0);
    await document.save('Half-typed');
    await toast.waitFor({ state: 'detached' });
  });
});

/** The first job of a demo server, open as JSON. */
function useOpenJob(vscode: ReturnType<typeof useVSCode>) {
  const fleet = useDemoFleet({ jobs: 5 });
  const job = () => {
    const [first] = fleet.server.world.jobs.all();
    assert.ok(first);
    return first;
  };
  before('open a job', async () => {
    const { workbench, page } = vscode;
    job().name = 'Ночная проверка';
    await addServer(workbench, fleet.server, 'Fleet');
    await workbench.openJob(job().name);
    await page.locator('.monaco-editor .view-line').first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.notification-toast').waitFor({ state: 'detached' });
  });
  return {
    writes: () => requestsOf(fleet.server, 'job.update').length,
    rename: async (name: string) => {
      const value: unknown = JSON.parse(await vscode.workbench.editorText());
      assert.ok(isRecord(value));
      await vscode.workbench.setEditorText(`${JSON.stringify({ ...value, name }, undefined, 2)}\n`);
    },
    save: async (name: string) => {
      await vscode.workbench.saveActiveEditor();
      assert.equal(job().name, name);
    },
  };
}
