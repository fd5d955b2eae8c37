import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { GroupRecord, JobRecord } from '../../src/contrib/demo/server/world.ts';
import { createPredictor } from '../../src/recurrence/expand/predictor.ts';
import { Acts } from './support/acts.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { documentedTasks } from './support/documentedTasks.ts';
import { FormPage } from './support/formPage.ts';
import { literal, viewHeader, viewPane } from './support/tree.ts';
import { isShown, until, untilDone } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const policy = 4711;
const evening = 'DTSTART:20270104T220000Z\nRRULE:FREQ=DAILY';
const later = 'DTSTART:20270105T000000Z\nRRULE:FREQ=DAILY';

const dayMs = 86_400_000;

/** Makes the records of changes in a profile a day older. */
async function ageRecords(folder: string): Promise<void> {
  let count = 0;
  for (const path of await readdir(folder, { recursive: true })) {
    const [, ms, rest] = /runs\/(\d+)(-\w+\.ended\.jsonl)$/.exec(path) ?? [];
    if (ms === undefined || rest === undefined) continue;
    const text = await readFile(join(folder, path), 'utf8');
    const aged = text.replace(/"time":"([^"]+)"/, (_, time: string) => {
      return `"time":"${new Date(Date.parse(time) - dayMs).toISOString()}"`;
    });
    await writeFile(join(folder, path), aged);
    count += aged === text ? 0 : 1;
  }
  assert.ok(count > 0, 'there are records');
}

