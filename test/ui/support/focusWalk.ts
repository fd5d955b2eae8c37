import type { FrameLocator, Page } from 'playwright-core';
import type { FocusWalk } from './inPage/focusSteps.ts';
import { inPage } from './inPage.ts';

const mostSteps = 120;
const stepsAtOnce = 15;

/** Moves the focus through a page with Tab, from the focused element until it leaves the page. */
export async function focusWalk(page: Page, frame: FrameLocator): Promise<FocusWalk> {
  await inPage(frame, ['focusSteps', 'begin']);
  for (let count = 0; ; count += stepsAtOnce) {
    const walk = await inPage<FocusWalk>(frame, ['focusSteps', 'progress']);
    if (!walk.hasFocus || count >= mostSteps) return walk;
    for (let step = 0; step < stepsAtOnce; step += 1) await page.keyboard.press('Tab');
  }
}
