import assert from 'node:assert/strict';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { FormPage } from './support/formPage.ts';
import { literal } from './support/tree.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('two people who add to the same list of a job', () => {
  const vscode = useVSCode();
  const fleet = useDemoFleet({ jobs: 3 });

  it('both keep what they added, in the form', async () => {
    const { workbench, page } = vscode;
    await addServer(workbench, fleet.server, 'Fleet');
    const [job] = fleet.server.world.jobs.all();
    assert.ok(job);
    const row = await workbench.scrollToRow(new RegExp(`^${literal(job.name)}, `), 'Jobs');
    await workbench.contextMenu(row, 'Open Job');
    const form = new FormPage(workbench);
    await form.add('Policies', '701');
    job.policies = [...job.policies, 702];
    await workbench.viewAction('Jobs', 'Refresh Jobs');
    await form.button('Keep Both').waitFor();
    await workbench.screenshot('forms-keep-both');
    await form.button('Keep Both').click();
    await workbench.editors.activeTab().and(page.locator(':not(.dirty)')).waitFor();
    assert.deepEqual(job.policies.slice(-2), [702, 701]);
    await form.chosen('Policies').filter({ hasText: '702' }).waitFor();
  });
});
