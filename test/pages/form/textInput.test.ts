import assert from 'node:assert/strict';
import { withFormPage } from '../support/formPage.ts';
import { descriptionOf, type ShownPage } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const text = '{"name": "One", "server_set": ["pc-1"]}';
const group = { kind: 'group', text } as const;

function field(page: ShownPage, label = 'Name'): HTMLInputElement | HTMLTextAreaElement {
  const found = page.get('textbox', label);
  assert.ok(found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement);
  return found;
}

describe('a text field of a form', () => {
  useBrowser();

  it('shows the value in the document, with its help, and whether it is required', () =>
    withFormPage(async ({ page, edit }) => {
      const [name, dn] = [field(page), field(page, 'Distinguished name')];
      assert.deepEqual([name.value, dn.value], ['One', '']);
      assert.deepEqual(
        [name.getAttribute('aria-required'), dn.getAttribute('aria-required')],
        ['true', null],
      );
      assert.equal(descriptionOf(name), '');
      const help = 'If empty, it is not sent, and the server derives one from the name.';
      assert.equal(descriptionOf(dn), help);
      assert.equal(page.text().split(help).length, 2, 'it is shown once');
      await edit('{"name": "Two", "dn": "CN=x"}');
      assert.deepEqual([name.value, dn.value], ['Two', 'CN=x']);
      await edit('{"name": "Two"}');
      assert.deepEqual([name.value, dn.value], ['Two', '']);
    }, group));

  it('measures the pause from the last key', () =>
    withFormPage(async ({ page, sent }) => {
      await page.type(field(page), ' 2');
      await page.wait(200);
      await page.press('3');
      await page.wait(249);
      assert.equal(sent.length, 0);
      await page.wait(1);
      await page.wait(1000);
      assert.deepEqual(
        sent.map(message => 'change' in message && message.change),
        [{ kind: 'text', field: 'name', value: 'One 23' }],
      );
    }, group));

  it('sends typed text at once when the field loses the focus', () =>
    withFormPage(async ({ page, json, sent }) => {
      await page.type(field(page), ' 2');
      await page.click(page.get('combobox'));
      assert.deepEqual(json(), { name: 'One 2', server_set: ['pc-1'] });
      await page.wait(1000);
      assert.equal(sent.length, 1);
      await page.click(field(page));
      await page.click(page.get('combobox'));
      assert.equal(sent.length, 1);
    }, group));

  it('is marked, and described by its problem, until that is fixed', () =>
    withFormPage(async ({ page }) => {
      const name = field(page);
      assert.equal(name.getAttribute('aria-invalid'), 'false');
      await page.fill(name, '');
      await page.wait(250);
      assert.equal(name.getAttribute('aria-invalid'), 'true');
      assert.equal(descriptionOf(name), 'Error: A group needs a name.');
      assert.match(page.text(), /Error: A group needs a name\./);
      assert.equal(field(page, 'Distinguished name').getAttribute('aria-invalid'), 'false');
      await page.type(name, 'Two');
      await page.wait(250);
      assert.equal(name.getAttribute('aria-invalid'), 'false');
      assert.equal(descriptionOf(name), '');
      assert.doesNotMatch(page.text(), /needs a name/);
    }, group));

  it('keeps what is being typed when the document changes in the meantime', () =>
    withFormPage(async ({ page, edit, json }) => {
      await page.type(field(page), ' 2');
      await edit('{"name": "Elsewhere", "server_set": []}');
      assert.equal(field(page).value, 'One 2');
      await page.wait(250);
      assert.deepEqual(json(), { name: 'One 2', server_set: [] });
      assert.equal(field(page).value, 'One 2');
      await edit('{"name": "Elsewhere"}');
      assert.equal(field(page).value, 'Elsewhere');
    }, group));

  it('keeps what it has sent until the document contains it', () =>
    withFormPage(async ({ page, deliver, messages, hold, release }) => {
      await page.type(field(page), ' 2');
      hold();
      await page.wait(250);
      const behind = messages.find(message => message.type === 'document') ?? assert.fail();
      await deliver({ ...behind, values: { name: 'One' } });
      assert.equal(field(page).value, 'One 2');
      await release();
      assert.equal(field(page).value, 'One 2');
      await deliver({ ...behind, acknowledged: 1, values: { name: 'Undone' } });
      assert.equal(field(page).value, 'Undone');
    }, group));

  it('keeps the caret next to the same characters when the text around it changes', () =>
    withFormPage(async ({ page, edit }) => {
      const name = field(page);
      await page.click(name);
      name.setSelectionRange(1, 2);
      await edit('{"name": "My One"}');
      assert.deepEqual([name.value, name.selectionStart, name.selectionEnd], ['My One', 4, 5]);
      await edit('{"name": "My One"}');
      assert.deepEqual([name.selectionStart, name.selectionEnd], [4, 5]);
    }, group));

  it('has several lines for a schedule', () =>
    withFormPage(
      async ({ page, json }) => {
        // In a part of its own if there is a builder beside it.
        for (const part of page.all('button', 'Text (RFC 5545)')) await page.click(part);
        const schedule = field(page, 'Schedule');
        assert.ok(schedule instanceof HTMLTextAreaElement);
        assert.deepEqual([schedule.rows, schedule.getAttribute('spellcheck')], [4, 'false']);
        await page.type(schedule, 'RRULE:FREQ=DAILY{Enter}');
        await page.wait(250);
        assert.deepEqual(json(), { name: 'One', params: 'RRULE:FREQ=DAILY\n' });
      },
      { text: '{"name": "One"}' },
    ));
});