describe('everyday tasks on a server of 500 jobs', () => {
  const vscode = useVSCode({ isShared: true });
  const fleet = useDemoFleet({ jobs: 500, groups: 20, devices: 200, pageSize: 50, latencyMs: 5 });
  const production = useDemoFleet({ jobs: 5, groups: 2, devices: 5 });
  let acts: Acts;
  /** The schedules of a branch before it is paused. */
  let unpaused: ReadonlyMap<number, string> = new Map();
  /** The jobs that a task has disabled. */
  let disabled: readonly number[] = [];

  before('prepare the server, and connect', async function () {
    this.timeout(120_000);
    prepareFleet();
    const { workbench, page } = vscode;
    await addServer(workbench, fleet.server, 'Fleet');
    await workbench.openView('Groups');
    const jobs = await workbench.openView('Jobs');
    await jobs.getByRole('treeitem').first().waitFor();
    acts = await Acts.observe(page);
  });

  task('What executes now?', async () => {
    for (const job of jobs().slice(330, 333)) fleet.server.runner.set(job, 'running');
    const executing = jobs().filter(({ phase }) => phase === 'running');
    const item = vscode.page.locator('.statusbar').getByRole('button', { name: /Show Executing Jobs$/ });
    const filtered = view('Jobs').getByText(/^Filter “@executing”: /);
    // VS Code loses a click if the text of the item changes between press and release
    await untilDone(async () => {
      acts.start();
      await item.click();
      return isShown(filtered);
    });
    await view('Jobs')
      .getByText(new RegExp(`^Filter “@executing”: ${executing.length} of 500 jobs`))
      .waitFor();
    for (const job of executing)
      await vscode.workbench.scrollToRow(new RegExp(`^${literal(job.name)}, `), 'Jobs');
  });

  task('Stop one job', async () => {
    const job = jobAt(331);
    const row = jobRow(job);
    await row.waitFor();
    await row.hover();
    acts.start();
    await row.getByRole('button', { name: 'Stop', exact: true }).click();
    await until(
      async () => job.phase,
      phase => phase === 'stopped',
    );
    assert.equal(jobAt(330).phase, 'running');
    const result = vscode.workbench.notifications
      .toast('Stopped:')
      .locator('.notification-list-item-message');
    await result.waitFor();
    await vscode.workbench.screenshot('everyday-stopped');
    assert.ok(
      await result.evaluate(element => element.scrollWidth <= element.clientWidth),
      'the toast is whole',
    );
  });

  task('Be told when a job ends', async () => {
    await clearFilter();
    const { workbench } = vscode;
    const job = jobAt(3);
    fleet.server.runner.set(job, 'running');
    await vscode.workbench.runCommand('Device Automation Jobs: Refresh');
    await jobRow(job).getByText('running', { exact: true }).waitFor();
    acts.start();
    await menu('Jobs', job.name, 'Watch or Unwatch');
    await workbench.treeRow(new RegExp(`^${literal(job.name)}, running.*, watched`), 'Jobs').waitFor();
    fleet.server.runner.set(job, 'finished');
    await workbench.notifications.toast(`“${job.name}” ended on “Fleet” (finished).`).waitFor();
  });

  task('Stop all jobs that run on the machines of a group', async () => {
    const { page, workbench } = vscode;
    await clearFilter();
    const group = groups()[6];
    const job = jobs().find(
      ({ groups: targets, phase }) => targets.includes(group?.id ?? 0) && phase === 'finished',
    );
    assert.ok(group !== undefined && job !== undefined);
    fleet.server.runner.set(job, 'running');
    const devices = new Set(group.server_set);
    const reaches = ({ peers, groups: targets }: JobRecord) =>
      peers.some(id => devices.has(id)) ||
      groups().some(
        ({ id, server_set }) => targets.includes(id) && server_set.some(device => devices.has(device)),
      );
    const executing = jobs().filter(({ phase }) => phase === 'running');
    const wanted = executing.filter(reaches);
    acts.start();
    await menu('Groups', group.name, 'Jobs', 'Stop Jobs on Devices…');
    const question = `Stop ${wanted.length} jobs? that (?:is|are) executing on “${literal(group.name)}” of “Fleet”`;
    await workbench.dialog(new RegExp(question)).waitFor();
    await page.keyboard.press('Enter');
    await until(
      async () => wanted.filter(({ phase }) => phase === 'stopped').length,
      count => count === wanted.length,
    );
    assert.ok(executing.filter(other => !reaches(other)).every(({ phase }) => phase === 'running'));
  });

  task('Which jobs failed?', async () => {
    await clearFilter();
    const failed = jobs().filter(({ phase }) => phase === 'failed').length;
    acts.start();
    await titleAction('Jobs', 'Filter…');
    await type('@failed');
    await view('Jobs')
      .getByText(new RegExp(`^Filter “@failed”: ${failed} of 500 jobs`))
      .waitFor();
  });

  task('Which jobs failed since last night?', async () => {
    await clearFilter();
    const job = jobAt(4);
    await watchFail(job);
    acts.start();
    await titleAction('Jobs', 'Filter…');
    await type('@failed since last night');
    // It does not claim to know of runs that nobody watched.
    await view('Jobs')
      .getByText(/^Filter “@failed since last night”: \d+ of 500 jobs\. \d+ of 500 jobs were watched since /)
      .waitFor();
    await jobRow(job).waitFor();
  });

  task('Move twelve jobs two hours later', async () => {
    await clearFilter();
    acts.start();
    await titleAction('Jobs', 'Filter…');
    await type('updates kazan');
    await view('Jobs').getByText('Filter “updates kazan”: 12 of 500 jobs.').waitFor();
    await titleAction('Jobs', 'Change All Listed…');
    await type('2h');
    await confirmReview(/Move Schedules 2 h(ours)? Later, on “Fleet”/);
    await until(
      async () => jobs().filter(({ params }) => params === later).length,
      count => count === 12,
    );
    assert.equal(jobs().filter(({ params }) => params === evening).length, 4, 'other jobs stay as they are');
  });

  task('Disable the jobs of a branch', async () => {
    await clearFilter();
    const group = branch();
    disabled = jobsOf(group)
      .filter(job => job.enabled)
      .map(({ id }) => id);
    const others = enabledOthers();
    acts.start();
    await rowAction('Groups', group.name, 'Show Jobs');
    await view('Jobs')
      .getByText(new RegExp(`: ${jobsOf(group).length} of 500 jobs\\.`))
      .waitFor();
    await titleAction('Jobs', 'Change All Listed…');
    await type('disable');
    await confirmReview(/Disable, on “Fleet”/);
    await until(
      async () => jobsOf(group).filter(job => job.enabled).length,
      count => count === 0,
    );
    assert.ok(disabled.length > 12);
    assert.equal(enabledOthers(), others);
  });

  task('Create a nightly job with one policy for a group', async () => {
    await clearFilter();
    const { page, workbench } = vscode;
    const group = branch();
    const form = new FormPage(workbench);
    acts.start();
    await menu('Groups', group.name, 'Jobs', 'New Jobs for Groups…');
    await form.text('Name').and(form.frame.locator(':focus')).waitFor();
    await acts.observeFrames();
    await page.keyboard.type('Nightly cleaning');
    await form.frame.locator('label').getByText('Runs', { exact: true }).click();
    await page.keyboard.press('d');
    await form.box('Policies').click();
    await page.keyboard.type(String(policy));
    await form
      .picker('Policies')
      .locator('.popup .option.active')
      .filter({ hasText: String(policy) })
      .waitFor();
    await page.keyboard.press('Enter');
    await form.chosen('Policies').first().waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    const job = await until(
      async () => jobs().find(({ name }) => name === 'Nightly cleaning'),
      found => found !== undefined,
    );
    assert.deepEqual([job?.groups, job?.policies], [[group.id], [policy]]);
    assert.match(job?.params ?? '', /^DTSTART:\d{8}T0\d\d\d00Z\nRRULE:FREQ=DAILY/);
  });

  task('The same job for five branches', async () => {
    const { workbench } = vscode;
    const branches = groups().filter(({ name }) => /^Branch [1-5]$/.test(name));
    const rows = branches.map(({ name }) => groupRow(name));
    await workbench.scrollToRow('Branch 5', 'Groups');
    acts.start();
    await rows[0]?.click();
    await rows[4]?.click({ modifiers: ['Shift'] });
    await menu('Groups', 'Branch 5', 'Jobs', 'New Jobs for Groups…');
    await type('Nightly cleaning');
    await confirmReview(/Create 5 jobs on “Fleet”/);
    await until(
      async () => jobs().filter(({ name }) => /^Nightly cleaning . Branch [1-5]$/.test(name)).length,
      count => count === 5,
    );
    for (const { id } of branches)
      assert.ok(
        jobs().some(({ groups: targets, policies }) => targets.join() === `${id}` && policies[0] === policy),
      );
  });

  task('Add three computers to two groups', async () => {
    const { page, workbench } = vscode;
    const two = groups().filter(({ name }) => /^Branch [12]$/.test(name));
    await workbench.scrollToRow('Branch 2', 'Groups');
    acts.start();
    await groupRow('Branch 1').click();
    await groupRow('Branch 2').click({ modifiers: ['ControlOrMeta'] });
    await page.keyboard.press('Insert');
    await type('PC-101 PC-102 PC-103');
    await workbench.dialog('Add 3 devices').waitFor();
    await page.keyboard.press('Enter');
    await until(
      async () =>
        two.filter(({ server_set }) =>
          ['PC-101', 'PC-102', 'PC-103'].every(name => server_set.includes(deviceId(name))),
        ).length,
      count => count === 2,
    );
  });

  task(
    'Where is PC-042, and what runs on it next?',
    async () => {
      acts.start();
      await titleAction('Jobs', 'Go to Job, Group or Device…');
      await find('PC-042');
      const { widget } = vscode.workbench.quickInput;
      await widget.getByText('“PC-042” is in 2 groups, ').waitFor();
      // The next one first.
      await vscode.workbench.quickInput
        .option(/, job #\d+ · (in \d+ |today|tomorrow)/)
        .first()
        .waitFor();
      await vscode.workbench.screenshot('everyday-device');
      await vscode.page.keyboard.press('Escape');
      const reached = jobs().filter(
        job =>
          job.peers.includes(deviceId('PC-042')) ||
          job.groups.some(id => groupsOfDevice('PC-042').includes(id)),
      );
      assert.ok(reached.length > 2);
    },
    { endsBefore: 'Escape' },
  );

  task('Take a retired computer out of everything', async () => {
    const { page, workbench } = vscode;
    const id = deviceId('PC-500');
    const uses = () => [
      ...groups().filter(({ server_set }) => server_set.includes(id)),
      ...jobs().filter(({ peers }) => peers.includes(id)),
    ];
    assert.equal(uses().length, 4);
    acts.start();
    await titleAction('Jobs', 'Go to Job, Group or Device…');
    await find('PC-500');
    await workbench.quickInput.widget.getByText('“PC-500” is in 3 groups, ').waitFor();
    await type('remove');
    await workbench.dialog('Remove “PC-500” from these places on “Fleet”: 3 groups, 1 job?').waitFor();
    await page.keyboard.press('Enter');
    await until(
      async () => uses().length,
      count => count === 0,
    );
  });

  task('Add a policy to the jobs of a branch', async () => {
    const { workbench } = vscode;
    const group = branch();
    const filtered = view('Jobs').getByText(
      new RegExp(`: ${jobsOf(group).length} of ${jobs().length} jobs\\.`),
    );
    // VS Code passes no row to a command while it redraws the tree, and the command asks for a group.
    await untilDone(async () => {
      await vscode.page.keyboard.press('Escape');
      acts.start();
      await rowAction('Groups', group.name, 'Show Jobs');
      await filtered.waitFor({ timeout: 5_000 });
      return true;
    });
    await titleAction('Jobs', 'Change All Listed…');
    await type('add to policies');
    // The question before has an entry of this name, too.
    await workbench.quickInput.widget.getByPlaceholder(/type or paste IDs/).waitFor();
    await type('4712');
    await confirmReview(/Add to Policies: #4712, on “Fleet”/);
    await until(
      async () => jobs().filter(({ policies }) => policies.includes(4712)).length,
      count => count === jobsOf(group).length,
    );
    assert.ok(jobsOf(group).every(({ policies }) => policies.includes(4712)));
  });

  task('What runs on Sunday from 2 to 4, and what clashes?', async () => {
    await clearFilter();
    const { page, workbench } = vscode;
    acts.start();
    await titleAction('Jobs', 'Show Timeline');
    const frame = workbench.webviewFrame();
    await frame.locator('main[aria-busy=false]').waitFor();
    await acts.observeFrames();
    await frame.getByRole('gridcell', { name: /^Sunday, .*, 02:00–03:00: / }).hover();
    await page.mouse.down();
    await frame.getByRole('gridcell', { name: /^Sunday, .*, 03:00–04:00: / }).hover();
    await page.mouse.up();
    await frame.getByRole('heading', { name: /^Sunday, .*, 02:00–04:00/ }).waitFor();
    await workbench.screenshot('everyday-sunday');
    for (const time of ['02:05', '02:15'])
      await frame
        .getByRole('option')
        .filter({ hasText: new RegExp(`${time}\\s*Sunday`) })
        .locator('.codicon-warning')
        .first()
        .waitFor();
  });

  task('Enable exactly the jobs that were disabled, a day later', async () => {
    const { session, workbench } = vscode;
    await session.whileClosed(() => ageRecords(session.folder));
    await workbench.openView('Servers');
    await workbench.treeRow(/^Fleet/, 'Servers').waitFor();
    const before = enabledOthers();
    acts.start();
    await titleAction('Servers', 'Show Activity');
    const line = workbench.quickInput.option(new RegExp(`\\(${disabled.length}\\)`));
    await line.hover();
    await line.getByRole('button', { name: 'Undo', exact: true }).click();
    await until(
      async () =>
        jobsOf(branch())
          .filter(job => job.enabled && job.id <= 500)
          .map(({ id }) => id),
      ids => ids.join() === disabled.join(),
    );
    assert.equal(enabledOthers(), before);
  });

  task('Nothing runs on a branch from December 30 to January 9', async () => {
    await clearFilter();
    const group = branch();
    unpaused = new Map(jobsOf(group).map(({ id, params }) => [id, params]));
    const year = new Date().getUTCFullYear();
    const window = { fromMs: Date.UTC(year, 11, 30), toMs: Date.UTC(year + 1, 0, 10) };
    const { predict } = createPredictor({ dialect: 'django', zone: 'UTC' });
    const running = () =>
      jobsOf(group).filter(
        ({ enabled, run_on_start: onStart, params }) =>
          enabled && !onStart && params.includes('DTSTART') && predict(params, window).occurrences.length > 0,
      ).length;
    assert.ok(running() > 5);
    acts.start();
    await menu('Groups', group.name, 'Jobs', 'Pause Until…');
    await type('30.12-9.1: stocktaking');
    await confirmReview(/Pause Dec 30 until Jan 10, \d+: stocktaking, on “Fleet”/);
    await until(
      async () => running(),
      count => count === 0,
    );
  });

  task('Everything runs on it again at once', async () => {
    const group = branch();
    acts.start();
    await menu('Groups', group.name, 'Jobs', 'Resume Now');
    await confirmReview(/Resume Now, on “Fleet”/);
    await until(
      async () => jobsOf(group).filter(({ id, params }) => params !== unpaused.get(id)).length,
      count => count === 0,
    );
  });

  task('The jobs that failed last night run again at 13:00', async () => {
    await clearFilter();
    const job = jobAt(5);
    Object.assign(job, { params: 'DTSTART:20260104T010000Z\nRRULE:FREQ=DAILY', enabled: true });
    await watchFail(job);
    // The one that failed in an earlier task has a schedule of the demo.
    Object.assign(jobAt(4), { params: 'DTSTART:20260104T010000Z\nRRULE:FREQ=DAILY', enabled: true });
    await vscode.workbench.runCommand('Device Automation Jobs: Refresh');
    acts.start();
    await titleAction('Jobs', 'Filter…');
    await type('@failed since last night');
    await view('Jobs')
      .getByText(/^Filter “@failed since last night”: [1-9]/)
      .waitFor();
    await titleAction('Jobs', 'Run Job Now (Once More)…');
    await type('13:00');
    await until(
      async () => jobAt(5).params,
      params => /\nRDATE:\d{8}T\d{6}Z$/.test(params),
    );
  });

  task('Nine jobs no longer clash', async () => {
    await clearFilter();
    const nine = jobs().slice(480, 489);
    for (const [index, job] of nine.entries())
      Object.assign(job, {
        name: `Night scan ${index + 1}`,
        groups: [],
        dynamic_groups: [],
        peers: [deviceId('PC-103')],
        enabled: true,
        run_on_start: false,
        params: 'DTSTART:20260104T010000Z\nRRULE:FREQ=DAILY',
      });
    await vscode.workbench.runCommand('Device Automation Jobs: Refresh');
    acts.start();
    await titleAction('Jobs', 'Filter…');
    await type('night scan');
    await view('Jobs')
      .getByText(/^Filter “night scan”: 9 of \d+ jobs\./)
      .waitFor();
    await vscode.workbench.viewMenu('Jobs', 'Schedule', 'Spread…');
    await confirmReview(/Spread So That None Share an Hour, on “Fleet”/);
    const hours = () =>
      nine.map(({ id }) => /T(\d\d)/.exec(jobs().find(job => job.id === id)?.params ?? '')?.[1]);
    await until(
      async () => new Set(hours()).size,
      count => count === 9,
    );
  });

  task('Copy a job to production', async () => {
    const { page, workbench } = vscode;
    await clearFilter();
    const job = jobAt(4);
    const host = fleet.server.world.findDevice('PC-101');
    assert.ok(host);
    Object.assign(job, { groups: [], dynamic_groups: [], reports: [], policies: [policy], peers: [host.id] });
    production.server.world.addDevice({ ...host, id: 9_000 });
    for (const group of production.server.world.groups.all()) group.server_set = [...group.server_set, 9_000];
    await namePolicy(policy);
    await addServer(workbench, production.server, 'Production');
    await namePolicy(77);
    await workbench.contextMenu(workbench.treeRow(/^Production/, 'Servers'), 'Edit Server…');
    await workbench.pick('Safeguards');
    await workbench.pick('Production');
    await workbench.treeRow(/^Production .*production/, 'Servers').waitFor();
    await workbench.treeRow(/^Fleet/, 'Servers').click();
    await viewHeader(page, 'Jobs').getByText('Fleet').waitFor();
    await vscode.workbench.runCommand('Device Automation Jobs: Refresh');
    acts.start();
    await menu('Jobs', job.name, 'Share', 'Copy to Another Server…');
    await confirmReview(/Copy from “Fleet” to “Production”/);
    await workbench.quickInput.widget.getByText('Apply on the Production Server “Production”').waitFor();
    await type('Production');
    const copy = await until(
      async () => production.server.world.jobs.all().find(({ name }) => name === job.name),
      found => found !== undefined,
    );
    assert.deepEqual([copy?.policies, copy?.peers], [[77], [9_000]]);
  });

  async function namePolicy(id: number): Promise<void> {
    const { workbench } = vscode;
    await workbench.runCommand('Device Automation: Name ID…');
    await workbench.pick('Policy');
    await workbench.submitInput(String(id));
    await workbench.submitInput('Baseline');
  }

  function prepareFleet(): void {
    const { world } = fleet.server;
    for (const host of ['PC-042', 'PC-101', 'PC-102', 'PC-103', 'PC-500']) {
      const id = world.devices.nextId();
      world.addDevice({
        id,
        addr: `10.9.9.${id % 250}`,
        status: 'online',
        username: '',
        hostname: host,
        server_id: String(id),
        connection: '',
      });
    }
    const [first, ...others] = groups();
    assert.ok(first);
    first.name = 'Branch Kazan';
    for (const [index, group] of others.slice(0, 5).entries()) group.name = `Branch ${index + 1}`;
    for (const group of groups().slice(0, 3)) group.server_set = [...group.server_set, deviceId('PC-500')];
    for (const group of groups().slice(2, 4)) group.server_set = [...group.server_set, deviceId('PC-042')];
    for (const [index, job] of jobs().entries())
      if (index < 480 && index % 40 === 7)
        Object.assign(job, { name: `Updates Kazan ${index}`, params: evening, enabled: true });
      else if (index % 200 === 9) job.params = evening;
    Object.assign(jobAt(470), {
      name: 'Only on PC-042',
      groups: [],
      dynamic_groups: [],
      peers: [deviceId('PC-042')],
      enabled: true,
      params: evening,
    });
    for (const [index, name] of ['Sunday backup', 'Sunday scan'].entries())
      Object.assign(jobAt(472 + index), {
        name,
        groups: [],
        dynamic_groups: [],
        peers: [deviceId('PC-101')],
        enabled: true,
        params: `DTSTART:20260104T01${index}500Z\nRRULE:FREQ=WEEKLY;BYDAY=SU`,
      });
    Object.assign(jobAt(471), { peers: [...jobAt(471).peers, deviceId('PC-500')] });
  }

  /** Performs a task, and compares its acts with the document. */
  function task(title: string, perform: () => Promise<void>, { endsBefore = '' } = {}): void {
    const { acts: documented, atMost } = documentedTasks.get(title) ?? { acts: 0, atMost: 0 };
    it(`${title} At most ${atMost} acts, and ${documented} are needed`, async () => {
      await perform();
      const count = acts.count - (endsBefore === '' ? 0 : 1);
      assert.equal(count, documented, `docs/everyday-tasks.md: ${acts.log}`);
      assert.ok(count <= atMost, acts.log);
    });
  }

  /** Types a text where the focus is, which the quick input takes, and ends it with Enter. */
  async function type(text: string): Promise<void> {
    const { input } = vscode.workbench.quickInput;
    const focused = input.and(vscode.page.locator(':focus'));
    // A list that is redrawn at that moment takes the focus; a user then clicks into the input
    await untilDone(async () => {
      if (await isShown(focused)) return true;
      await input.click();
      return false;
    });
    await input.fill(text);
    await input.press('Enter');
  }

  /** Types a name, and accepts it when it is found. */
  async function find(name: string): Promise<void> {
    const { input, widget } = vscode.workbench.quickInput;
    await input.and(vscode.page.locator(':focus')).waitFor();
    await input.fill(name);
    await widget.locator('.monaco-list-row.focused').getByText(name, { exact: true }).first().waitFor();
    await input.press('Enter');
  }

  /** Accepts all lines of a preview by Enter. */
  async function confirmReview(title: RegExp): Promise<void> {
    const { widget, input } = vscode.workbench.quickInput;
    await widget.getByText(title).waitFor();
    await widget.getByText(/^[1-9]\d* Selected$/).waitFor();
    await input.press('Enter');
  }

  async function titleAction(name: string, title: string): Promise<void> {
    await viewHeader(vscode.page, name).hover();
    await view(name).getByRole('button', { name: title, exact: true }).click();
  }

  async function rowAction(name: string, label: string, title: string): Promise<void> {
    const row = await vscode.workbench.scrollToRow(new RegExp(`^${literal(label)}[ ,]`), name);
    await row.first().hover();
    await row.first().getByRole('button', { name: title, exact: true }).click();
  }

  /** A click on a row with the right button, and on an item of its menu. */
  async function menu(name: string, label: string, ...items: string[]): Promise<void> {
    const { workbench } = vscode;
    const row = await workbench.scrollToRow(new RegExp(`^${literal(label)}[ ,]`), name);
    await workbench.contextMenu(row.first(), ...items);
  }

  /** Lets a run fail that the window has seen executing. */
  async function watchFail(job: JobRecord): Promise<void> {
    fleet.server.runner.set(job, 'running');
    await vscode.workbench.runCommand('Device Automation Jobs: Refresh');
    await jobRow(job)
      .getByText(/^running\b/)
      .waitFor();
    // Responses say the server's time in whole seconds: looks that are closer together have no known order.
    const seenMs = Date.now();
    await until(
      async () => Date.now() - seenMs,
      ms => ms > 2_500,
    );
    fleet.server.runner.set(job, 'failed');
    await vscode.workbench.runCommand('Device Automation Jobs: Refresh');
    await vscode.workbench.treeRow(new RegExp(`^${literal(job.name)}, failed`), 'Jobs').waitFor();
  }

  async function clearFilter(): Promise<void> {
    await vscode.workbench.openView('Jobs');
    const message = view('Jobs').getByText(/^(?:Filter “|No job)/);
    if (await message.isVisible()) await vscode.workbench.clearFilter('Jobs');
    await message.waitFor({ state: 'hidden' });
  }

  function view(name: string): Locator {
    return viewPane(vscode.page, name);
  }

  function jobRow({ name }: JobRecord): Locator {
    return vscode.workbench.treeRow(new RegExp(`^${literal(name)}, `), 'Jobs').first();
  }

  function groupRow(name: string): Locator {
    return vscode.workbench.treeRow(new RegExp(`^${literal(name)}[ ,]`), 'Groups').first();
  }

  function jobs(): readonly JobRecord[] {
    return fleet.server.world.jobs.all();
  }

  function groups(): readonly GroupRecord[] {
    return fleet.server.world.groups.all();
  }

  function jobAt(index: number): JobRecord {
    const job = jobs()[index];
    assert.ok(job);
    return job;
  }

  function branch(): GroupRecord {
    const [group] = groups();
    assert.ok(group);
    return group;
  }

  function jobsOf({ id }: GroupRecord): readonly JobRecord[] {
    return jobs().filter(job => job.groups.includes(id));
  }

  function enabledOthers(): number {
    return jobs().filter(job => job.enabled && !job.groups.includes(branch().id)).length;
  }

  function deviceId(host: string): number {
    const device = fleet.server.world.findDevice(host);
    assert.ok(device, host);
    return device.id;
  }

  function groupsOfDevice(host: string): readonly number[] {
    return groups()
      .filter(({ server_set }) => server_set.includes(deviceId(host)))
      .map(({ id }) => id);
  }
});
