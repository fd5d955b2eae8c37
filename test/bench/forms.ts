import type { FrameLocator, Page } from 'playwright-core';
import { FormPage } from '../ui/support/formPage.ts';
import type { Session } from '../ui/support/session.ts';
import { bareDocumentCommand } from './bareExtension.ts';
import { type BenchRow, limitRow } from './benchRow.ts';
import { startDemoServer } from './demoServer.ts';
import { openedRows, openInTurns } from './openedRows.ts';
import {
  closePage,
  enterCommand,
  jobRows,
  msBetween,
  newWindow,
  openBarePage,
  withBarePage,
  withVSCode,
} from './windows.ts';

const mostKeystrokeMs = 50;

/** Forms in a real VS Code: the time until one is usable, and how long a keystroke blocks the page. */
export async function run(): Promise<BenchRow[]> {
  return [...(await measureOpening()), ...(await measureTyping())];
}

/** The time from pressing Enter on the command to a form with its fields filled in, with the default demo data. */
function measureOpening(): Promise<BenchRow[]> {
  return withBarePage('form', async session => {
    await session.workbench.openView('Jobs');
    await session.workbench.runCommand('Device Automation: Try with Demo Server');
    await jobRows(session);
    const opened = await openInTurns({
      newWindow: () => newWindow(session),
      ours: () => openForm(session),
      bare: () => openBarePage(session, bareDocumentCommand),
    });
    return openedRows('form', opened, { firstMs: 1_000, laterMs: 300 });
  });
}

async function openForm(session: Session): Promise<number> {
  const startMs = await enterCommand(session, 'Device Automation: New Job');
  const form = new FormPage(session.workbench);
  await form.text('Name').waitFor();
  const usableMs = await form.frame.locator('body').evaluate(() => {
    const [mark] = performance.getEntriesByName('form-usable');
    return performance.timeOrigin + (mark?.startTime ?? Number.NaN);
  });
  await closePage(session);
  return msBetween(startMs, usableMs);
}

/** The script and layout time of single keystrokes, with 5,000 known devices and 1,000 groups. */
async function measureTyping(): Promise<BenchRow[]> {
  const demo = await startDemoServer(
    '--groups',
    '1000',
    '--devices',
    '5000',
    '--group-ids',
    '--pace',
    'still',
  );
  return withVSCode({}, async session => {
    const { workbench } = session;
    await workbench.openView('Servers');
    await workbench.runCommand('Device Automation: Add Server…');
    for (const value of [demo.url, 'Large', demo.token]) await workbench.submitInput(value);
    await workbench.notifications.toast('Connected to “Large”').waitFor();
    await workbench.runCommand('Device Automation: New Job');
    const form = new FormPage(workbench);
    await form.box('Devices').fill('PC');
    await form.picker('Devices').getByRole('option').nth(5).waitFor();
    return [
      limitRow(
        'longest keystroke, 5,000 devices',
        'ms',
        await longestKeystroke(form, 'Devices', 'WH3-PC-00'),
        mostKeystrokeMs,
      ),
      limitRow(
        'longest keystroke, 1,000 groups',
        'ms',
        await longestKeystroke(form, 'Static groups', 'Branch office'),
        mostKeystrokeMs,
      ),
      limitRow(
        'longest task while a name is typed',
        'ms',
        await longestTask(form, session.page),
        mostKeystrokeMs,
      ),
    ];
  }).finally(() => demo.end());
}

/** The longest time that adding or removing a letter blocks the page, in listeners and layout. */
function longestKeystroke(form: FormPage, label: string, text: string): Promise<number> {
  return form.box(label).evaluate((input, typed) => {
    if (!(input instanceof HTMLInputElement)) throw new Error('not the field of a list');
    const lengths = [...Array.from({ length: typed.length }, (_, index) => index + 1)];
    const times = [...lengths, ...lengths.toReversed(), 0].map(length => {
      input.value = typed.slice(0, length);
      const start = performance.now();
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      document.body.getBoundingClientRect();
      return performance.now() - start;
    });
    return Math.max(...times);
  }, text);
}

/**
 * The longest task of the page when it receives the document after each pause in typing; browsers report only tasks of
 * at least 50 ms.
 */
async function longestTask(form: FormPage, page: Page): Promise<number> {
  await watchTasks(form.frame);
  await form.text('Name').click();
  for (const word of ['Nightly ', 'update ', 'of ', 'everything']) {
    await page.keyboard.type(word, { delay: 60 });
    await form.status('Not saved yet.').waitFor();
  }
  return form.frame.locator('body').evaluate(body => Number(body.dataset['longestTask'] ?? '0'));
}

function watchTasks(frame: FrameLocator): Promise<void> {
  return frame.locator('body').evaluate(body => {
    new PerformanceObserver(list => {
      const longest = Math.max(
        Number(body.dataset['longestTask'] ?? '0'),
        ...list.getEntries().map(entry => entry.duration),
      );
      body.dataset['longestTask'] = String(longest);
    }).observe({ type: 'longtask' });
  });
}
