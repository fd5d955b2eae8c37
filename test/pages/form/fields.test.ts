import assert from 'node:assert/strict';
import { type FormPageOptions, withFormPage } from '../support/formPage.ts';
import { boxOf } from '../support/pickers.ts';
import { descriptionOf, nameOf, type ShownPage } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const text = '{"name": "One", "enabled": true, "policies": [1]}';
const flag = (page: ShownPage, label = 'Enabled') => {
  const box = page.get('checkbox', label);
  assert.ok(box instanceof HTMLInputElement);
  return box;
};
const problem = (field: string, words: string, severity: 'error' | 'warning' = 'error') => ({
  field,
  severity,
  text: words,
});
const hasProblems = (...problems: ReturnType<typeof problem>[]): FormPageOptions => ({
  text,
  before: ({ state }) => {
    state.problems = problems.map(({ field, ...rest }) => ({ path: [field], ...rest }));
  },
});

describe('a checkbox of a form', () => {
  useBrowser();

  it('changes the document by a click and by the space bar', () =>
    withFormPage(
      async ({ page, json, newlySent }) => {
        const box = flag(page);
        assert.equal(box.checked, true);
        await page.click(box.labels?.[0] ?? assert.fail());
        assert.deepEqual(json(), { name: 'One', enabled: false, policies: [1] });
        assert.equal(box.checked, false);
        box.focus();
        await page.press(' ');
        assert.deepEqual(json(), { name: 'One', enabled: true, policies: [1] });
        assert.deepEqual(
          newlySent().map(({ type }) => type),
          ['change', 'change'],
        );
      },
      { text },
    ));

  it('keeps what was clicked until the document contains it, or cannot', () =>
    withFormPage(
      async ({ page, messages, hold, deliver }) => {
        const known = messages.find(message => message.type === 'document') ?? assert.fail();
        const unchanged = { ...known, values: {} };
        hold();
        await page.click(flag(page));
        await deliver(unchanged);
        assert.equal(flag(page).checked, false);
        await deliver({ ...unchanged, acknowledged: 1 });
        assert.equal(flag(page).checked, true);
      },
      { text },
    ));

  it('follows the document, and is indeterminate when that has no value', () =>
    withFormPage(
      async ({ page, edit }) => {
        const host = document.getElementById('field-enabled');
        const state = () => [
          flag(page).checked,
          host !== null && 'indeterminate' in host && host.indeterminate,
        ];
        assert.deepEqual(state(), [true, false]);
        await edit('{"name": "One"}');
        assert.deepEqual(state(), [false, true]);
        await edit('{"name": "Two"}');
        assert.deepEqual(state(), [false, true]);
        await edit('{"name": "Two", "enabled": false}');
        assert.deepEqual(state(), [false, false]);
      },
      { text },
    ));

  it('is marked, and described by its problem', () =>
    withFormPage(
      async ({ page, state, edit }) => {
        assert.equal(flag(page).getAttribute('aria-invalid'), 'true');
        assert.equal(descriptionOf(flag(page)), 'Error: Not now.');
        assert.equal(flag(page, 'Run when a device is switched on').getAttribute('aria-invalid'), 'false');
        assert.equal(descriptionOf(flag(page, 'Run when a device is switched on')), '');
        state.problems = [];
        await edit(text);
        assert.equal(flag(page).getAttribute('aria-invalid'), 'false');
        assert.equal(descriptionOf(flag(page)), '');
      },
      hasProblems(problem('enabled', 'Not now.')),
    ));
});

describe('the problems at a field', () => {
  useBrowser();

  it('mark a list and its box, and show their severity', () =>
    withFormPage(
      async ({ page, state, edit }) => {
        const list = page.get('group', 'Policies');
        assert.match(page.text(list), /Error: Unknown\. Warning: Old\.$/);
        const box = boxOf(page, 'Add a policy by ID or label');
        assert.equal(box.getAttribute('aria-invalid'), 'true');
        assert.match(descriptionOf(box), /Error: Unknown\. Warning: Old\.$/);
        const reports = boxOf(page, 'Add a report by ID or label');
        assert.equal(reports.getAttribute('aria-invalid'), 'false');
        assert.doesNotMatch(page.text(page.get('group', 'Reports')), /Unknown/);
        state.problems = [{ path: ['policies'], severity: 'warning', text: 'Old.' }];
        await edit(text);
        assert.equal(box.getAttribute('aria-invalid'), 'false');
        assert.match(page.text(list), /Warning: Old\.$/);
        assert.doesNotMatch(page.text(list), /Unknown/);
      },
      hasProblems(problem('policies', 'Unknown.'), problem('policies', 'Old.', 'warning')),
    ));
});

