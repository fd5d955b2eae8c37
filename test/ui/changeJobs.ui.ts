import assert from 'node:assert/strict';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

describe('changing many jobs, and finding what has changed', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ jobs: 6, groups: 4 });

  it('moves the schedules of all filtered jobs after a preview, and undoes it', async () => {
    const { workbench } = vscode;
    const jobs = fleet.server.world.jobs.all();
    for (const [index, job] of jobs.entries()) {
      job.name = `Nightly ${index}`;
      job.params = index === 5 ? '' : 'DTSTART:20270104T220000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,SU';
    }
    await addServer(workbench, fleet.server, 'Fleet');
    await workbench.scrollToRow(/^Nightly 0, /, 'Jobs');
    await workbench.runCommand('Device Automation Jobs: Change All Listed…');
    await workbench.quickInput.pick(['Move Schedules Earlier or Later…']);
    await workbench.quickInput.submit('3 h');
    const line = (name: string) => workbench.quickInput.widget.getByText(name, { exact: true });
    await line('Nightly 0').waitFor();
    await workbench.screenshot('change-jobs-preview');
    await workbench.quickInput.widget.getByRole('button', { name: 'Open Preview in Editor' }).click();
    await workbench.editors.tab(/^Preview of changes/).waitFor();
    await workbench.screenshot('change-jobs-preview-editor');
    await line('Nightly 1').click();
    await workbench.quickInput.widget.getByRole('button', { name: 'OK', exact: true }).click();
    const moved = 'DTSTART:20270105T010000Z\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU';
    const count = () => jobs.filter(({ params }) => params === moved).length;
    await until(
      async () => count(),
      found => found === 4,
    );
    assert.match(jobs[1]?.params ?? '', /T220000Z/);
    await workbench.notifications.clickButton('Changed 4 jobs on “Fleet”.', 'Undo');
    await until(
      async () => count(),
      found => found === 0,
    );
  });

  it('lists both runs as activities, and undoes the undo with the keyboard alone', async () => {
    const { workbench, page } = vscode;
    const moved = () =>
      fleet.server.world.jobs.all().filter(({ params }) => params.includes('T010000Z')).length;
    await workbench.runCommand('Device Automation: Show Activity');
    await workbench.quickInput.option(/Undo “.*\(4\)”/).waitFor();
    await workbench.quickInput.widget.getByText('Undone.').waitFor();
    await workbench.screenshot('activity');
    await workbench.quickInput.input.fill('Undo “');
    await workbench.quickInput
      .option(/Undo “.*\(4\)”/)
      .and(page.locator('.focused'))
      .waitFor();
    await page.keyboard.press('Enter');
    await workbench.quickInput.option(/Show Report/).waitFor();
    await page.keyboard.press('Enter');
    await until(
      async () => moved(),
      found => found === 4,
    );
  });

  it('finds a device by its address, and shows its groups and jobs', async () => {
    const { workbench, page } = vscode;
    const group = fleet.server.world.groups.all().find(({ server_set }) => server_set.length > 2);
    const device = fleet.server.world.devices.get(group?.server_set[0] ?? 0);
    assert.ok(group !== undefined && device !== undefined);
    await workbench.runCommand('Device Automation: Go to Job, Group or Device…');
    await workbench.quickInput.input.fill(device.addr);
    // Before the list is filtered, Enter accepts another item.
    const found = workbench.quickInput.option(new RegExp(`^${device.hostname}`));
    await found.and(page.locator('.focused')).waitFor();
    await workbench.screenshot('go-to');
    await workbench.quickInput.input.press('Enter');
    await workbench.quickInput.option(new RegExp(`^${group.name}, `)).waitFor();
    await workbench.screenshot('device-uses');
    await workbench.quickInput.option(new RegExp(`^${group.name}, `)).click();
    // This server does not return the ID, which was found because jobs target the group.
    await page.getByRole('tab', { name: new RegExp(`^${group.name}`) }).waitFor();
  });

  it('filters the groups by a device', async () => {
    const { workbench, page } = vscode;
    await workbench.runCommand('Device Automation Groups: Filter…');
    await workbench.quickInput.input.fill('@offline');
    await page.getByText(/^Filter “@offline”: /).waitFor();
    await workbench.screenshot('groups-offline');
    await page.keyboard.press('Escape');
    await workbench.runCommand('Device Automation Groups: Arrange…');
    await workbench.screenshot('groups-sort');
    await workbench.quickInput.pick(['Most devices first']);
    await workbench.screenshot('groups-sorted');
  });
});
