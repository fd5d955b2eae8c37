import assert from 'node:assert/strict';
import { Debounce } from '../../../../src/webview/dom/debounce.ts';
import { ShownPage } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

describe('a debounced call', () => {
  useBrowser();
  let page: ShownPage;
  let runs = 0;
  const debounce = new Debounce(() => {
    runs += 1;
  });
  beforeEach(() => {
    page = new ShownPage({ html: '<main></main>', receive: () => assert.fail() });
    runs = 0;
  });
  afterEach(() => page.close());

  it('runs once, 250 ms after the last key', async () => {
    debounce.restart();
    await page.wait(200);
    debounce.restart();
    await page.wait(249);
    assert.deepEqual([runs, debounce.isPending], [0, true]);
    await page.wait(1);
    assert.deepEqual([runs, debounce.isPending], [1, false]);
    await page.wait(1000);
    assert.equal(runs, 1);
  });

  it('runs at once on flush, and not when nothing was typed', async () => {
    debounce.flush();
    assert.equal(runs, 0);
    debounce.restart();
    debounce.flush();
    debounce.flush();
    await page.wait(250);
    assert.deepEqual([runs, debounce.isPending], [1, false]);
  });

  it('does not run when it is canceled', async () => {
    debounce.restart();
    debounce.cancel();
    debounce.flush();
    await page.wait(250);
    assert.deepEqual([runs, debounce.isPending], [0, false]);
  });
});
