import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { useVSCode } from './support/useVSCode.ts';

const manifest = {
  name: 'agent',
  publisher: 'device-automation-test',
  version: '1.0.0',
  engines: { vscode: '^1.99.0' },
  main: './extension.cjs',
  contributes: { commands: [{ command: 'agent.call', title: 'Agent: Change Job 1' }] },
};

/** What an agent does: it calls a tool, and reads the result. */
const program = `
const vscode = require('vscode');
exports.activate = () => vscode.commands.registerCommand('agent.call', async () => {
  const input = { ids: [1], change: { enabled: false } };
  const call = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool('deviceAutomation_change_jobs', call);
  void vscode.window.showInformationMessage('Agent got ' + content[0].value, 'Close');
});
`;

describe('a change that an agent asks for, in a window', () => {
  const folder = join(tmpdir(), `da-agent-${process.pid}`);
  before('write another extension', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
    await writeFile(join(folder, manifest.main), program);
  });
  after('delete it', () => rm(folder, { recursive: true, force: true }));

  const vscode = useVSCode({
    beside: [folder],
    // Approves every tool without asking, under its names in both versions of VS Code.
    settings: { 'chat.tools.autoApprove': true, 'chat.tools.global.autoApprove': true },
  });
  const fleet = useDemoFleet({ jobs: 3 });
  const firstJob = () => {
    const job = fleet.server.world.jobs.get(1);
    assert.ok(job !== undefined);
    return job;
  };
  const updates = () => requestsOf(fleet.server, 'job.update').length;

  async function ask(): Promise<void> {
    await vscode.workbench.runCommand('Agent: Change Job 1');
    await vscode.workbench.dialog('Let the agent change 1 job on “Plant”?').waitFor();
  }

  it('is shown in a dialog of the extension, and is not sent when the user cancels it', async () => {
    const { workbench } = vscode;
    firstJob().enabled = true;
    await addServer(workbench, fleet.server, 'Plant');
    await ask();
    await workbench.dialog(`“${firstJob().name}” (#1): Enabled: yes → no`).waitFor();
    await workbench.screenshot('agent-dialog-light');
    await workbench.dialogButton('Cancel');
    await workbench.notifications.waitFor('"applied":false');
    assert.equal(updates(), 0);
  });

  it('is not sent if the job changes while the dialog is open', async () => {
    const { workbench } = vscode;
    await ask();
    firstJob().policies = [...firstJob().policies, 99];
    await workbench.dialogButton('Change');
    await workbench.notifications.waitFor('"done":0');
    assert.equal(updates(), 0);
  });

  it('is sent once when the user confirms it, and listed as one by an agent', async () => {
    const { workbench } = vscode;
    await ask();
    await workbench.dialogButton('Change');
    await workbench.notifications.waitFor('"done":1');
    assert.deepEqual([updates(), firstJob().enabled], [1, false]);
    await workbench.runCommand('Device Automation: Show Activity');
    await workbench.quickInput
      .option(/Change Jobs, by an agent/)
      .first()
      .waitFor();
    await workbench.screenshot('agent-activity-light');
  });
});
