import assert from 'node:assert/strict';
import { allVersions } from '../../scripts/vscode/versions.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { FormPage } from './support/formPage.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

for (const { id: version } of allVersions) {
  describe(`a rejected save of a form in VS Code ${version}`, () => {
    const vscode = useVSCode({ version });
    const fleet = useDemoFleet({ jobs: 3 });
    let form: FormPage;

    before('connect', async () => {
      await addServer(vscode.workbench, fleet.server, 'Fleet');
      form = new FormPage(vscode.workbench);
    });

    it('says what is wrong by the label of the field, and goes there', async () => {
      const { workbench, page } = vscode;
      await workbench.runCommand('Device Automation: New Job');
      await form.add('Policies', '7');
      assert.equal(await isFocused('Name'), false);
      await page.keyboard.press('ControlOrMeta+S');
      const toast = workbench.toast(/\(Name: A job needs a name\.\)/);
      await toast.waitFor();
      assert.doesNotMatch((await toast.textContent()) ?? '', /Error/);
      await until(
        () => isFocused('Name'),
        focused => focused,
      );
      await form.frame.getByRole('alert').getByText('Name: A job needs a name.').waitFor();
      await workbench.screenshot(`forms-rejected-${version}`);
    });

    it('says so no more once the field is mended', async () => {
      await form.text('Name').fill('Mended');
      await form.frame.getByRole('alert').getByText('A job needs a name').waitFor({ state: 'hidden' });
      await form.status('Not saved yet.').waitFor();
    });

    function isFocused(label: string): Promise<boolean> {
      return form
        .text(label)
        .evaluate(field => field.getRootNode() instanceof ShadowRoot && field.matches(':focus'));
    }
  });
}
