import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { literal } from './support/tree.ts';
import { attemptMs, untilDone } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('the devices of groups', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ jobs: 1, groups: 3, devices: 4, groupIds: true, deviceSearch: true });
  const row = (name: string): Locator =>
    vscode.workbench.treeRow(new RegExp(`^${literal(name)}( |,|$)`), 'Groups').first();
  const choice = (name: string) =>
    vscode.workbench.quickInput.widget.locator('.quick-input-list-entry').filter({ hasText: name });

  before('add a server with two devices in the first group and one in the second', async () => {
    const [first, second, third] = fleet.server.world.groups.all();
    const [a = 0, b = 0, c = 0] = fleet.server.world.devices.all().map(({ id }) => id);
    assert.ok(first && second && third);
    first.server_set = [a, b];
    second.server_set = [c];
    third.server_set = [];
    for (const job of fleet.server.world.jobs.all()) Object.assign(job, { groups: [], peers: [] });
    await addServer(vscode.workbench, fleet.server, 'Plant');
    await row(first.name).waitFor();
  });

  it('are added by keyboard: picked, found on the server, and typed', async () => {
    const { workbench, page } = vscode;
    const [chosen, typed, , found] = fleet.server.world.devices.all();
    const [, group] = fleet.server.world.groups.all();
    assert.ok(chosen && typed && found && group);
    await row(group.name).click();
    // The preview that is opening may still have the focus.
    await untilDone(async () => {
      await page.keyboard.press('Insert');
      await workbench.quickInput.widget.waitFor({ timeout: attemptMs });
      return true;
    });
    await choice(chosen.hostname).click();
    await workbench.quickInput.input.fill(found.hostname);
    await choice(found.hostname).click();
    await workbench.quickInput.input.fill(typed.hostname.toLowerCase());
    await workbench.screenshot('members-pick-light');
    await workbench.quickInput.input.press('Enter');
    await workbench.dialog(`Add 3 devices to “${group.name}” on “Plant”?`).waitFor();
    await workbench.dialogButton('Add');
    await workbench.notifications.waitFor(`“${group.name}” on “Plant”: 3 devices added.`);
    assert.equal(group.server_set.length, 4);
  });

  it('are moved by drag and drop after one confirmation, and moved back with “Undo”', async () => {
    const { workbench } = vscode;
    const { world, requests } = fleet.server;
    const [from, , to] = world.groups.all();
    assert.ok(from && to);
    const before = [...from.server_set];
    const [moved = 0] = before;
    await workbench.expand(row(from.name));
    const asked = requests.total('group.get');
    const question = workbench.dialog(`Add 1 device to “${to.name}” on “Plant”?`);
    await drop(row(world.devices.get(moved)?.hostname ?? ''), row(to.name), question);
    assert.equal(requests.total('group.get'), asked, 'nothing is requested before the confirmation');
    await workbench.screenshot('members-drop-light');
    await workbench.dialogButton('Move Here');
    const moves = /“Plant”: 1 device added, 1 device removed/;
    await workbench.notifications.waitFor(moves);
    assert.deepEqual([from.server_set, to.server_set], [before.slice(1), [moved]]);
    await workbench.notifications.clickButton(moves, 'Undo');
    await workbench.notifications.waitFor(`“${from.name}” and “${to.name}” on “Plant”`);
    assert.deepEqual([new Set(from.server_set), to.server_set], [new Set(before), []]);
  });

  it('become targets of a job when their group is dropped on it', async () => {
    const { workbench } = vscode;
    const { world } = fleet.server;
    const [group] = world.groups.all();
    const [job] = world.jobs.all();
    assert.ok(group && job);
    const target = workbench.treeRow(new RegExp(`^${literal(job.name)}`), 'Jobs').first();
    const question = workbench.dialog(`Add 1 group to the targets of the job “${job.name}” on “Plant”?`);
    await drop(row(group.name), target, question);
    await workbench.dialogButton('Add');
    await workbench.notifications.waitFor('Changed 1 job on “Plant”.');
    assert.deepEqual([job.groups, job.peers], [[group.id], []]);
  });

  /** Repeats the drag, because VS Code drops nothing, or another row, if rows are redrawn during it. */
  function drop(dragged: Locator, target: Locator, question: Locator): Promise<void> {
    const { workbench } = vscode;
    return untilDone(async () => {
      if (await workbench.dialog().isVisible()) await workbench.dialogButton('Cancel');
      await dragged.dragTo(target);
      await question.waitFor({ timeout: attemptMs });
      return true;
    });
  }
});
