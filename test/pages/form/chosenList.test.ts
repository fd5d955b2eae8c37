import assert from 'node:assert/strict';
import { type FormPageOptions, withFormPage } from '../support/formPage.ts';
import { boxOf, currentOf, groupOf, leaves, membersOf, rowOf, rowsOf } from '../support/pickers.ts';
import { descriptionOf, type ShownPage } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const job: FormPageOptions = {
  text: '{"name": "One", "policies": [4, 5], "reports": [], "groups": [1]}',
  before: ({ memoryServer, state }) => {
    memoryServer.jobs.set(2, { name: 'Two', policies: [4] });
    state.names.set(4, 'Baseline');
  },
};
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `pc-${index + 1}`);
const listOf = (page: ShownPage, label = 'Devices') => page.get('listbox', label);

/** Moves the focus to a list as the Tab key does. */
function focus(page: ShownPage, label = 'Devices'): HTMLElement {
  const list = listOf(page, label);
  list.focus();
  assert.equal(page.focused, list);
  return list;
}

describe('the list of chosen items', () => {
  useBrowser();

  it('is named and counted, is one tab stop, and announces its keys', () =>
    withFormPage(
      async ({ page }) => {
        const list = listOf(page);
        assert.deepEqual(membersOf(page), ['pc-1 10.0.0.1 · online', 'pc-2 10.0.0.2 · online']);
        assert.equal(list.tabIndex, 0);
        assert.equal(descriptionOf(list), 'Arrow keys move, Delete removes.');
        assert.equal(page.text(page.get('group', 'Devices')).startsWith('Devices 2 pc-1'), true);
        assert.equal(page.text().includes('Arrow keys'), false);
        assert.equal(currentOf(list), 'pc-1 10.0.0.1 · online');
        assert.deepEqual(
          rowsOf(page, 'Devices').map(row => row.getAttribute('aria-selected')),
          ['false', 'false'],
        );
      },
      groupOf(['pc-1', 'pc-2']),
    ));

  it('is empty when nothing is selected', () =>
    withFormPage(async ({ page }) => {
      assert.deepEqual(page.all('listbox', 'Devices'), []);
      assert.match(page.text(page.get('group', 'Devices')), /^Devices Nothing selected\./);
      await page.type(boxOf(page), 'pc-1{Enter}{Escape}');
      assert.doesNotMatch(page.text(page.get('group', 'Devices')), /Nothing selected\./);
    }, groupOf([])));

  it('is navigated with the arrow keys, in both directions if it is short', () =>
    withFormPage(
      async ({ page }) => {
        const list = focus(page);
        const moved: (string | undefined)[] = [];
        for (const key of [
          'ArrowRight',
          'ArrowDown',
          'ArrowDown',
          'ArrowLeft',
          'ArrowUp',
          'Home',
          'End',
          'PageUp',
        ]) {
          assert.equal(await leaves(page, `{${key}}`), false);
          moved.push(currentOf(list)?.split(' ')[0]);
        }
        assert.deepEqual(moved, ['pc-2', 'pc-3', 'pc-1', 'pc-3', 'pc-2', 'pc-1', 'pc-3', 'pc-1']);
        assert.equal(list.classList.contains('in-line'), true);
        assert.equal(rowsOf(page, 'Devices').length, 3);
      },
      groupOf(['pc-1', 'pc-2', 'pc-3']),
    ));

  it('loses an item with Delete and Backspace, and after the last one the focus moves to the box', () =>
    withFormPage(
      async ({ page, json }) => {
        const list = focus(page);
        await page.press('{ArrowRight}');
        assert.equal(await leaves(page, '{Delete}'), false);
        assert.deepEqual(json(), { name: 'One', server_set: ['pc-1', 'pc-3'] });
        assert.equal(currentOf(list), 'pc-3 10.0.0.3 · online');
        assert.equal(await leaves(page, '{Backspace}'), false);
        assert.deepEqual(json(), { name: 'One', server_set: ['pc-1'] });
        assert.equal(page.focused, list);
        await page.press('{Delete}');
        assert.deepEqual(json(), { name: 'One', server_set: [] });
        assert.equal(page.focused, boxOf(page));
      },
      groupOf(['pc-1', 'pc-2', 'pc-3']),
    ));

  it('makes a clicked item the current one, and removes an item by its cross', () =>
    withFormPage(
      async ({ page, json, sent }) => {
        const list = listOf(page);
        const second = () => rowOf(page, 'Devices', 'pc-2 10.0.0.2 · online');
        await page.click(second());
        assert.equal(currentOf(list), 'pc-2 10.0.0.2 · online');
        assert.deepEqual(
          rowsOf(page, 'Devices').map(({ className }) => className),
          ['option', 'option active'],
        );
        await page.click(list);
        assert.deepEqual([sent.length, currentOf(list)], [0, 'pc-2 10.0.0.2 · online']);
        const [cross, ...others] = rowsOf(page, 'Devices')[0]?.querySelectorAll('[title="Remove"]') ?? [];
        assert.deepEqual([cross?.className, others], ['codicon codicon-close row-action', []]);
        await page.click(cross ?? assert.fail());
        assert.deepEqual(json(), { name: 'One', server_set: ['pc-2'] });
        assert.equal(document.querySelectorAll('[title="Name…"]').length, 0);
      },
      groupOf(['pc-1', 'pc-2']),
    ));

  it('shows IDs by their names, and lets them be named', () =>
    withFormPage(async ({ page, newlySent }) => {
      const list = focus(page, 'Policies');
      assert.equal(descriptionOf(list), 'Arrow keys move, Delete removes, F2 names.');
      assert.deepEqual(membersOf(page, 'Policies'), ['Baseline #4 · in 1 job', '#5']);
      assert.deepEqual(
        rowsOf(page, 'Policies').map(({ title }) => title),
        ['Baseline · #4 · in 1 job', '#5'],
      );
      assert.equal(await leaves(page, '{F2}'), false);
      const [, second] = document.querySelectorAll('[title="Name…"]');
      assert.equal(second?.className, 'codicon codicon-edit row-action');
      await page.click(second ?? assert.fail());
      await page.click(rowOf(page, 'Policies', '#5'));
      focus(page, 'Policies');
      assert.equal(await leaves(page, 'a'), true);
      assert.deepEqual(newlySent(), [
        { type: 'nameId', field: 'policies', id: 4 },
        { type: 'nameId', field: 'policies', id: 5 },
      ]);
      assert.doesNotMatch(page.text(), /not known/);
    }, job));

  it('marks devices that are in no known group or job, once groups and jobs are loaded', () =>
    withFormPage(
      async ({ page }) => {
        assert.deepEqual(membersOf(page), ['nobody not known', '10.0.0.1 pc-1', 'pc-2 10.0.0.2 · online']);
        const [nobody, byAddress] = rowsOf(page, 'Devices');
        assert.deepEqual([nobody?.title, byAddress?.title], ['nobody', '10.0.0.1 · pc-1']);
        assert.match(nobody?.innerHTML ?? '', /codicon-question"/);
        assert.doesNotMatch(byAddress?.innerHTML ?? '', /codicon-question/);
      },
      groupOf(['nobody', '10.0.0.1', 'pc-2']),
    ));

  it('shows hostile names as text, cut to a readable length', () =>
    withFormPage(
      async ({ page }) => {
        const [first, second] = rowsOf(page, 'Devices').map(
          row => row.querySelector('.option-label')?.textContent ?? '',
        );
        assert.equal(first, '<img src=x>evil');
        assert.equal(second?.length, 500);
        assert.equal(document.querySelector('img'), null);
      },
      groupOf(['<img src=x>\u202Eevil', 'x'.repeat(600)]),
    ));

  it('draws only the visible items if it is long, and does not scroll sideways', () =>
    withFormPage(
      async ({ page }) => {
        const list = focus(page);
        const names = () => membersOf(page).map(name => name.split(' ')[0]);
        assert.equal(list.classList.contains('in-line'), false);
        assert.deepEqual(names(), numbers(14));
        assert.equal(await leaves(page, '{ArrowRight}'), true);
        assert.equal(await leaves(page, '{ArrowLeft}'), true);
        assert.equal(list.style.height, '260px');
        page.scroll(list, 260);
        assert.deepEqual(names(), numbers(24).slice(6));
        assert.equal(list.querySelector('div')?.style.height, '1300px');
        assert.equal(rowsOf(page, 'Devices')[0]?.style.top, '156px');
        await page.press('{End}');
        assert.equal(list.scrollTop, 1300 - 260);
        assert.equal(names().at(-1), 'pc-50');
        await page.press('{ArrowDown}');
        assert.deepEqual([list.scrollTop, currentOf(list)?.split(' ')[0]], [0, 'pc-1']);
      },
      groupOf(numbers(50), 50),
    ));
});
