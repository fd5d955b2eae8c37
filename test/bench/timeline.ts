import type { Frame } from 'playwright-core';
import { Session } from '../ui/support/session.ts';
import { type BenchRow, limitRow } from './benchRow.ts';
import { startDemoServer } from './demoServer.ts';

const jobs = 10_000;

/** The timeline with 10,000 jobs in a real VS Code: how soon it shows something, and how it scrolls. */
export async function measureTimeline(): Promise<BenchRow[]> {
  const demo = await startDemoServer('--jobs', String(jobs), '--page-size', '5000', '--group-ids');
  const session = await Session.open({});
  try {
    const { workbench, page } = session;
    await workbench.openView('Jobs');
    await workbench.runCommand('Device Automation: Add Server…');
    await workbench.answerInput(demo.url);
    await workbench.answerInput('Fleet');
    await workbench.answerInput(demo.token);
    await workbench.toast('Connected to “Fleet”').waitFor();
    await workbench
      .treeRow(/, (finished|running|queued|failed|stopped|never run), /, 'Jobs')
      .first()
      .waitFor();
    await workbench.runCommand('Device Automation: Load All Jobs');
    await page.locator('.pane-header').filter({ hasText: '10.000 of' }).waitFor({ state: 'detached' });
    const opened = await openTimeline(session);
    const name = `timeline of ${jobs.toLocaleString('en')} jobs`;
    return [
      limitRow(`${name}: first paint after its page begins`, 'ms', opened.shownMs - opened.beganMs, 500),
      // The first page of a window: VS Code itself needs a good part of this.
      limitRow(
        `${name}: first paint after the command, first page of the window`,
        'ms',
        opened.shownMs,
        1_000,
      ),
      limitRow(`${name}: a whole week with its clashes`, 'ms', opened.completeMs - opened.beganMs, 3_000),
      limitRow(`longest block while scrolling, ${opened.title}`, 'ms', await longestBlock(opened.frame), 50),
    ];
  } finally {
    await session.close();
    await demo.end();
  }
}

/** Opens it from the palette; times count from the Enter key. */
async function openTimeline({ workbench, page }: Session) {
  await page.keyboard.press('F1');
  await workbench.quickInput.input.fill('>Device Automation: Show Timeline');
  await workbench.quickInput.option('Device Automation: Show Timeline').waitFor();
  const startMs = await page.evaluate(() => performance.timeOrigin + performance.now());
  await page.keyboard.press('Enter');
  const inside = workbench.webviewFrame();
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
