import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { isRecord } from '../../src/base/json.ts';
import {
  type Fault,
  type FaultProxy,
  noFault,
  resetBefore,
  startFaultProxy,
} from '../support/http/faultProxy.ts';
import { requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { literal } from './support/tree.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const jsonEditors = {
  'workbench.editorAssociations': { '*.job.json': 'default', '*.group.json': 'default' },
};

describe('faults in VS Code', () => {
  const vscode = useVSCode({ isShared: true, settings: jsonEditors });
  const fleet = useDemoFleet({ jobs: 6, groups: 3, groupIds: true });
  /** The faults for the next requests by method; `LIST` stands for reading the job list. */
  const faults: Record<string, Fault[]> = {};
  let proxy: FaultProxy;

  before('start a fault-injecting proxy in front of the server', async () => {
    proxy = await startFaultProxy(
      fleet.server.url,
      ({ method, path }) => faults[isList(path) && method === 'GET' ? 'LIST' : method]?.shift() ?? noFault,
    );
  });
  after(() => proxy.close());

  const jobAt = (index: number) => {
    const job = [...fleet.server.world.jobs.all()][index];
    assert.ok(job);
    return job;
  };
  const jobRow = (name: string) => vscode.workbench.treeRow(new RegExp(`^${literal(name)}, `), 'Jobs');

  it('a list that cannot be read shows the reason, and can be read again (row 3)', async () => {
    const { workbench } = vscode;
    await workbench.openView('Servers');
    await workbench.runCommand('Device Automation: Add Server…');
    await workbench.submitInput(proxy.url);
    await workbench.submitInput('Plant');
    await workbench.submitInput(fleet.server.token);
    await workbench.notifications.waitFor('Connected to “Plant”');
    await jobRow(jobAt(0).name).waitFor();
    faults['LIST'] = Array.from({ length: 20 }, () => errorResponse(500, {}));
    const jobs = await workbench.openView('Jobs');
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await jobs
      .getByText(/The server returned an error \(HTTP 500\)/)
      .first()
      .waitFor();
    await jobRow(jobAt(0).name).waitFor();
    await workbench.screenshot('faults-stale-light');
    faults['LIST'] = [];
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await jobs.getByText(/HTTP 500/).waitFor({ state: 'detached' });
  });

  it('an invalid entry is shown among the others, with its JSON on request (row 12)', async () => {
    const { workbench } = vscode;
    const { name } = jobAt(1);
    faults['LIST'] = [
      async ({ forward, reply }) => {
        const response = await forward();
        const page: unknown = JSON.parse(response.body.toString());
        assert.ok(isRecord(page) && Array.isArray(page['results']));
        page['results'][0] = { ...page['results'][0], peers: 'not a list', name: '[x](command:y)' };
        reply({ ...response, headers: {}, body: Buffer.from(JSON.stringify(page)) });
      },
    ];
    await workbench.runCommand('Device Automation Jobs: Refresh');
    const row = workbench.treeRow(/^Unreadable entry/, 'Jobs');
    await row.waitFor();
    await jobRow(name).waitFor();
    await workbench.screenshot('faults-unreadable-light');
    // A click has no effect on a row that is being redrawn.
    await until(
      async () => {
        await row.click();
        return workbench.page.locator('.editor-group-container.active .tab').count();
      },
      tabs => tabs > 0,
    );
    const text = await until(
      () => workbench.editorText(),
      shown => shown.includes('not a list'),
    );
    assert.match(text, /^peers: /);
    await workbench.runCommand('Device Automation Jobs: Refresh');
    await row.waitFor({ state: 'detached' });
  });

  it('a rejected operation is named in the error, and reading continues (row 28)', async () => {
    const { workbench } = vscode;
    faults['DELETE'] = [errorResponse(403, { detail: 'No deleting.' })];
    await workbench.contextMenu(jobRow(jobAt(2).name), 'Delete…');
    await workbench.dialogButton('Delete');
    await workbench.notifications.waitFor(
      /Could not delete job on “Plant”\. Your token does not allow this \(HTTP 403\)/,
    );
    await jobRow(jobAt(2).name).waitFor();
    await dismissToasts();
  });

  it('a delete whose request was lost can be sent again (row 37)', async () => {
    const { workbench } = vscode;
    const { name } = jobAt(3);
    faults['DELETE'] = [resetBefore];
    await workbench.contextMenu(jobRow(name), 'Delete…');
    await workbench.dialogButton('Delete');
    await workbench.notifications.waitFor(/the response was lost/i);
    assert.equal(requestsOf(fleet.server, 'job.remove').length, 0);
    await workbench.screenshot('faults-send-again-light');
    await workbench.notifications.clickButton(/the response was lost/i, 'Send Again');
    await jobRow(name).waitFor({ state: 'detached' });
    assert.equal(requestsOf(fleet.server, 'job.remove').length, 1);
    await dismissToasts();
  });

  it('a create whose request was lost is sent again only on request (row 35)', async () => {
    const { workbench } = vscode;
    faults['POST'] = [resetBefore];
    await workbench.runCommand('Device Automation: New Job');
    await workbench.editors.tab(/New Job/).waitFor();
    await change(draft => ({ ...draft, name: 'Lost on the way', policies: [1] }));
    await vscode.page.keyboard.press('ControlOrMeta+S');
    await workbench.dialog('“Lost on the way” was not created on “Plant”').waitFor();
    await workbench.screenshot('faults-lost-create-light');
    assert.equal(requestsOf(fleet.server, 'job.create').length, 0);
    await workbench.dialogButton('Cancel');
    // Nothing typed is lost, and the next save reads the job list before it sends anything.
    await workbench.editors.activeTab().and(vscode.page.locator('.dirty')).waitFor();
    await dismissToasts();
    const lists = requestsOf(fleet.server, 'job.list').length;
    await vscode.page.keyboard.press('ControlOrMeta+S');
    await workbench.editors.tab(/^Lost on the way\.job\.json/).waitFor();
    assert.equal(requestsOf(fleet.server, 'job.create').length, 1);
    assert.ok(requestsOf(fleet.server, 'job.list').length > lists);
  });

  it('a create whose response was lost is reported as done (row 35)', async () => {
    const { workbench } = vscode;
    faults['POST'] = [
      async ({ forward, reply }) => {
        await forward();
        reply({ status: 504, headers: {}, body: Buffer.from('<html>504</html>') });
      },
    ];
    await workbench.runCommand('Device Automation: New Job');
    await workbench.editors.tab(/New Job/).waitFor();
    await change(draft => ({ ...draft, name: 'Response lost', policies: [1] }));
    await vscode.page.keyboard.press('ControlOrMeta+S');
    await workbench.notifications.waitFor(
      'The response was lost, but “Plant” shows that this was done: create job “Response lost”.',
    );
    await workbench.editors.tab(/^Response lost\.job\.json/).waitFor();
    assert.equal(requestsOf(fleet.server, 'job.create').length, 2);
    await dismissToasts();
  });

  it('the text of a job that another person deleted can be saved as a new job (row 29)', async () => {
    const { workbench } = vscode;
    const job = jobAt(1);
    await workbench.contextMenu(jobRow(job.name), 'Open');
    await workbench.editors.tab(new RegExp(literal(job.name))).waitFor();
    await change(draft => ({ ...draft, name: 'Outlives its job' }));
    fleet.server.world.jobs.remove(job.id);
    await vscode.page.keyboard.press('ControlOrMeta+S');
    await workbench.dialog(`(#${job.id}) is no longer on “Plant”`).waitFor();
    await workbench.screenshot('faults-gone-light');
    await workbench.dialogButton('Create as New');
    await workbench.editors.tab(/^Outlives its job\.job\.json/).waitFor();
    assert.equal([...fleet.server.world.jobs.all()].at(-1)?.name, 'Outlives its job');
    await jobRow('Outlives its job').waitFor();
    await jobRow(job.name).waitFor({ state: 'detached' });
  });

  it('a conflict that the server reports leads to the same comparison (row 30)', async () => {
    const { workbench } = vscode;
    const job = jobAt(0);
    await workbench.contextMenu(jobRow(job.name), 'Open');
    await workbench.editors.tab(new RegExp(literal(job.name))).waitFor();
    await change(draft => ({ ...draft, name: 'Mine' }));
    faults['PATCH'] = [
      context => {
        job.name = 'Theirs meanwhile';
        return errorResponse(409, { detail: 'Changed.' })(context);
      },
    ];
    await vscode.page.keyboard.press('ControlOrMeta+S');
    const changed = 'Changed on the server since you started editing: Name.';
    await workbench.dialog(`was not saved to “Plant”. ${changed}`).waitFor();
    await workbench.dialogButton('Cancel');
    await workbench.notifications.waitFor(`${changed} Nothing was saved.`);
    assert.equal(job.name, 'Theirs meanwhile');
    await workbench.editors.activeTab().and(vscode.page.locator('.dirty')).waitFor();
    await dismissToasts();
  });

  it('production: removing devices from a group requires typing its name; PUT states how many are removed (row 41)', async () => {
    const { workbench } = vscode;
    const group = [...fleet.server.world.groups.all()].find(({ server_set }) => server_set.length > 1);
    assert.ok(group);
    const count = group.server_set.length;
    await workbench.contextMenu(workbench.treeRow(/^Plant/, 'Servers'), 'Edit Server…');
    await workbench.pick('Safeguards');
    await workbench.pick('Production');
    await workbench.treeRow(/^Plant .*production/, 'Servers').waitFor();
    await workbench.openView('Groups');
    await workbench.contextMenu(
      await workbench.scrollToRow(new RegExp(`^${literal(group.name)}`), 'Groups'),
      'Open',
    );
    await workbench.editors.tab(new RegExp(literal(group.name))).waitFor();
    await change(draft => ({ ...draft, server_set: [] }));
    await vscode.page.keyboard.press('ControlOrMeta+S');
    await workbench.dialog(`Devices: ${count} devices → 0 devices.`).waitFor();
    await workbench.screenshot('faults-device-loss-light');
    await workbench.dialogButton('Cancel');
    await workbench.notifications.waitFor('Nothing was saved: the devices stay where they are.');
    assert.equal(group.server_set.length, count);
    await dismissToasts();
    await workbench.runCommand('Device Automation: Replace on Server (PUT)…');
    await workbench.dialog(`Devices: ${count} devices → 0 devices.`).waitFor();
    await workbench.dialogButton('Replace');
    await workbench.submitInput('Plant');
    await until(
      async () => requestsOf(fleet.server, 'group.replace').length,
      sent => sent === 1,
    );
  });

  it('production: disabling many jobs requires confirmation', async () => {
    const { workbench, page } = vscode;
    const [first, second] = [...fleet.server.world.jobs.all()].filter(({ enabled }) => enabled);
    assert.ok(first && second);
    await workbench.runCommand('View: Focus into Primary Side Bar');
    const selected = page.locator('[aria-selected=true]');
    await jobRow(first.name).click();
    await jobRow(first.name).and(selected).waitFor();
    await jobRow(second.name).click({ modifiers: ['ControlOrMeta'] });
    await jobRow(first.name).and(selected).waitFor();
    await jobRow(second.name).and(selected).waitFor();
    await workbench.contextMenu(jobRow(second.name), 'Disable');
    await workbench.dialog('Disable 2 jobs on “Plant”?').waitFor();
    await workbench.dialogButton('Disable');
    await workbench.submitInput('plan');
    await workbench.quickInput.message().filter({ hasText: 'not the server name' }).waitFor();
    assert.deepEqual([first.enabled, second.enabled], [true, true]);
    await workbench.submitInput('Plant');
    await until(
      async () => [first.enabled, second.enabled],
      enabled => enabled.every(is => !is),
    );
  });

  it('groups with unusual names can be told apart, and their names are shown as text (rows 43 and 44)', async () => {
    const { workbench } = vscode;
    const groups = [...fleet.server.world.groups.all()];
    const names = [
      'مجموعة 12',
      'https://evil.example www.evil.example a@evil.example',
      `line\n${'x'.repeat(10_000)}`,
    ];
    names.forEach((name, index) => {
      const group = groups[index];
      assert.ok(group);
      group.name = name;
    });
    const view = await workbench.openView('Groups');
    await workbench.viewAction('Groups', 'Refresh');
    await workbench.treeRow(/^line x+…/, 'Groups').waitFor();
    await workbench.treeRow(/^مجموعة 12/, 'Groups').waitFor();
    assert.equal(await view.getByRole('treeitem').count(), 3);
    const hover = await workbench.tooltip(workbench.treeRow(/^https:\/\/evil/, 'Groups'), 'Devices');
    assert.match((await hover.first().textContent()) ?? '', /https:\/\/evil\.example/);
    await workbench.screenshot('faults-groups-light');
    assert.equal(await hover.locator('a[href]').count(), 0);
    await workbench.setTheme('dark');
    await workbench.screenshot('faults-groups-dark');
  });

  async function change(edit: (draft: Record<string, unknown>) => unknown): Promise<void> {
    const value: unknown = JSON.parse(await vscode.workbench.editorText());
    assert.ok(isRecord(value));
    await vscode.workbench.setEditorText(`${JSON.stringify(edit(value), undefined, 2)}\n`);
  }

  function dismissToasts(): Promise<void> {
    return vscode.workbench.runCommand('Notifications: Clear All Notifications');
  }
});

/** Responds with an error without forwarding the request. */
function errorResponse(status: number, body: unknown): Fault {
  return ({ response }: { readonly response: ServerResponse }) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
}

function isList(path: string): boolean {
  return /^\/automation\/api\/job\/(?:\?|$)/.test(path);
}
