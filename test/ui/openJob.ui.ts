import assert from 'node:assert/strict';
import { allVersions, newest } from '../../scripts/vscode/versions.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { FormPage } from './support/formPage.ts';
import { literal } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

for (const { id: version } of allVersions) {
  describe(`an open job in VS Code ${version}, of the installed package`, () => {
    // Its own window, because VS Code never unchecks a completed step of the walkthrough.
    const vscode = useVSCode({ version, extension: 'package' });
    const fleet = useDemoFleet({ jobs: 3 });
    let openedId = 0;
    const form = () => new FormPage(vscode.workbench);

    it('has its commands in the title bar, and its last status in the form', async () => {
      const { workbench, page } = vscode;
      await addServer(workbench, fleet.server, 'Fleet');
      const job = [...fleet.server.world.jobs.all()].find(({ enabled }) => enabled);
      assert.ok(job);
      openedId = job.id;
      await workbench.openJob(job.name);
      await form()
        .frame.getByText(/· as of \d/)
        .waitFor();
      const actions = page.locator('.editor-group-container.active .editor-actions');
      await actions.getByRole('button', { name: 'Disable' }).click();
      await until(
        async () => job.enabled,
        enabled => !enabled,
      );
      await actions.getByRole('button', { name: 'Enable' }).waitFor();
      await workbench.screenshot(`forms-title-actions-${version}`);
    });

    it('checks off the completed steps of the walkthrough', async () => {
      const { workbench, page } = vscode;
      await workbench.runCommand('Device Automation: Get Started');
      const step = (name: string, checked: boolean) =>
        page.getByRole('checkbox', { name: new RegExp(name), checked }).waitFor();
      for (const done of ['Connect to a server', 'Sign in with a token', 'Open a job'])
        await step(done, true);
      for (const open of ['Read and change its schedule', 'Watch it end']) await step(open, false);
    });

    it('renames its tab when the job is renamed, and keeps text typed right after the save', async () => {
      const { workbench, page } = vscode;
      const job = [...fleet.server.world.jobs.all()].find(({ id }) => id === openedId);
      assert.ok(job);
      const oldTab = workbench.editors.tab(new RegExp(`^${literal(job.name)}\\.job\\.json`));
      await oldTab.click();
      await form().text('Name').fill('Renamed in a form');
      await page.keyboard.press('ControlOrMeta+S');
      await form().text('Name').fill('Renamed in a form twice');
      await page.keyboard.press('ControlOrMeta+S');
      await until(
        async () => job.name,
        name => name === 'Renamed in a form twice',
      );
      // Where a form cannot rename its own tab, the tab is renamed once another tab is selected.
      const other = [...fleet.server.world.jobs.all()].find(({ id }) => id !== openedId);
      assert.ok(other);
      await workbench
        .treeRow(new RegExp(`^${literal(other.name)}, `), 'Jobs')
        .first()
        .click();
      const newTab = workbench.editors.tab(/^Renamed in a form twice\.job\.json/);
      await newTab.waitFor();
      await oldTab.waitFor({ state: 'detached' });
      await newTab.click();
      await until(
        () => form().text('Name').inputValue(),
        name => name === 'Renamed in a form twice',
      );
      await workbench.screenshot(`forms-renamed-${version}`);
    });

    it('renames its tab when the job is renamed as JSON', async () => {
      const { workbench, page } = vscode;
      await form().button('Open as JSON').click();
      await workbench.editors
        .tab(/^Renamed in a form twice\.job\.json/)
        .nth(1)
        .waitFor();
      const text = await workbench.editorText();
      await workbench.setEditorText(text.replace('Renamed in a form twice', 'Renamed as JSON'));
      await workbench.saveActiveEditor();
      await workbench.editors
        .tab(/^Renamed as JSON\.job\.json/)
        .nth(1)
        .waitFor();
      await workbench.editors
        .tab(/^Renamed in a form/)
        .first()
        .waitFor({ state: 'detached' });
      assert.match(await workbench.editorText(), /Renamed as JSON/);
      assert.equal(await page.locator('.tabs-container .tab.dirty').count(), 0);
      await workbench.screenshot(`json-renamed-${version}`);
    });

    // Forms do not depend on the version of VS Code, so one version is enough.
    if (version === newest.id) {
      it('keeps the items that two people add to the same list', async () => {
        const { workbench, page } = vscode;
        const job = [...fleet.server.world.jobs.all()].find(({ id }) => id !== openedId);
        assert.ok(job);
        await workbench.openJob(job.name);
        await form().add('Policies', '701');
        job.policies = [...job.policies, 702];
        await workbench.runCommand('Device Automation Jobs: Refresh');
        await form().button('Keep Both').waitFor();
        await workbench.screenshot(`forms-keep-both-${version}`);
        await form().button('Keep Both').click();
        await workbench.editors.activeTab().and(page.locator(':not(.dirty)')).waitFor();
        assert.deepEqual(job.policies.slice(-2), [702, 701]);
        await form().chosen('Policies').filter({ hasText: '702' }).waitFor();
      });

      it('names the invalid field of a rejected save by its label, and focuses it', async () => {
        const { workbench, page } = vscode;
        await workbench.runCommand('Device Automation: New Job');
        // Until then, the form of the previous job is shown.
        await form().frame.getByText('New job on Fleet').waitFor();
        await form().add('Policies', '7');
        assert.equal(await isFocused('Name'), false);
        await page.keyboard.press('ControlOrMeta+S');
        const toast = workbench.notifications.toast(/\(Name: A job needs a name\.\)/);
        await toast.waitFor();
        assert.doesNotMatch((await toast.textContent()) ?? '', /Error/);
        await until(
          () => isFocused('Name'),
          focused => focused,
        );
        await form().frame.getByRole('alert').getByText('Correct this field: Name.').waitFor();
        await workbench.screenshot(`forms-rejected-${version}`);
      });

      it('clears the error once the field is corrected', async () => {
        await form().text('Name').fill('Mended');
        await form().frame.getByRole('alert').getByText('Correct this field').waitFor({ state: 'hidden' });
        await form().status('Not saved yet.').waitFor();
      });
    }

    it('is replaced in the view by the jobs of the demo server', async () => {
      const { workbench } = vscode;
      await workbench.runCommand('Device Automation: Try with Demo Server');
      await workbench
        .treeRow(/./, 'Jobs')
        .nth(fleet.server.world.jobs.size + 5)
        .waitFor();
    });

    function isFocused(label: string): Promise<boolean> {
      return form()
        .text(label)
        .evaluate(field => field.matches(':focus'));
    }
  });
}