describe('the fields of a form', () => {
  useBrowser();

  it('of a job are in sections and two columns', () =>
    withFormPage(
      async ({ page }) => {
        const columns = [...document.querySelectorAll('.column')].map(column =>
          page.all('heading', undefined, column).map(nameOf),
        );
        assert.deepEqual(columns, [
          ['General', 'Schedule'],
          ['Targets', 'Work'],
        ]);
        const general = page.get('heading', 'General').closest('details') ?? assert.fail();
        assert.deepEqual(page.all('textbox', undefined, general).map(nameOf), ['Name']);
        assert.deepEqual(page.all('checkbox', undefined, general).map(nameOf), [
          'Enabled',
          'Run when a device is switched on',
        ]);
      },
      { text },
    ));

  it('have report formats only if there are reports', () =>
    withFormPage(
      async ({ page, edit }) => {
        assert.deepEqual(page.all('group', 'Report formats'), []);
        await page.type(boxOf(page, 'Add a report by ID or label'), '7{Enter}');
        assert.equal(page.all('group', 'Report formats').length, 1);
        await edit(text);
        assert.deepEqual(page.all('group', 'Report formats'), []);
        assert.equal(page.all('group', 'Policies').length, 1);
      },
      { text },
    ));

  it('show on how many devices a job runs, and what saving its list would lose', () =>
    withFormPage(
      async ({ page, deliver, messages }) => {
        const { values } = messages.find(message => message.type === 'document') ?? assert.fail();
        const said = () =>
          page
            .all('status', undefined, page.get('heading', 'Targets').closest('details') ?? assert.fail())
            .map(status => status.textContent)
            .filter(words => words !== '');
        const document = {
          type: 'document',
          acknowledged: 0,
          values,
          devices: '',
          name: 'One',
          isSaveTried: false,
        } as const;
        await deliver({
          ...document,
          problems: [],
          deviceCount: 'On 2 devices.',
          deviceWarning: 'One is lost.',
        });
        assert.deepEqual(said(), ['One is lost.', 'On 2 devices.']);
        const texts: (string | null)[] = [];
        const announced = new MutationObserver(changes =>
          texts.push(...changes.map(({ target }) => target.textContent)),
        );
        announced.observe(globalThis.document.body, { subtree: true, childList: true, characterData: true });
        await deliver({
          ...document,
          problems: [],
          deviceCount: 'On 3 devices.',
          deviceWarning: 'One is lost.',
        });
        announced.disconnect();
        assert.deepEqual([texts.includes('On 3 devices.'), texts.includes('One is lost.')], [true, false]);
        await deliver({ ...document, problems: [], deviceCount: '', deviceWarning: '' });
        assert.deepEqual(said(), []);
      },
      { text },
    ));
});

describe('the parts of a form', () => {
  useBrowser();

  it('are open except the rarely used ones, and stay as the user left them', () =>
    withFormPage(
      async ({ page, newlySent, state }) => {
        const open = () =>
          [...document.querySelectorAll('details')]
            .filter(part => part.open)
            .map(part => part.querySelector('summary')?.textContent);
        assert.deepEqual(open(), ['General', 'Targets']);
        await page.click(page.get('button', 'Work'));
        await page.click(page.get('button', 'General'));
        await page.click(page.get('button', 'General'));
        await page.click(page.get('button', 'General'));
        assert.deepEqual(open(), ['Targets', 'Work']);
        assert.deepEqual(newlySent(), [
          { type: 'fold', id: 'work', isOpen: true },
          { type: 'fold', id: 'general', isOpen: false },
          { type: 'fold', id: 'general', isOpen: true },
          { type: 'fold', id: 'general', isOpen: false },
        ]);
        assert.deepEqual(state.folds, { work: true, schedule: false, general: false });
      },
      {
        text,
        before: ({ state }) => void Object.assign(state, { folds: { work: false, schedule: false } }),
      },
    ));
});
