import assert from 'node:assert/strict';
import { withFormPage } from '../support/formPage.ts';
import { descriptionOf } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const text = '{"name": "One", "server_set": ["pc-1"]}';
const group = { kind: 'group', text } as const;

describe('a text field of a form', () => {
  useBrowser();

  it('puts what was typed into the document after a pause', () =>
    withFormPage(async ({ page, json, document }) => {
      await page.type(page.get('textbox', 'Name'), ' 2');
      await page.wait(249);
      assert.equal(document.text, text);
      await page.wait(1);
      assert.deepEqual(json(), { name: 'One 2', server_set: ['pc-1'] });
    }, group));

  it('puts it there at once when the keyboard leaves the field', () =>
    withFormPage(async ({ page, json }) => {
      await page.type(page.get('textbox', 'Name'), ' 2');
      await page.click(page.get('combobox'));
      assert.deepEqual(json(), { name: 'One 2', server_set: ['pc-1'] });
    }, group));

  it('is marked, and described by its problem, until that is mended', () =>
    withFormPage(async ({ page }) => {
      const name = page.get('textbox', 'Name');
      assert.equal(name.getAttribute('aria-invalid'), 'false');
      await page.fill(name, '');
      await page.wait(250);
      assert.equal(name.getAttribute('aria-invalid'), 'true');
      const problem = descriptionOf(name);
      assert.notEqual(problem, '');
      assert.ok(page.text().includes(problem));
      await page.type(name, 'Two');
      await page.wait(250);
      assert.equal(name.getAttribute('aria-invalid'), 'false');
      assert.equal(page.text().includes(problem), false);
    }, group));
});
