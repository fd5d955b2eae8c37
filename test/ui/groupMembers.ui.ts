import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { addServer, requestsOf, useDemoFleet } from './support/demoFleet.ts';
import { literal } from './support/tree.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('the devices of groups', () => {
  const vscode = useVSCode();
  const fleet = useDemoFleet({ jobs: 5, groups: 4, devices: 12, groupIds: true, deviceSearch: true });
  const world = () => fleet.server.world;
  const groupAt = (index: number) => {
    const group = world().groups.all()[index];
    assert.ok(group);
    return group;
  };
  const nameOf = (id: number) => world().devices.get(id)?.hostname ?? '';
  const row = (name: string): Locator =>
    vscode.workbench.treeRow(new RegExp(`^${literal(name)}( |,|$)`), 'Groups').first();

  before('add the server, and give two groups few devices', async () => {
    const [first, second, third] = world().devices.all();
    assert.ok(first && second && third);
    groupAt(0).server_set = [first.id, second.id];
    groupAt(1).server_set = [third.id];
    await addServer(vscode.workbench, fleet.server, 'Plant');
    await row(groupAt(0).name).waitFor();
  });

  it('are added by keyboard: chosen, found by the server, and typed', async () => {
    const { workbench, page } = vscode;
    const known = nameOf(groupAt(0).server_set[0] ?? 0);
    const other = nameOf(groupAt(0).server_set[1] ?? 0);
    await row(groupAt(1).name).click();
    await page.keyboard.press('Insert');
    await workbench.quickInput.option(known).waitFor();
    await workbench.screenshot('members-pick-light');
    await workbench.quickInput.option(known).click();
    const free = world()
      .devices.all()
      .find(
        ({ id }) =>
          !world()
            .groups.all()
            .some(group => group.server_set.includes(id)) &&
          !world()
            .jobs.all()
            .some(job => job.peers.includes(id)),
      );
    console.log('free', free?.hostname);
    if (free !== undefined) {
      await workbench.quickInput.input.fill(free.hostname);
      await workbench.quickInput.option(free.hostname).waitFor();
      await workbench.quickInput.option(free.hostname).click();
    }
    await workbench.screenshot('members-found-light');
    await workbench.quickInput.input.fill(`${other.toLowerCase()}`);
    await workbench.quickInput.input.press('Enter');
    await workbench.dialog(/Add \d devices? to/).waitFor();
    await workbench.screenshot('members-question-light');
    await workbench.dialogButton('Add');
    await workbench.toast(/devices? added/).waitFor();
    await workbench.screenshot('members-toast-light');
    console.log(groupAt(1).server_set.map(nameOf), known, other);
  });

  it('are copied by drag and drop after one question, and back by Undo', async () => {
    const { workbench, page } = vscode;
    await workbench.expand(row(groupAt(0).name));
    const name = nameOf(groupAt(0).server_set[0] ?? 0);
    const target = groupAt(2);
    const requests = fleet.server.requests.entries.length;
    await row(name).dragTo(row(target.name));
    await workbench.dialog(/Add 1 device to/).waitFor();
    console.log(
      'requests',
      fleet.server.requests.entries.slice(requests).map(({ path }) => path),
    );
    await workbench.screenshot('members-drop-light');
    await workbench.dialogButton('Move Here');
    await workbench.toast(/device added, 1 device removed|device added/).waitFor();
    await workbench.screenshot('members-moved-light');
    await workbench.toastButton(/device added/, 'Undo');
    void page;
    void requestsOf;
  });
});
