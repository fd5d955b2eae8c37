import assert from 'node:assert/strict';
import * as z from 'zod';
import { withFormPage } from '../support/formPage.ts';
import { keyboard } from '../support/missingParts.ts';
import { boxOf } from '../support/pickers.ts';
import { useBrowser } from '../support/useBrowser.ts';

const leave = () => {
  keyboard.isHere = false;
};
const group = { kind: 'group', text: '{"name": "One", "server_set": ["pc-1"]}' } as const;

const place = (state: unknown) => z.object({ scrollTop: z.number(), focus: z.string() }).parse(state);

describe('the place in a form', () => {
  useBrowser();

  it('is the first field of a new page', () =>
    withFormPage(async ({ page }) => {
      assert.equal(page.focused, page.get('textbox', 'Name'));
      assert.equal(document.documentElement.scrollTop, 0);
      assert.deepEqual(page.revealed, []);
    }, group));

  it('is where the focus was when the page was hidden', () =>
    withFormPage(
      async ({ page }) => {
        assert.equal(page.focused, boxOf(page));
        assert.equal(document.documentElement.scrollTop, 120);
        assert.deepEqual(page.revealed, []);
      },
      { ...group, state: { version: 1, scrollTop: 120, focus: 'field-server_set' } },
    ));

  for (const state of [{ scrollTop: 1, focus: 'field-server_set' }, 'x'])
    it(`is the first field if another version stored something else: ${JSON.stringify(state)}`, () =>
      withFormPage(async ({ page }) => assert.equal(page.focused, page.get('textbox', 'Name')), {
        ...group,
        state,
      }));

  it('gets the focus only when the page has it', () =>
    withFormPage(
      async ({ page }) => {
        assert.equal(page.focused, document.body);
        await page.setKeyboard(true);
        assert.equal(page.focused, page.get('textbox', 'Name'));
      },
      { ...group, before: leave },
    ));

  it('gets the focus back after another part of VS Code had it', () =>
    withFormPage(async ({ page }) => {
      const save = page.get('button', 'Save');
      save.focus();
      // As Chromium does.
      save.blur();
      await page.setKeyboard(false);
      await page.setKeyboard(true);
      assert.equal(page.focused, save);
    }, group));

  it('is stored on every focus change and scroll', () =>
    withFormPage(async ({ page }) => {
      await page.click(boxOf(page));
      assert.deepEqual(place(page.state), { scrollTop: 0, focus: 'field-server_set' });
      page.scroll(document.documentElement, 77);
      document.dispatchEvent(new Event('scroll'));
      assert.deepEqual(place(page.state), { scrollTop: 77, focus: 'field-server_set' });
      const summary = page.get('button', 'General');
      summary.focus();
      assert.deepEqual(place(page.state), { scrollTop: 77, focus: 'field-server_set' });
      await page.click(page.get('textbox', 'Name'));
      assert.deepEqual(place(page.state), { scrollTop: 77, focus: 'field-name' });
    }, group));

  it('is the first field in the form that the server rejected', () =>
    withFormPage(async ({ page, events, document: { uri } }) => {
      events.rejected.fire({ uri, fields: ['server_set', 'dn'] });
      await page.settled();
      assert.equal(page.focused, page.get('textbox', 'Distinguished name'));
      assert.deepEqual(
        page.revealed.map(([{ id }, place]) => [id, place]),
        [['field-dn', 'center']],
      );
      events.rejected.fire({ uri, fields: ['unknown'] });
      await page.settled();
      assert.equal(page.revealed.length, 1);
    }, group));

  it('is scrolled into view, with folded parts opened only this time', () =>
    withFormPage(
      async ({ page, events, newlySent, document: { uri } }) => {
        assert.deepEqual(page.all('textbox', 'Schedule'), []);
        events.rejected.fire({ uri, fields: ['params', 'report_formats'] });
        await page.settled();
        assert.equal(page.focused, page.get('textbox', 'Schedule'));
        assert.deepEqual(newlySent(), []);
        await page.click(page.get('button', 'Schedule'));
        assert.deepEqual(page.all('textbox', 'Schedule'), []);
        assert.deepEqual(newlySent(), [], 'it is folded as the person had left it');
        await page.click(page.get('button', 'Schedule'));
        page.get('textbox', 'Schedule').focus();
        events.rejected.fire({ uri, fields: ['report_formats'] });
        await page.settled();
        assert.equal(page.focused, page.get('textbox', 'Schedule'));
      },
      {
        text: '{"name": "One"}',
        before: ({ state }) => void Object.assign(state, { folds: { schedule: false } }),
      },
    ));
});
