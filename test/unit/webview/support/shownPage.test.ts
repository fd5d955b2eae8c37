import assert from 'node:assert/strict';
import { enterBrowser, leaveBrowser } from './browserWindow.ts';
import { nameOf, ShownPage } from './shownPage.ts';
import { useBrowser } from './useBrowser.ts';

const html = `<html lang="ru"><body data-page="p"><main>
  <label>Name <input value="One"></label>
  <details><summary>More</summary><button>Save</button></details>
  <button hidden>Hidden</button>
</main></body></html>`;

describe('a page in plain Node', () => {
  useBrowser();
  const open = (receive: (message: unknown) => void = () => undefined, state?: unknown) =>
    new ShownPage({ html, state, receive });

  it('finds elements by role and name if they are visible', async () => {
    const page = open();
    assert.equal(nameOf(page.get('textbox')), 'Name');
    assert.deepEqual(page.all('button', 'Save'), []);
    await page.click(page.get('button', 'More'));
    assert.deepEqual(page.all('button').map(nameOf), ['More', 'Save']);
    assert.equal(page.text(), 'Name More Save');
    assert.throws(() => page.get('button', 'Hidden'), /0 × button “Hidden”; there are: More, Save/);
    assert.equal(document.documentElement.lang, 'ru');
    page.close();
    assert.equal(page.text(), '');
  });

  it('ignores events after it was closed', async () => {
    const heard: unknown[] = [];
    const page = open();
    window.addEventListener('message', ({ data }) => heard.push(data));
    document.addEventListener('keydown', ({ key }) => heard.push(key));
    await page.deliver('one');
    await page.press('a');
    page.close();
    const next = open();
    await next.deliver('two');
    await next.press('b');
    next.close();
    assert.deepEqual(heard, ['one', 'a']);
  });

  it('fails when its scripts throw', async () => {
    const page = open();
    window.addEventListener('message', () => {
      throw new RangeError('broken');
    });
    await page.deliver('one');
    assert.throws(() => page.close(), /broken/);
    open().close();
  });

  it('has its own clock', async () => {
    const page = open();
    const run: string[] = [];
    window.clearTimeout(window.setTimeout(() => run.push('never'), 10));
    window.setTimeout(() => run.push('late'), 20);
    await page.wait(19);
    assert.deepEqual(run, []);
    await page.wait(1);
    assert.deepEqual(run, ['late']);
    page.close();
  });
});

describe('plain Node', () => {
  it('is restored when the tests of pages are over', () => {
    const names = () => Object.getOwnPropertyNames(globalThis).sort();
    const [before, event] = [names(), globalThis.Event];
    enterBrowser();
    assert.notEqual(globalThis.Event, event);
    new ShownPage({ html, receive: () => undefined }).close();
    leaveBrowser();
    assert.deepEqual(names(), before);
    assert.equal(globalThis.Event, event);
  });
});
