import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newest } from '../../scripts/vscode/versions.ts';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { versionOf } from './support/processOptions.ts';
import { useVSCode } from './support/useVSCode.ts';

const manifest = {
  name: 'agent',
  publisher: 'device-automation-test',
  version: '1.0.0',
  engines: { vscode: '^1.99.0' },
  main: './extension.cjs',
  contributes: {
    commands: [{ command: 'agent.call', title: 'Agent: Call Tool' }],
    languageModelTools: [
      {
        name: 'agent_confirmed',
        displayName: 'Asks',
        modelDescription: 'Asks.',
        inputSchema: { type: 'object' },
      },
    ],
  },
};

/** What an agent does: it calls a tool, and reads the result. One tool of its own has a confirmation by VS Code. */
const program = `
const vscode = require('vscode');
exports.activate = () => {
  vscode.lm.registerTool('agent_confirmed', {
    prepareInvocation: () => ({ confirmationMessages: { title: 'Confirmed by VS Code?', message: 'Asks.' } }),
    invoke: () => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart('approved')]),
  });
  vscode.commands.registerCommand('agent.call', async () => {
    const [tool, input] = JSON.parse(await vscode.window.showInputBox());
    // A setting of the machine, which only this writes to the right file in a remote window.
    if (tool === 'agent_confirmed')
      await vscode.workspace.getConfiguration('chat.tools.global').update('autoApprove', true, true);
    const called = vscode.lm.invokeTool(tool, { input, toolInvocationToken: undefined });
    const text = await called.then(({ content }) => 'got ' + content[0].value, error => 'failed: ' + error);
    void vscode.window.showInformationMessage('Agent ' + text, 'Close');
  });
};
`;

const disable = { ids: [1], change: { enabled: false } };

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
    theme: 'dark',
    // Approves every tool without asking, in version 1.99.
    settings: { 'chat.tools.autoApprove': true },
  });
  const fleet = useDemoFleet({ jobs: 20 });
  const firstJob = () => {
    const job = fleet.server.world.jobs.get(1);
    assert.ok(job !== undefined);
    return job;
  };
  const updates = () => requestsOf(fleet.server, 'job.update').length;

  async function call(tool: string, input: object): Promise<void> {
    await vscode.workbench.runCommand('Agent: Call Tool');
    await vscode.workbench.submitInput(JSON.stringify([tool, input]));
  }

  async function ask(tool: string, input: object, question: string): Promise<void> {
    await call(`deviceAutomation_${tool}`, input);
    await vscode.workbench.dialog(question).waitFor();
  }

  const askToDisable = () => ask('change_jobs_and_groups', disable, 'Let the agent change 1 job on “Plant”?');

  it('is shown although VS Code approves all tools', async function () {
    const { workbench } = vscode;
    await addServer(workbench, fleet.server, 'Plant');
    // Without a chat, version 1.99 asks whatever the settings are.
    if (versionOf({}).id !== newest.id) this.skip();
    await call('agent_confirmed', {});
    await workbench.dialog('Enable global auto approve?').waitFor();
    await workbench.dialogButton('Enable');
    await workbench.notifications.clickButton('Agent got approved', 'Close');
    await call('agent_confirmed', {});
    await workbench.notifications.clickButton('Agent got approved', 'Close');
    await askToDisable();
    await workbench.dialogButton('Cancel');
    await workbench.notifications.clickButton('did not confirm', 'Close');
    assert.equal(updates(), 0);
  });

  it('is shown in a dialog of the extension, and is not sent when the user cancels it', async () => {
    const { workbench } = vscode;
    firstJob().enabled = true;
    await askToDisable();
    await workbench.dialog(`“${firstJob().name}” (#1): Enabled: yes → no`).waitFor();
    await workbench.screenshot('agent-dialog-dark');
    await workbench.dialogButton('Cancel');
    await workbench.notifications.clickButton('"applied":false', 'Close');
    assert.equal(updates(), 0);
  });

  const overtaken: Readonly<
    Record<string, readonly [tool: string, input: object, question: string, button: string]>
  > = {
    'a job': ['change_jobs_and_groups', disable, 'Let the agent change 1 job on “Plant”?', 'Change'],
    'a deletion': [
      'delete_jobs_and_groups',
      { jobs: [1] },
      'Let the agent delete 1 job on “Plant”?',
      'Delete',
    ],
    'a new job': [
      'change_jobs_and_groups',
      { new_job: { name: 'New', policies: [1] } },
      'Let the agent create this on “Plant”?',
      'Create',
    ],
    'a group': [
      'change_jobs_and_groups',
      { groups: [{ id: 1, add: ['PC-NEW'] }] },
      'Let the agent change the devices of 1 group on “Plant”?',
      'Change',
    ],
  };
  for (const [what, [tool, input, question, button]] of Object.entries(overtaken)) {
    it(`is not sent if what it is about changes while the dialog is open: ${what}`, async () => {
      const { workbench } = vscode;
      await ask(tool, input, question);
      const { world, requests } = fleet.server;
      const sent = requests.entries.length;
      firstJob().policies = [...firstJob().policies, 100 + sent];
      const [device] = world.devices.all();
      for (const group of world.groups.all())
        if (what === 'a group' && device !== undefined) group.server_set = [device.id];
      if (what === 'a new job') world.addJob({ ...firstJob(), name: 'New' }, Date.now());
      await workbench.dialogButton(button);
      await workbench.notifications.clickButton('"applied":false,"why":"Nothing was changed', 'Close');
      assert.deepEqual(
        requests.entries.slice(sent).filter(({ method }) => method !== 'GET'),
        [],
      );
    });
  }

  it('is sent once when the user confirms it, and listed as one by an agent', async () => {
    const { workbench } = vscode;
    await askToDisable();
    await workbench.dialogButton('Change');
    await workbench.notifications.waitFor('"done":1');
    assert.deepEqual([updates(), firstJob().enabled], [1, false]);
    await workbench.runCommand('Device Automation: Show Activity');
    await workbench.quickInput
      .option(/Disable Jobs, by an agent/)
      .first()
      .waitFor();
    await workbench.screenshot('agent-activity-dark');
  });
});
