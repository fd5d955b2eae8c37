import assert from 'node:assert/strict';
import { PageMessageSchema } from '../../../src/pages/protocol/pageMessages.ts';
import { startForm, withFormPage } from '../support/formPage.ts';
import { leaves } from '../support/pickers.ts';
import { ShownPage } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const text = '{"name": "One", "server_set": ["pc-1"]}';
const group = { kind: 'group', text } as const;
const control = (keys: string) => `{Control>}${keys}{/Control}`;

describe('the page of a form', () => {
  useBrowser();

  it('requests its content when it was loaded without any', async () => {
    const sent: unknown[] = [];
    const html = '<body data-page="p1"><main></main></body>';
    const page = new ShownPage({ html, receive: message => sent.push(message) });
    await startForm();
    assert.deepEqual(sent, [{ type: 'ready', page: 'p1', hasContents: false }]);
    await page.deliver({
      type: 'live',
      page: 'p1',
      facts: { status: '', since: '', next: '', isExecuting: false },
    });
    for (const key of ['s', 'z']) assert.equal(await leaves(page, control(key)), true);
    await page.setKeyboard(false);
    document.dispatchEvent(new Event('visibilitychange'));
    assert.equal(page.text(), '');
    assert.equal(sent.length, 1);
    page.close();
  });

  it('shows the content it was loaded with before any message arrives', () =>
    withFormPage(async ({ page, began, panel }) => {
      const { page: name } = began[0] ?? assert.fail();
      assert.deepEqual(began, [{ type: 'ready', page: name, hasContents: true }]);
      assert.deepEqual(page.state, { page: name, version: 1, scrollTop: 0, focus: 'field-name' });
      page.close();
      const shown = new ShownPage({ html: panel.webview.html, receive: () => undefined });
      await startForm();
      await shown.settled();
      const field = shown.get('textbox', 'Name');
      assert.ok(field instanceof HTMLInputElement);
      assert.equal(field.value, 'One');
      assert.equal(performance.getEntriesByName('form-usable').length > 0, true);
    }, group));

  it('requests everything again when it is loaded from its initial HTML', () =>
    withFormPage(async ({ page, panel }) => {
      const { again, sent } = page.loadedAgain(panel.webview.html);
      await startForm();
      assert.deepEqual(again.all('textbox'), []);
      assert.deepEqual(
        sent
          .map(message => PageMessageSchema.parse(message))
          .map(message => 'hasContents' in message && message.hasContents),
        [false],
      );
    }, group));

  it('shows no fields before it has the document', () =>
    withFormPage(async ({ page, messages }) => {
      await page.deliver(messages[0]);
      assert.ok(page.get('heading', 'Group #1'));
      assert.equal(page.text(), 'Group #1 Group #1 on Plant Save Open as JSON');
      assert.deepEqual([page.all('textbox'), page.all('alert')], [[], []]);
      assert.equal(page.get('banner').getAttribute('aria-busy'), 'false');
    }, group));

  it('ignores other pages, and anything that is not a message', () =>
    withFormPage(async ({ page, messages }) => {
      const status = { kind: 'failed', text: 'No.', canSave: true, conflict: '', keepBoth: 'no', version: 1 };
      await page.deliver({ type: 'status', page: 'another', status });
      await page.deliver('status');
      assert.deepEqual(page.all('alert'), []);
      await page.deliver({ type: 'status', page: messages[0]?.page, status });
      assert.equal(page.text(page.get('alert')), 'No.');
    }, group));

  it('explains why a text cannot be shown, until it can be again', () =>
    withFormPage(async ({ page, edit }) => {
      await edit('{"name": 7, "server_set": 8}');
      assert.equal(
        page.text(page.get('alert')),
        'This document cannot be shown as a form. It was not changed. name: Expected text. server_set: Expected a list.',
      );
      assert.equal(page.all('listitem').length, 2);
      assert.deepEqual(page.all('textbox'), []);
      await edit('{"name": ');
      assert.match(page.text(page.get('alert')), /^This document .* This is not valid JSON\.$/);
      assert.equal(page.all('listitem').length, 1);
      await edit('{"name": "Two"}');
      assert.deepEqual(page.all('alert'), []);
      const name = page.get('textbox', 'Name');
      assert.ok(name instanceof HTMLInputElement);
      assert.equal(name.value, 'Two');
    }, group));

  it('is drawn again when it is set up again, with the same parts folded', () =>
    withFormPage(async ({ page, send, sent }) => {
      await page.click(page.get('button', 'General'));
      const name = page.all('textbox', 'Name');
      assert.deepEqual(name, []);
      await send({ type: 'ready', hasContents: false });
      await page.settled();
      assert.deepEqual(page.all('heading', 'One').length, 1);
      assert.deepEqual(page.all('textbox', 'Name'), []);
      await page.click(page.get('button', 'General'));
      assert.deepEqual(
        sent.map(({ page: _, ...message }) => message),
        [
          { type: 'fold', id: 'general', isOpen: false },
          { type: 'fold', id: 'general', isOpen: true },
        ],
      );
    }, group));

  for (const [keys, action] of [
    [control('s'), 'save'],
    ['{Meta>}s{/Meta}', 'save'],
    [control('z'), 'undo'],
    [control('{Shift>}z{/Shift}'), 'redo'],
    [control('y'), 'redo'],
  ] as const)
    it(`does ${action} for ${keys} itself only while something typed is not in the document`, () =>
      withFormPage(async ({ page, newlySent, hold, release, deliver }) => {
        await page.type(page.get('textbox', 'Name'), '!');
        hold();
        assert.equal(await leaves(page, keys), false);
        const change = {
          type: 'change',
          sequence: 1,
          change: { kind: 'text', field: 'name', value: 'One!' },
        };
        assert.deepEqual(newlySent(), [change, { type: 'action', action }]);
        await deliver({ type: 'live', facts: { status: '', since: '', next: '', isExecuting: false } });
        assert.equal(await leaves(page, keys), false);
        assert.deepEqual(newlySent(), [{ type: 'action', action }]);
        await release();
        assert.equal(await leaves(page, keys), true);
        assert.deepEqual(newlySent(), []);
      }, group));

  for (const keys of ['s', 'z', 'y', control('{Shift>}s{/Shift}'), control('b'), '{Alt>}s{/Alt}'])
    it(`leaves ${keys} to VS Code`, () =>
      withFormPage(async ({ page, sent }) => {
        await page.type(page.get('textbox', 'Name'), '!');
        assert.equal(await leaves(page, keys), true);
        assert.equal(
          sent.some(({ type }) => type === 'action'),
          false,
        );
      }, group));

  it('sends typed text when another editor gets the focus, or the page is hidden', () =>
    withFormPage(async ({ page, json }) => {
      await page.type(page.get('textbox', 'Name'), ' 2');
      await page.setKeyboard(false);
      assert.deepEqual(json(), { name: 'One 2', server_set: ['pc-1'] });
      await page.type(page.get('textbox', 'Name'), '3');
      document.dispatchEvent(new Event('visibilitychange'));
      await page.settled();
      assert.deepEqual(json(), { name: 'One 23', server_set: ['pc-1'] });
    }, group));

  it('sends typed text before the action of a button', () =>
    withFormPage(async ({ page, newlySent, called, json }) => {
      await page.type(page.get('textbox', 'Name'), ' 2');
      // A button that is activated without leaving the field, as by a screen reader.
      page.get('button', 'Save').dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await page.settled();
      assert.deepEqual(
        newlySent().map(({ type }) => type),
        ['change', 'action'],
      );
      assert.deepEqual([called, json()], [[['save']], { name: 'One 2', server_set: ['pc-1'] }]);
      await page.click(page.get('button', 'Open as JSON'));
      assert.deepEqual(called.at(-1), ['openJson']);
    }, group));
});
