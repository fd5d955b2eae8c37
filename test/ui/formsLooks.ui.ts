import assert from 'node:assert/strict';
import { seedWorld } from '../../src/contrib/demo/server/seed/seedWorld.ts';
import { axeFindings } from './support/axe.ts';
import { addServer, useDemoFleet } from './support/demoFleet.ts';
import { FormPage } from './support/formPage.ts';
import { textFindings } from './support/pageTexts.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

const attack = '<img src=x onerror="document.title=1"> [run](command:workbench.action.quit) $(error)';
const rightToLeft = '\u202Eevil \u0645\u062C\u0645\u0648\u0639\u0629 😀';
const long = `${'very '.repeat(100)}long`;

const yearly = 'DTSTART:20830104T023000Z\nRRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=2MO\nEXDATE:20840110T023000Z';
/** Its runs are on the next day in the time zone of the browser, so that each time is shown with its day. */
const everyTwoWeeks = 'DTSTART:20830106T233000Z\nRRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TU;BYSETPOS=1';

describe('the appearance of forms', () => {
  const vscode = useVSCode({ isShared: true });
  const world = seedWorld({
    jobs: 5,
    groups: 8,
    devices: 40,
    seed: 3,
    now: Date.now(),
  });
  const fleet = useDemoFleet({ world, groupIds: true });
  let form: FormPage;

  before('connect, and open a job with hostile names', async () => {
    const job = world.jobs.all()[0];
    const groups = world.groups.all();
    assert.ok(job);
    [attack, rightToLeft, long].forEach((name, index) => {
      const group = groups[index];
      if (group) Object.assign(group, { name, dn: `CN=${name}` });
      world.addDevice({ ...deviceLike(index), hostname: name });
    });
    job.name = attack;
    job.groups = groups.slice(0, 3).map(({ id }) => id);
    job.peers = world.devices
      .all()
      .slice(-3)
      .map(({ id }) => id);
    Object.assign(job, { policies: [3], reports: [1], report_formats: ['pdf'] });
    await addServer(vscode.workbench, fleet.server, 'Fleet');
    await vscode.workbench.contextMenu(vscode.workbench.treeRow(/^<img src=x/, 'Jobs').first(), 'Open');
    form = new FormPage(vscode.workbench);
    await form.frame.getByLabel('Runs', { exact: true }).waitFor();
    await form.unfold('Text');
  });

  it('show hostile names as text', async () => {
    assert.equal(await form.text('Name').inputValue(), attack);
    await form.chosen('Static groups').getByText(attack, { exact: true }).waitFor();
    await form.chosen('Devices').getByText(attack, { exact: true }).waitFor();
    const shown = (await form.chosen('Static groups').allTextContents()).join('');
    assert.ok(!shown.includes('\u202E'), 'marks that turn the direction of text are left out');
    assert.ok(shown.includes('evil'));
    assert.equal(await form.frame.locator('img').count(), 0);
    assert.equal(await form.frame.locator('body').evaluate(() => document.title), 'Device Automation');
  });

  for (const theme of ['light', 'dark', 'hc-black', 'hc-light'] as const) {
    it(`have no axe violations in the theme ${theme}`, async () => {
      const { workbench } = vscode;
      await workbench.setTheme(theme);
      await form.text('Name').fill('');
      await form.frame.getByText('A job needs a name.', { exact: true }).waitFor();
      await workbench.screenshot(`forms-top-${theme}`);
      await form.box('Devices').fill('PC');
      await form.picker('Devices').getByRole('option', { selected: false }).first().waitFor();
      await workbench.screenshot(`forms-${theme}`);
      assert.deepEqual(await axeFindings(form.frame), [], 'with an error and an open list');
      await form.text('Name').fill(attack);
      await form.box('Devices').fill('');
      await form.text('Schedule').fill(yearly);
      await form.unfold('Later runs');
      await form.frame.getByLabel('Which one').focus();
      await workbench.screenshot(`builder-${theme}`);
      assert.deepEqual(await axeFindings(form.frame), [], 'with the schedule builder');
      await form.text('Schedule').fill(everyTwoWeeks);
      await form.frame.getByText(/The builder cannot show all of this schedule/).waitFor();
      await form.frame.getByLabel('Runs', { exact: true }).selectOption('weekly');
      await form.frame.getByText('Every Wednesday at 23:30 UTC, from January 6, 2083.').waitFor();
      await workbench.screenshot(`builder-replaces-${theme}`);
      assert.deepEqual(await axeFindings(form.frame), [], 'with a schedule that is about to be replaced');
      await form.button('Keep Schedule').click();
    });
  }

  it('fit into a narrow column and a window at 200 % zoom, with nothing cut off or overlapping', async () => {
    const { page, workbench } = vscode;
    for (const size of [
      { width: 700, height: 800 },
      { width: 640, height: 400 },
    ]) {
      await page.setViewportSize(size);
      // The page adapts to the size of the window with a short delay.
      const overflow = () =>
        form.frame.locator('html').evaluate(element => element.scrollWidth - element.clientWidth);
      await until(overflow, pixels => pixels <= 0);
      await until(
        () => textFindings(form.frame),
        findings => findings.length === 0,
      );
      await workbench.screenshot(`forms-narrow-${size.width}`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

function deviceLike(index: number) {
  return {
    id: 9_000 + index,
    addr: `10.9.9.${index}`,
    status: 'online',
    username: '',
    server_id: '',
    connection: '',
  };
}
