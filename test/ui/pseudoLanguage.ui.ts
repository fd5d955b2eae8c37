import assert from 'node:assert/strict';
import { opening, pseudoLanguage, pseudoText } from '../../scripts/pseudoLanguage.ts';
import { textFindings } from './support/pageTexts.ts';
import { until } from './support/until.ts';
import { useVSCode } from './support/useVSCode.ts';

/** Elements with names and statuses from the server, or with texts from `Intl` and the schedule descriptions. */
const data = [
  '.option',
  '.live [role=status]',
  '.sentence',
  '.schedule-runs td',
  '.toggles',
  '#schedule-month',
  '#schedule-unit',
  '#schedule-zone',
  '#group',
  'h1',
  '.option-heading',
  '.calendar thead',
  '.calendar .cell',
].join(', ');

/** The full window; and about what a side bar of 300 px leaves of the page at 200 % zoom. */
const sizes = [
  { width: 1280, height: 800, isWide: true },
  { width: 640, height: 400, isWide: false },
] as const;

describe('texts that are 40 % longer', () => {
  const vscode = useVSCode({ locale: pseudoLanguage, env: { TZ: 'Europe/Berlin' } });

  it('are used throughout the views and the walkthrough without a server, and none is cut off', async () => {
    const { workbench, page } = vscode;
    await page.getByRole('tab', { name: pseudoText('Device Automation'), exact: true }).click();
    await page.getByText(pseudoText('Add a management server to see its jobs here.')).waitFor();
    await workbench.screenshot('pseudo-welcome');
    assert.deepEqual(await inWindow('.welcome-view-content, .pane-header .title'), []);
    await workbench.runCommand(command('Get Started'));
    await page.locator('.step-description-container').first().waitFor();
    await workbench.screenshot('pseudo-walkthrough');
    assert.deepEqual(await inWindow('.step-title, .step-description-container, .category-title'), []);
  });

  it('are used throughout the menus of rows', async () => {
    const { page, workbench } = vscode;
    await page
      .getByRole('button', { name: pseudoText('Try with Demo Server') })
      .first()
      .click();
    const items = page.locator('.context-view .action-label:not(.separator)');
    const openJob = items.filter({ hasText: pseudoText('Open') }).first();
    await workbench.openMenu(rowOf('jobs'), openJob);
    const foreign = (await items.allTextContents()).filter(text => text !== '' && !text.includes(opening));
    assert.deepEqual(foreign, []);
    await page.keyboard.press('Escape');
  });

  it('are used throughout the form of a job, and none is cut off', async () => {
    await rowOf('jobs').dblclick();
    const frame = vscode.workbench.webviewFrame();
    await frame.locator('.schedule-runs td').first().waitFor();
    for (const summary of await frame.locator('.fold > summary').all()) await summary.click();
    await checkSizes('job');
  });

  it('are used throughout the form of a group, and none is cut off', async () => {
    await rowOf('groups').dblclick();
    await vscode.workbench
      .webviewFrame()
      .getByRole('group', { name: pseudoText('Devices') })
      .waitFor();
    await checkSizes('group');
  });

  it('are used throughout the timeline, and none is cut off', async () => {
    await vscode.workbench.runCommand(command('Show Timeline'));
    await vscode.workbench.webviewFrame().locator('.agenda-time').first().waitFor();
    await checkSizes('timeline');
  });

  function command(title: string): string {
    return `${pseudoText('Device Automation')}: ${pseudoText(title)}`;
  }

  function rowOf(view: 'jobs' | 'groups') {
    const pane = vscode.page.locator('.pane').nth(view === 'jobs' ? 0 : 1);
    return pane.getByRole('treeitem').first();
  }

  function inWindow(scope: string): Promise<readonly string[]> {
    return textFindings(vscode.page.mainFrame(), { opening, scope });
  }

  async function checkSizes(name: string): Promise<void> {
    const { workbench, page } = vscode;
    const frame = workbench.webviewFrame();
    for (const { isWide, ...size } of sizes) {
      await page.setViewportSize(size);
      await until(
        () => frame.locator('html').evaluate(element => element.clientWidth),
        width => width > 600 === isWide,
      );
      await workbench.screenshot(`pseudo-${name}-${size.width}`);
      // The page is laid out shortly after its width has changed.
      await until(
        () => textFindings(frame, { opening, data }),
        findings => findings.length === 0,
      );
    }
    await page.setViewportSize({ width: 1280, height: 800 });
  }
});
