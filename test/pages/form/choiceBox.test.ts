import assert from 'node:assert/strict';
import { type FormPageOptions, withFormPage } from '../support/formPage.ts';
import {
  addDevices,
  boxOf,
  currentOf,
  groupOf,
  leaves,
  membersOf,
  offersOf,
  rowOf,
  rowsOf,
} from '../support/pickers.ts';
import { useBrowser } from '../support/useBrowser.ts';

const addPolicy = 'Add a policy by ID or label';
const all = ['pc-1 10.0.0.1 · online', 'pc-2 10.0.0.2 · online', 'pc-3 10.0.0.3 · online'];

/** A job on a server where these policies are used in another job, and so are known. */
const jobWith = (policies: readonly number[]): FormPageOptions => ({
  text: '{"name": "One", "policies": []}',
  before: ({ memoryServer }) => void memoryServer.jobs.set(2, { name: 'Two', policies }),
});

describe('the box that adds to a list', () => {
  useBrowser();

  it('is a combobox with its own list for screen readers', () =>
    withFormPage(async ({ page }) => {
      const box = boxOf(page);
      await page.click(box);
      assert.equal(box.getAttribute('aria-controls'), page.get('listbox', addDevices).id);
      assert.equal(page.get('listbox', addDevices).getAttribute('aria-multiselectable'), 'true');
      // Otherwise a browser stops at a list that can be scrolled, which is hidden as soon as it has the focus.
      assert.equal(page.get('listbox', addDevices).getAttribute('tabindex'), '-1');
    }, groupOf([])));

  it('offers known choices, without choosing any by itself', () =>
    withFormPage(
      async ({ page, sent }) => {
        const box = boxOf(page);
        assert.equal(box.getAttribute('aria-expanded'), 'false');
        assert.deepEqual(offersOf(page), []);
        await page.click(box);
        assert.equal(box.getAttribute('aria-expanded'), 'true');
        assert.deepEqual(offersOf(page), all);
        assert.equal(page.text().includes('Nothing found.'), false);
        const [popup, place] = page.revealed.at(-1) ?? [];
        assert.deepEqual([popup?.contains(page.get('listbox', addDevices)), place], [true, 'nearest']);
        assert.equal(box.hasAttribute('aria-activedescendant'), false);
        await page.press('{Enter}');
        assert.deepEqual([sent.length, offersOf(page)], [0, all]);
      },
      groupOf(['pc-2']),
    ));

  it('finds what is typed, and adds it by Enter', () =>
    withFormPage(
      async ({ page, json }) => {
        const box = boxOf(page);
        await page.type(box, '  pc-3');
        assert.deepEqual(offersOf(page), ['pc-3 10.0.0.3 · online']);
        assert.equal(currentOf(box), 'pc-3 10.0.0.3 · online');
        await page.press('{Enter}');
        assert.deepEqual(json(), { name: 'One', server_set: ['pc-2', 'pc-3'] });
        assert.deepEqual(membersOf(page), [all[1], all[2]]);
      },
      groupOf(['pc-2']),
    ));

  it('selects the typed text after adding, and is empty once it is closed', () =>
    withFormPage(async ({ page, json }) => {
      const box = boxOf(page);
      await page.type(box, 'pc-3{Enter}');
      assert.ok(box instanceof HTMLInputElement);
      assert.deepEqual([box.value, box.selectionStart, box.selectionEnd], ['pc-3', 0, 4]);
      assert.deepEqual(offersOf(page), [all[2]]);
      await page.press('pc-1{Enter}');
      assert.deepEqual(json(), { name: 'One', server_set: ['pc-3', 'pc-1'] });
      await page.press('{Escape}');
      assert.deepEqual([box.value, box.getAttribute('aria-expanded'), offersOf(page)], ['', 'false', []]);
      assert.equal(box.hasAttribute('aria-activedescendant'), false);
    }, groupOf([])));

  it('offers text that is not known, and is empty again when that was added', () =>
    withFormPage(async ({ page, json }) => {
      const box = boxOf(page);
      await page.type(box, 'till-9');
      assert.deepEqual(offersOf(page), ['Add “till-9”']);
      assert.equal(currentOf(box), 'Add “till-9”');
      assert.match(rowsOf(page, addDevices)[0]?.innerHTML ?? '', /codicon-add"/);
      await page.press('{Enter}');
      assert.deepEqual(json(), { name: 'One', server_set: ['till-9'] });
      assert.ok(box instanceof HTMLInputElement);
      assert.deepEqual([box.value, offersOf(page), currentOf(box)], ['', all, undefined]);
    }, groupOf([])));

  it('adds what is clicked, and keeps the focus', () =>
    withFormPage(async ({ page, json }) => {
      const box = boxOf(page);
      await page.click(box);
      await page.click(rowOf(page, addDevices, 'pc-2 10.0.0.2 · online'));
      assert.deepEqual(json(), { name: 'One', server_set: ['pc-2'] });
      assert.equal(page.focused, box);
      assert.equal(box.getAttribute('aria-expanded'), 'true');
      await page.click(page.get('listbox', addDevices));
      assert.deepEqual(json(), { name: 'One', server_set: ['pc-2'] });
      assert.equal(page.focused, box);
    }, groupOf([])));

  it('keeps what is being typed when the document changes', () =>
    withFormPage(async ({ page, edit }) => {
      const box = boxOf(page);
      assert.ok(box instanceof HTMLInputElement);
      await page.type(box, 'pc');
      await edit('{"name": "Two", "server_set": ["pc-1"]}');
      assert.deepEqual([box.value, page.focused, offersOf(page).length], ['pc', box, 4]);
    }, groupOf([])));

  it('closes when the focus moves elsewhere', () =>
    withFormPage(async ({ page }) => {
      await page.type(boxOf(page), 'pc');
      await page.click(page.get('textbox', 'Name'));
      assert.deepEqual([boxOf(page).getAttribute('aria-expanded'), offersOf(page)], ['false', []]);
    }, groupOf([])));

  it('moves by arrow keys and by pages, and wraps around at the ends', () =>
    withFormPage(
      async ({ page }) => {
        const box = boxOf(page);
        await page.click(box);
        const moved: (string | undefined)[] = [];
        for (const key of [
          'ArrowDown',
          'ArrowDown',
          'ArrowUp',
          'ArrowUp',
          'ArrowDown',
          'PageDown',
          'PageDown',
          'PageUp',
        ]) {
          assert.equal(await leaves(page, `{${key}}`), false);
          moved.push(currentOf(box)?.split(' ')[0]);
        }
        assert.deepEqual(moved, ['pc-1', 'pc-2', 'pc-1', 'pc-20', 'pc-1', 'pc-9', 'pc-17', 'pc-9']);
        const active = rowOf(page, addDevices, 'pc-9 10.0.0.9 · online');
        assert.deepEqual(
          [active.className, active.getAttribute('aria-posinset'), active.getAttribute('aria-setsize')],
          ['option active', '9', '20'],
        );
      },
      groupOf([], 20),
    ));

  it('leaves keys that it does not use to the field and to VS Code', () =>
    withFormPage(async ({ page, sent }) => {
      const box = boxOf(page);
      await page.click(box);
      for (const keys of ['{Home}', '{End}', '{ArrowLeft}', '{Delete}', '{Tab}'])
        assert.equal(await leaves(page, keys), true, keys);
      await page.click(box);
      await page.press('pc-1');
      for (const held of ['Control', 'Meta', 'Alt'])
        assert.equal(await leaves(page, `{${held}>}{Enter}{/${held}}`), true, held);
      box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
      assert.equal(sent.length, 0);
      assert.equal(await leaves(page, '{Escape}'), false);
      assert.equal(await leaves(page, '{Escape}'), true);
    }, groupOf([])));

  it('adds a pasted column at once, and reports what is new', () =>
    withFormPage(
      async ({ page, json }) => {
        await page.click(boxOf(page));
        await page.paste('pc-1\n pc-2 \r\npc-1\nnobody');
        assert.deepEqual(json(), { name: 'One', server_set: ['pc-2', 'pc-1', 'nobody'] });
        assert.match(page.text(), /2 devices added\. 1 was already in the list\. 1 is not in any known/);
        const box = boxOf(page);
        assert.ok(box instanceof HTMLInputElement);
        assert.equal(box.value, '');
      },
      groupOf(['pc-2']),
    ));

  it('adds only IDs to a list of IDs', () =>
    withFormPage(async ({ page, json }) => {
      const box = boxOf(page, addPolicy);
      await page.type(box, 'base');
      assert.deepEqual(page.all('listbox', addPolicy), []);
      assert.match(page.text(page.get('group', 'Policies')), /Nothing found\./);
      await page.press('{Enter}');
      await page.fill(box, '#12');
      assert.deepEqual(offersOf(page, addPolicy), ['Add ID 12']);
      await page.press('{Enter}');
      assert.deepEqual(json(), { name: 'One', policies: [12] });
    }, jobWith([])));

  it('reports pasted entries that are not IDs, and adds the rest', () =>
    withFormPage(async ({ page, json, sent }) => {
      await page.click(boxOf(page, addPolicy));
      const notice = () =>
        page.all('status', undefined, page.get('group', 'Policies')).map(({ textContent }) => textContent);
      await page.paste('4, x, #5');
      assert.deepEqual(json(), { name: 'One', policies: [4, 5] });
      assert.deepEqual(notice(), ['Not an ID, so not added: x']);
      const { length } = sent;
      await page.paste('Base\u202Eline, y');
      assert.equal(sent.length, length);
      assert.deepEqual(notice(), ['Not an ID, so not added: Baseline, y']);
      await page.paste('6, 7');
      assert.deepEqual(notice(), ['']);
      const box = boxOf(page, addPolicy);
      assert.ok(box instanceof HTMLInputElement);
      assert.equal(box.value, '');
    }, jobWith([])));

  it('never removes: entries that are already in the list are reported', () =>
    withFormPage(
      async ({ page, json, sent }) => {
        const box = boxOf(page, addPolicy);
        await page.type(box, '4{Enter}');
        const notice = () =>
          page.all('status', undefined, page.get('group', 'Policies')).map(({ textContent }) => textContent);
        assert.deepEqual(notice(), ['']);
        const { length } = sent;
        await page.press('#4{Enter}');
        assert.deepEqual(notice(), ['“#4” is already in the list.']);
        await page.click(rowOf(page, addPolicy, '#4 in 1 job'));
        assert.equal(sent.length, length);
        await page.press('77{Enter}');
        await page.press('77{Enter}');
        assert.deepEqual(notice(), ['“77” is already in the list.']);
        await page.press('78{Enter}');
        assert.deepEqual(notice(), ['']);
        assert.deepEqual(json(), { name: 'One', policies: [4, 77, 78] });
      },
      jobWith([4]),
    ));

  it('adds typed text before any choices are loaded', () =>
    withFormPage(
      async ({ page, json }) => {
        await page.type(boxOf(page), 'pc-1{Enter}');
        assert.deepEqual(json(), { name: 'One', server_set: ['pc-1'] });
        assert.match(page.text(), /Nothing found\./);
        await page.type(boxOf(page), 'pc-1{Enter}');
        assert.match(page.text(), /“pc-1” is already in the list\./);
      },
      { ...groupOf([]), before: ({ sessions }) => sessions.clear() },
    ));

  it('shows new choices at once, and keeps the current row', () =>
    withFormPage(async ({ page, memoryServer, session, events, clock }) => {
      const box = boxOf(page);
      const read = async (...names: readonly string[]) => {
        memoryServer.groups.set(1, { name: 'One', server_set: names.map(hostname => ({ hostname })) });
        await session.groups.refresh();
        events.objects.fire(session);
        clock.advance(150);
        await page.settled();
      };
      await page.click(box);
      await page.press('{ArrowDown}{ArrowDown}');
      assert.equal(currentOf(box), all[1]);
      await read('a', 'b', 'pc-2', 'pc-3');
      assert.deepEqual([currentOf(box), offersOf(page)], ['pc-2', ['a', 'b', 'pc-2', 'pc-3']]);
      await read('a', 'b');
      assert.equal(currentOf(box), undefined);
      await page.fill(box, 'b');
      await read('b-1', 'b', 'a');
      assert.equal(currentOf(box), 'b');
      await page.press('{ArrowDown}');
      assert.equal(currentOf(box), 'b-1');
      await read('b-0', 'b-1', 'b');
      assert.equal(currentOf(box), 'b-1');
      await page.press('{Escape}');
      await read('z');
      assert.deepEqual(offersOf(page), []);
    }, groupOf([])));

  it('keeps its scroll position when choices are updated', () =>
    withFormPage(
      async ({ page, memoryServer, session, events, clock }) => {
        await page.click(boxOf(page));
        const list = page.get('listbox', addDevices);
        page.scroll(list, 130);
        memoryServer.groups.set(2, { name: 'Two', server_set: [{ hostname: 'pc-0' }] });
        await session.groups.refresh();
        events.objects.fire(session);
        clock.advance(150);
        await page.settled();
        assert.deepEqual(
          [rowsOf(page, addDevices)[0]?.getAttribute('aria-setsize'), list.scrollTop],
          ['51', 130],
        );
      },
      groupOf([], 50),
    ));

  it('requests a search for the ID of a group that the server returns without one', () =>
    withFormPage(
      async ({ page, state, json, newlySent }) => {
        const add = 'Add a group by name or ID';
        await page.type(boxOf(page, add), 'lab');
        assert.deepEqual(offersOf(page, add), ['Lab 0 devices · L · Find ID…']);
        const [row] = rowsOf(page, add);
        assert.equal(row?.title, 'Lab · 0 devices · L · Find ID…');
        assert.equal(row?.getAttribute('aria-selected'), 'false');
        state.groupId = 7;
        await page.press('{Enter}');
        assert.deepEqual(
          newlySent().map(({ type }) => type),
          ['findGroup'],
        );
        assert.deepEqual(json(), { name: 'One', groups: [7] });
      },
      {
        text: '{"name": "One", "groups": []}',
        before: ({ memoryServer }) => {
          memoryServer.hidesIds = true;
          memoryServer.groups.set(7, { name: 'Lab', dn: 'L', server_set: [] });
        },
      },
    ));
});
