import assert from 'node:assert/strict';
import type { FormStatus } from '../../../src/pages/protocol/hostMessages.ts';
import { withFormPage } from '../support/formPage.ts';
import { nameOf, type ShownPage } from '../support/shownPage.ts';
import { useBrowser } from '../support/useBrowser.ts';

const text = '{"name": "One"}';
const idle: FormStatus = {
  kind: 'idle',
  text: 'Saved.',
  canSave: false,
  conflict: '',
  keepBoth: 'no',
  version: 0,
};
const header = (page: ShownPage) => page.get('banner');
/** The buttons, with the primary one marked. */
const buttons = (page: ShownPage) =>
  page
    .all('button', undefined, header(page))
    .map(button => nameOf(button) + (button.matches('.primary') ? ' !' : ''));
const statuses = (page: ShownPage) =>
  page.all('status', undefined, header(page)).map(({ textContent }) => textContent);

describe('the header of a form', () => {
  useBrowser();

  it('shows the state of the document, and that a save is in progress', () =>
    withFormPage(
      async ({ page, deliver }) => {
        assert.deepEqual(statuses(page), ['Saved.']);
        assert.deepEqual(buttons(page), ['Save !', 'Open as JSON']);
        assert.equal(header(page).getAttribute('aria-busy'), 'false');
        await deliver({ type: 'status', status: { ...idle, kind: 'saving', text: 'Saving…' } });
        assert.deepEqual(statuses(page), ['Saving…']);
        assert.equal(header(page).getAttribute('aria-busy'), 'true');
        await deliver({ type: 'status', status: idle });
        assert.equal(header(page).getAttribute('aria-busy'), 'false');
        assert.equal(page.text(header(page)), 'One Group #1 on Plant Saved. Save Open as JSON');
      },
      { kind: 'group', text },
    ));

  for (const isProduction of [false, true]) {
    it(`has ${isProduction ? 'the' : 'no'} sign and color of a production server`, () =>
      withFormPage(
        async ({ page }) => {
          assert.equal(header(page).classList.contains('production'), isProduction);
          assert.equal(page.text(header(page)).includes('on ⚠ Plant (production)'), isProduction);
        },
        { text, before: ({ session }) => void Object.assign(session.server, { production: isProduction }) },
      ));
  }

  it('offers to save as soon as something was typed', () =>
    withFormPage(
      async ({ page, newlySent, deliver }) => {
        const save = () => page.get('button', 'Save');
        assert.equal(save().ariaDisabled, 'true');
        await page.click(save());
        assert.deepEqual(newlySent(), []);
        await page.type(page.get('textbox', 'Name'), '!');
        assert.equal(save().ariaDisabled, null);
        await page.click(save());
        assert.deepEqual(
          newlySent().map(message => ('action' in message ? message.action : message.type)),
          ['change', 'save'],
        );
        await deliver({ type: 'status', status: idle });
        assert.equal(save().ariaDisabled, 'true');
      },
      { kind: 'group', text },
    ));

  it('counts the fields with errors, and leads to the first', () =>
    withFormPage(
      async ({ page, edit, state }) => {
        assert.equal(page.text(page.get('button', /^Errors/)), 'Errors: 2');
        await page.click(page.get('button', /^Errors/));
        assert.equal(page.focused, page.get('textbox', 'Name'));
        state.problems = [];
        await edit('{"name": "Two", "policies": [1]}');
        assert.deepEqual(page.all('button', /^Errors/), []);
      },
      {
        text: '{"name": "One", "policies": [1]}',
        before: ({ state }) => {
          state.problems = ['policies', 'name'].map(field => ({
            path: [field],
            severity: 'error',
            text: 'No.',
          }));
        },
      },
    ));

  it('does not report an empty field of a new object until it was left, or a save was tried', () =>
    withFormPage(
      async ({ page, deliver, messages }) => {
        assert.doesNotMatch(page.text(), /A job needs/);
        await page.press('{Tab}');
        assert.match(page.text(), /A job needs a name\./);
        assert.doesNotMatch(page.text(), /at least one policy/);
        const known = messages.find(message => message.type === 'document') ?? assert.fail();
        await deliver({ ...known, isSaveTried: true });
        assert.match(page.text(), /at least one policy/);
      },
      { isNew: true, text: '{"name": "", "policies": []}' },
    ));

  it('offers to stop a job that is executing', () =>
    withFormPage(
      async ({ page, deliver, newlySent }) => {
        await deliver({ type: 'live', facts: { status: 'running', since: '', next: '', isExecuting: true } });
        await page.click(page.get('button', 'Stop'));
        assert.deepEqual(newlySent(), [{ type: 'action', action: 'stop' }]);
      },
      { text },
    ));

  it('is an alert for a save that failed, until the next one', () =>
    withFormPage(
      async ({ page, state, events, document: { uri } }) => {
        state.save = { kind: 'failed', text: 'The server rejected it.' };
        events.state.fire(uri);
        await page.settled();
        assert.equal(page.text(page.get('alert')), 'The server rejected it.');
        assert.match(page.get('alert').innerHTML, /codicon-error"/);
        assert.deepEqual(statuses(page), ['']);
        state.save = { kind: 'idle' };
        events.state.fire(uri);
        await page.settled();
        assert.deepEqual(page.all('alert'), []);
        assert.deepEqual(statuses(page), ['Saved.']);
      },
      { kind: 'group', text },
    ));

  it('offers ways to resolve a conflict instead of showing the failure', () =>
    withFormPage(
      async ({ page, deliver, newlySent }) => {
        const status = {
          ...idle,
          kind: 'failed',
          text: 'No.',
          conflict: 'Name was changed.',
          version: 7,
        } as const;
        await deliver({ type: 'status', status });
        assert.equal(page.text(page.get('alert')), 'Name was changed. Compare Overwrite Use Server Version');
        assert.deepEqual(buttons(page).slice(2), ['Compare', 'Overwrite', 'Use Server Version']);
        for (const name of ['Compare', 'Overwrite', 'Use Server Version'])
          await page.click(page.get('button', name));
        assert.deepEqual(newlySent(), [
          { type: 'action', action: 'compare' },
          { type: 'overwrite', version: 7 },
          { type: 'action', action: 'takeServers' },
        ]);
        await deliver({ type: 'status', status: { ...status, keepBoth: 'possible' } });
        assert.deepEqual(buttons(page).slice(2, 4), ['Keep Both', 'Compare']);
        await deliver({ type: 'status', status: { ...status, keepBoth: 'default' } });
        assert.deepEqual(buttons(page).slice(2, 4), ['Keep Both !', 'Compare']);
        await page.click(page.get('button', 'Keep Both'));
        assert.deepEqual(newlySent(), [{ type: 'action', action: 'keepBoth' }]);
        await deliver({ type: 'status', status: idle });
        assert.deepEqual([page.all('alert'), buttons(page).length], [[], 2]);
      },
      { kind: 'group', text },
    ));

  it('sends pending input to the document before it overwrites', () =>
    withFormPage(
      async ({ page, deliver, newlySent }) => {
        await deliver({ type: 'status', status: { ...idle, conflict: 'Name was changed.', version: 3 } });
        await page.type(page.get('textbox', 'Name'), '!');
        page.get('button', 'Overwrite').dispatchEvent(new MouseEvent('click', { bubbles: true }));
        await page.settled();
        assert.deepEqual(
          newlySent().map(({ type }) => type),
          ['change', 'overwrite'],
        );
      },
      { kind: 'group', text },
    ));

  it('shows what the job does and on how many devices, and announces only changes of what it does', () =>
    withFormPage(
      async ({ page, deliver }) => {
        const live = (status: string, since: string, next: string) =>
          deliver({ type: 'live', facts: { status, since, next, isExecuting: status === 'running' } });
        await live('running', 'since 10:00', 'next run tomorrow');
        assert.match(
          page.text(header(page)),
          /^One Job #1 on Plant running · since 10:00 · 1 device · next run tomorrow .* Stop Open as JSON$/,
        );
        assert.deepEqual(statuses(page), ['running', 'Saved.']);
        await live('finished', '', '');
        assert.match(
          page.text(header(page)),
          /^One Job #1 on Plant finished · 1 device Saved\. Save Open as JSON$/,
        );
        await live('', '', '');
        assert.match(page.text(header(page)), /^One Job #1 on Plant Saved\. /);
      },
      { text: '{"name": "One", "peers": ["pc-1"]}' },
    ));
});
