/**
 * Tests of pages in plain Node. A test file calls `useBrowser()` in its `describe`, and opens a page in each test:
 *
 *     useBrowser();
 *     it('…', () => withFormPage(async ({ page, json }) => {
 *       await page.type(page.get('textbox', 'Name'), ' 2');
 *       await page.wait(250);
 *       assert.equal(json().name, 'One 2');
 *     }, { text: '{"name": "One"}' }));
 *
 * Elements are found as users find them: by role and name (`page.get`, `page.all`), including those inside components.
 * User actions (`click`, `type`, `press`, `paste`, `choose`) resolve when the page and its host have processed them.
 * There is no layout: everything is 0 pixels high, and `page.revealed` and `page.scroll` replace scrolling. Time passes
 * with `page.wait`. Import the module of a page only once the window exists: with `await import(…)` in a test, or in what
 * opens a page. Forms run on the real host and a server in memory (`withFormPage`); other pages are opened with
 * `new ShownPage(…)`, and the test passes their messages to their host.
 */
import { enterBrowser, leaveBrowser } from './browserWindow.ts';

export function useBrowser(): void {
  before(enterBrowser);
  after(leaveBrowser);
}
