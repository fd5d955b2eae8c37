import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import type { DemoProcess } from '../support/demoProcess.ts';
import type { Session } from '../ui/support/session.ts';
import { viewPane } from '../ui/support/tree.ts';
import { until } from '../ui/support/until.ts';
import { bareContainer, bareReady, bareView, writeBareExtension } from './bareExtension.ts';
import { type BenchRow, type Pair, pairsRow } from './benchRow.ts';
import { startDemoServer } from './demoServer.ts';
import { untilCompiled, withVSCode } from './windows.ts';

const windows = 15;
const mostOfFloor = 1.15;

interface Rows {
  readonly container: string;
  readonly view: string;
}

const ours: Rows = { container: 'Device Automation', view: 'Jobs' };
const bare: Rows = { container: bareContainer, view: bareView };

/**
 * The time from the click on the activity bar icon in a new window to the first rows of the installed package,
 * alternating with an extension that has the same views and menus in the same VS Code, but only loads undici, reads a
 * token, sends one request and shows 50 rows.
 */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'da-bare-'));
  const demo = await startDemoServer('--jobs', '50', '--page-size', '50', '--group-ids', '--pace', 'still');
  await writeBareExtension(folder, demo);
  const options = { extension: 'package', keepsSecrets: true, beside: [folder] } as const;
  return withVSCode(options, async session => {
    await addServer(session, demo);
    await untilCompiled(session);
    const pairs: Pair[] = [];
    // The first window of each is not counted, because it also reads the files from disk.
    for (let window = 0; window <= windows; window++) {
      const pair = { bare: await firstRowsMs(session, bare), ours: await firstRowsMs(session, ours) };
      if (window > 0) pairs.push(pair);
    }
    return [pairsRow('first rows after the click, in a new window', 'ms', pairs, mostOfFloor)];
  }).finally(async () => {
    await demo.end();
    await rm(folder, { recursive: true, force: true });
  });
}

async function addServer({ workbench }: Session, demo: DemoProcess): Promise<void> {
  await workbench.openView('Servers');
  await workbench.runCommand('Device Automation: Add Server…');
  for (const value of [demo.url, 'Fifty', demo.token]) await workbench.submitInput(value);
  await workbench.notifications.toast('Connected to “Fifty”').waitFor();
}

async function firstRowsMs(session: Session, { container, view }: Rows): Promise<number> {
  const { page } = session;
  await showExplorer(session);
  await session.reload();
  // Until then, other extensions are still starting.
  await page.locator('.statusbar-item').filter({ hasText: bareReady }).waitFor();
  const tab = page.getByRole('tab', { name: container, exact: true });
  await tab.waitFor();
  await untilIdle(page);
  await watchRows(page, view);
  await tab.click();
  await viewPane(page, view).getByRole('treeitem').first().waitFor();
  return page.evaluate(() => {
    const marked = (name: string) => performance.getEntriesByName(name)[0]?.startTime ?? Number.NaN;
    return marked('bench-rows') - marked('bench-click');
  });
}

/**
 * Shows the Explorer, for which VS Code stores no view ID, so that the new window starts without rows of either
 * extension.
 */
async function showExplorer(session: Session): Promise<void> {
  const tab = session.page.getByRole('tab', { name: /^Explorer/ });
  if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
  await session.page.locator('.explorer-folders-view').waitFor();
  await until(
    () => session.stored('workbench.sidebar.activeviewletid'),
    ids => ids.every(id => id === undefined),
  );
}

/** Waits until VS Code has finished starting: a user clicks in a window that stands still. */
function untilIdle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const idleMs = () =>
      new Promise<number>(resolve => requestIdleCallback(deadline => resolve(deadline.timeRemaining())));
    const pause = () => new Promise(resolve => setTimeout(resolve, 30));
    for (let idle = 0; idle < 6; await pause()) idle = (await idleMs()) > 40 ? idle + 1 : 0;
  });
}

/** Records in the page when the click occurs and when the first row of the view appears. */
function watchRows(page: Page, view: string): Promise<void> {
  return page.evaluate(wanted => {
    addEventListener('mousedown', () => performance.mark('bench-click'), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      const panes = document.querySelectorAll('#workbench\\.parts\\.sidebar .pane:has([role=treeitem])');
      const isThere = [...panes].some(pane => pane.querySelector('.title')?.textContent === wanted);
      if (performance.getEntriesByName('bench-click').length === 0 || !isThere) return;
      performance.mark('bench-rows');
      observer.disconnect();
    });
    observer.observe(document.body, { childList: true, subtree: true });
  }, view);
}
