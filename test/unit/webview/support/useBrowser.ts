/**
 * Tests of pages in plain Node. A file of tests calls `useBrowser()` in its `describe`, and opens a page in
 * each test:
 *
 *     useBrowser();
 *     it('…', () => withFormPage(async ({ page, json }) => {
 *       await page.type(page.get('textbox', 'Name'), ' 2');
 *       await page.wait(250);
 *       assert.equal(json().name, 'One 2');
 *     }, { text: '{"name": "One"}' }));
 *
 * Elements are found as a person finds them: by role and name (`page.get`, `page.all`), also inside of components. What a
 * person does (`click`, `type`, `press`, `paste`, `choose`) returns when page and host have done what follows from it.
 * There is no layout: everything is 0 pixels high, and `page.revealed` and `page.scroll` stand for scrolling. Time passes
 * by `page.wait`. A module of a page is imported only when the window is there: by `await import(…)` in a test, or by
 * what opens a page. Forms stand on the real host half and a server in memory (`withFormPage`); another page is opened by
 * `new ShownPage(…)`, whose messages the test gives to its host.
 */
import { enterBrowser, leaveBrowser } from './browserWindow.ts';

export function useBrowser(): void {
  before(enterBrowser);
  after(leaveBrowser);
}
