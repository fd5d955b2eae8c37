import type { Frame } from 'playwright-core';
import type { Session } from '../ui/support/session.ts';
import { type BenchRow, limitRow } from './benchRow.ts';
import { startDemoServer } from './demoServer.ts';
import { openedRows } from './openedRows.ts';
import { enterCommand, newWindow, openBarePage, withBarePage } from './windows.ts';

const jobs = 10_000;

/** The timeline with 10,000 jobs in a real VS Code: how soon it shows something, and how it scrolls. */
export async function measureTimeline(): Promise<BenchRow[]> {
  const demo = await startDemoServer('--jobs', String(jobs), '--page-size', '5000', '--group-ids');
  return withBarePage('timeline', async session => {
    const { workbench } = session;
    await workbench.openView('Jobs');
    await workbench.runCommand('Device Automation: Add Server…');
    for (const answer of [demo.url, 'Fleet', demo.token]) await workbench.answerInput(answer);
    await workbench.toast('Connected to “Fleet”').waitFor();
    // The first page of a browser also installs what all pages need.
    await openBarePage(session);
    await windowWithAllJobs(session);
    const bare = await openBarePage(session);
    await windowWithAllJobs(session);
    const opened = await openTimeline(session);
    const name = `timeline of ${jobs.toLocaleString('en')} jobs`;
    return [
      limitRow(`${name}: first paint after its page begins`, 'ms', opened.shownMs - opened.beganMs, 500),
      // VS Code itself needs a good part of this.
      ...openedRows(
        `${name}: first paint after the command, first page of the window`,
        { ours: [opened.shownMs], bare: [bare] },
        { mostMs: 1_000 },
      ),
      limitRow(`${name}: a whole week with its clashes`, 'ms', opened.completeMs - opened.beganMs, 3_000),
      limitRow(`longest block while scrolling, ${opened.title}`, 'ms', await longestBlock(opened.frame), 50),
    ];
  }).finally(() => demo.end());
}

async function windowWithAllJobs(session: Session): Promise<void> {
  await newWindow(session);
  await session.workbench.runCommand('Device Automation: Load All Jobs');
  await session.page.locator('.pane-header').filter({ hasText: '10,000 of 10,000' }).waitFor();
}

/** Opens it from the palette; times count from the Enter key. */
async function openTimeline(session: Session) {
  const startMs = await enterCommand(session, 'Device Automation: Show Timeline');
  const inside = session.workbench.webviewFrame();
  const body = await inside.locator('body').elementHandle();
  const frame = await body?.ownerFrame();
  if (!frame) throw new Error('the timeline is not there');
  await frame.waitForFunction(() => performance.getEntriesByName('timeline-complete').length > 0);
  return {
    frame,
    beganMs: (await frame.evaluate(() => performance.timeOrigin)) - startMs,
    shownMs: (await markOf(frame, 'timeline-shown')) - startMs,
    completeMs: (await markOf(frame, 'timeline-complete')) - startMs,
    title: (await inside.getByRole('heading', { name: /^Agenda/ }).textContent()) ?? '',
  };
}

function markOf(frame: Frame, name: string): Promise<number> {
  return frame.evaluate(wanted => {
    const [mark] = performance.getEntriesByName(wanted);
    return performance.timeOrigin + (mark?.startTime ?? Number.NaN);
  }, name);
}

/** Scrolls through the agenda, a screen in each frame, and tells the longest task of the page meanwhile. */
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
