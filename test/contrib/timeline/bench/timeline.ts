import type { Frame } from 'playwright-core';
import { type BenchRow, limitRow, median } from '../../../bench/benchRow.ts';
import { startDemoServer } from '../../../bench/demoServer.ts';
import { openedRows, openInTurns } from '../../../bench/openedRows.ts';
import {
  closePage,
  enterCommand,
  msBetween,
  newWindow,
  openBarePage,
  withBarePage,
} from '../../../bench/windows.ts';
import type { Session } from '../../../ui/support/session.ts';

const jobs = 10_000;

/** The timeline with 10,000 jobs in a real VS Code: the time until it shows something, and its scrolling. */
export async function run(): Promise<BenchRow[]> {
  const demo = await startDemoServer('--jobs', String(jobs), '--page-size', '5000', '--group-ids');
  return withBarePage('timeline', async session => {
    const { workbench } = session;
    await workbench.openView('Jobs');
    await workbench.runCommand('Device Automation: Add Server…');
    for (const value of [demo.url, 'Fleet', demo.token]) await workbench.submitInput(value);
    await workbench.notifications.toast('Connected to “Fleet”').waitFor();
    const painted: Painted[] = [];
    const opened = await openInTurns({
      newWindow: () => windowWithAllJobs(session),
      ours: async () => {
        const timeline = await openTimeline(session);
        painted.push(timeline);
        await closePage(session);
        return timeline.shownMs;
      },
      bare: () => openBarePage(session),
    });
    const { frame } = await openTimeline(session);
    const name = `timeline of ${jobs.toLocaleString('en')} jobs`;
    const inNewWindows = painted.slice(0, 2 * opened.first.length);
    const sinceBegan = (pick: (one: Painted) => number) =>
      median(inNewWindows.map(one => pick(one) - one.beganMs));
    return [
      ...openedRows(name, opened, { firstMs: 1_000 }),
      limitRow(
        `${name}: first paint after its page begins`,
        'ms',
        sinceBegan(one => one.shownMs),
        500,
      ),
      limitRow(
        `${name}: a whole week with its clashes`,
        'ms',
        sinceBegan(one => one.completeMs),
        3_000,
      ),
      limitRow('longest block while scrolling the agenda', 'ms', await longestBlock(frame), 50),
    ];
  }).finally(() => demo.end());
}

async function windowWithAllJobs(session: Session): Promise<void> {
  await newWindow(session);
  await session.page.locator('.pane-header').filter({ hasText: '10,000 of 10,000' }).waitFor();
}

/** Times in ms from pressing Enter. */
interface Painted {
  readonly beganMs: number;
  readonly shownMs: number;
  readonly completeMs: number;
}

/** Opens the timeline from the command palette. */
async function openTimeline(session: Session) {
  const startMs = await enterCommand(session, 'Device Automation: Show Timeline');
  const inside = session.workbench.webviewFrame();
  const body = await inside.locator('body').elementHandle();
  const frame = await body?.ownerFrame();
  if (!frame) throw new Error('the timeline is not there');
  await frame.waitForFunction(() => performance.getEntriesByName('timeline-complete').length > 0);
  return {
    frame,
    beganMs: msBetween(startMs, await frame.evaluate(() => performance.timeOrigin)),
    shownMs: msBetween(startMs, await markOf(frame, 'timeline-shown')),
    completeMs: msBetween(startMs, await markOf(frame, 'timeline-complete')),
  };
}

function markOf(frame: Frame, name: string): Promise<number> {
  return frame.evaluate(wanted => {
    const [mark] = performance.getEntriesByName(wanted);
    return performance.timeOrigin + (mark?.startTime ?? Number.NaN);
  }, name);
}

/** Scrolls through the agenda, one screen per frame; resolves with the longest task of the page during that. */
function longestBlock(frame: Frame): Promise<number> {
  return frame.evaluate(async () => {
    let longestMs = 0;
    const observer = new PerformanceObserver(list => {
      for (const { duration } of list.getEntries()) longestMs = Math.max(longestMs, duration);
    });
    observer.observe({ entryTypes: ['longtask'] });
    const list = document.querySelector('#agenda');
    for (let step = 0; step < 200 && list !== null; step++) {
      list.scrollTop += step % 20 === 0 ? list.scrollHeight / 12 : list.clientHeight;
      await new Promise(resolve => requestAnimationFrame(resolve));
    }
    observer.disconnect();
    return longestMs;
  });
}
