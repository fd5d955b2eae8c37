import assert from 'node:assert/strict';
import { withFormPage } from '../../pages/support/formPage.ts';
import { descriptionOf, type ShownPage } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';

const daily = 'DTSTART:20830104T030000Z\nRRULE:FREQ=DAILY';
const job = (params: string) => ({ text: JSON.stringify({ name: 'One', params }) });
const runs = (page: ShownPage) => {
  const select = page.get('combobox', 'Runs');
  assert.ok(select instanceof HTMLSelectElement);
  return select;
};
const kind = (page: ShownPage) => runs(page).selectedOptions[0]?.textContent?.trim();
const isTextShown = (page: ShownPage) => page.all('textbox', 'Schedule').length === 1;

describe('the schedule of a job in its form', () => {
  useBrowser();

  it('follows the builder, which in turn follows the text', () =>
    withFormPage(async ({ page, document: edited }) => {
      await page.choose(runs(page), 'Hourly');
      assert.match(edited.text, /RRULE:FREQ=HOURLY/);
      await page.click(page.get('button', 'Text (RFC 5545)'));
      const field = page.get('textbox', 'Schedule');
      assert.ok(field instanceof HTMLTextAreaElement);
      assert.match(field.value, /RRULE:FREQ=HOURLY/);
      await page.fill(field, 'DTSTART:20830104T030000Z{Enter}RRULE:FREQ=MONTHLY;BYMONTHDAY=4');
      assert.equal(kind(page), 'Hourly');
      await page.wait(250);
      assert.equal(kind(page), 'Monthly');
    }, job(daily)));

  it('has its text open only for an error when the builder can show it', () =>
    withFormPage(async ({ page, messages, deliver }) => {
      const known = messages.find(message => message.type === 'document') ?? assert.fail();
      const withProblem = (severity: 'error' | 'warning') => {
        const problems = [{ severity, text: 'It never runs.' }];
        return deliver({ ...known, schedule: { sentence: '', runs: [], notes: [], warnings: [], problems } });
      };
      await withProblem('warning');
      assert.equal(isTextShown(page), false);
      await withProblem('error');
      assert.equal(isTextShown(page), true);
      assert.match(descriptionOf(page.get('textbox', 'Schedule')), /Error: It never runs\.$/);
      assert.equal(kind(page), 'Daily');
    }, job(daily)));

  it('is not reverted by a document that lags behind the builder', () =>
    withFormPage(async ({ page, messages, deliver, hold, release }) => {
      hold();
      await page.choose(runs(page), 'Hourly');
      const before = messages.find(message => message.type === 'document') ?? assert.fail();
      await deliver({ ...before, values: { ...before.values, params: daily } });
      assert.equal(kind(page), 'Hourly');
      await release();
      assert.equal(kind(page), 'Hourly');
      await deliver({ ...before, acknowledged: 1, values: { ...before.values, params: daily } });
      assert.equal(kind(page), 'Daily');
    }, job(daily)));

  it('keeps what is being typed when another part of the page is drawn', () =>
    withFormPage(async ({ page, deliver }) => {
      const days = page.get('textbox', 'Days of the month');
      assert.ok(days instanceof HTMLInputElement);
      await page.fill(days, '1, ');
      await deliver({ type: 'live', facts: { status: 'running', since: '', next: '', isExecuting: false } });
      assert.equal(days.value, '1, ');
      assert.equal(page.focused, days);
    }, job('DTSTART:20830104T030000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=4')));

  it('has the last runs as bars, whose heights are their durations, and as sentences', () =>
    withFormPage(async ({ page, deliver }) => {
      const facts = { status: 'finished', since: '', next: '', isExecuting: false };
      const bar = (look: string, mark: string, share: number) => ({ look, mark, share, text: `${look} run` });
      const bars = [bar('succeeded', '✓', 0.5), bar('notSeen', '○', 0), bar('failed', '✗', 1)];
      await deliver({
        type: 'live',
        facts,
        notes: [{ title: 'Last runs', summary: '1 succeeded, 1 failed', bars }],
      });
      const figure = page.get('figure');
      assert.match(page.text(figure), /^Last runs 1 succeeded, 1 failed /);
      const items = page.all('listitem', undefined, figure);
      assert.deepEqual(
        items.map(item => item.querySelector('.hidden-text')?.textContent),
        ['succeeded run', 'notSeen run', 'failed run'],
      );
      const heights = [...figure.querySelectorAll('.run-bar')].map(element => element.getAttribute('style'));
      assert.deepEqual(heights, ['height: 22px;', 'height: 0px;', 'height: 44px;']);
    }, job(daily)));

  it('sends text typed in its field before a choice in the builder', () =>
    withFormPage(async ({ page, newlySent }) => {
      await page.click(page.get('button', 'Text (RFC 5545)'));
      await page.fill(page.get('textbox', 'Schedule'), 'RRULE:FREQ=MONTHLY');
      const select = runs(page);
      select.selectedIndex = [...select.options].findIndex(
        ({ textContent }) => textContent?.trim() === 'Hourly',
      );
      select.dispatchEvent(new Event('change', { bubbles: true }));
      await page.settled();
      const values = newlySent().flatMap(message =>
        'change' in message && 'value' in message.change ? [message.change.value] : [],
      );
      assert.deepEqual([values[0], values.length], ['RRULE:FREQ=MONTHLY', 2]);
      assert.match(String(values[1]), /HOURLY/);
    }, job(daily)));

  it('is sent with pending input of the builder before the job is saved', () =>
    withFormPage(async ({ page, newlySent }) => {
      const interval = page.get('spinbutton');
      await page.fill(interval, '3');
      page.get('button', 'Save').dispatchEvent(new MouseEvent('click', { bubbles: true }));
      await page.settled();
      assert.deepEqual(
        newlySent()
          .map(({ type }) => type)
          .slice(-2),
        ['change', 'action'],
      );
    }, job(daily)));
});
