import assert from 'node:assert/strict';
import * as z from 'zod';
import { type FormPageOptions, withFormPage } from '../../pages/support/formPage.ts';
import type { ShownPage } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';
import { usePresent } from '../../pages/support/usePresent.ts';
import { present } from './support/builderSetup.ts';

const custom = 'DTSTART:20830104T030000Z\r\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1\r\n';
const daily = 'DTSTART:20830104T030000Z\nRRULE:FREQ=DAILY';
const JobSchema = z.looseObject({ params: z.string() });
const jobOf = (params: string, more: FormPageOptions = {}): FormPageOptions => ({
  text: JSON.stringify({ name: 'One', params }),
  ...more,
});
const chosenIn = (page: ShownPage) => {
  const kind = page.get('combobox', 'Runs');
  assert.ok(kind instanceof HTMLSelectElement);
  return kind.selectedOptions[0]?.text;
};
const paramsOf = (json: () => unknown) => JobSchema.parse(json()).params;

describe('the schedule in the form', () => {
  useBrowser();
  usePresent(...present);

  it('stays byte for byte the same when another field changes, with its text open if the builder cannot show it', () =>
    withFormPage(async ({ page, json }) => {
      assert.equal(chosenIn(page), 'Custom');
      assert.equal(page.all('textbox', 'Schedule').length, 1);
      await page.type(page.get('textbox', 'Name'), ' renamed');
      await page.wait(250);
      assert.deepEqual(json(), { name: 'One renamed', params: custom });
    }, jobOf(custom)));

  it('has the runs of a disabled job as those that it would have, until it is enabled', () =>
    withFormPage(
      async ({ page }) => {
        const captions = () =>
          ['Next runs', 'Would run if enabled'].map(name => page.all('table', name).length);
        assert.deepEqual(captions(), [0, 1]);
        await page.click(page.get('checkbox', 'Enabled'));
        assert.deepEqual(captions(), [1, 0]);
      },
      jobOf(daily, { text: JSON.stringify({ name: 'One', params: daily, enabled: false }) }),
    ));

  it('is proposed with the host’s description, and written to the document on request', () =>
    withFormPage(async ({ page, json }) => {
      await page.choose(page.get('combobox', 'Runs'), 'Daily');
      assert.match(
        page.text(page.get('group', 'This replaces the current schedule.')),
        /Now On the last of all Mondays and Tuesdays .* After Every day at 03:00 UTC, from January 4, 2083\./,
      );
      assert.equal(paramsOf(json), custom);
      await page.click(page.get('button', 'Replace Schedule'));
      assert.equal(paramsOf(json), daily);
      assert.match(page.text(), /Every day at 03:00 UTC, from January 4, 2083\. Next runs/);
    }, jobOf(custom)));

  it('keeps the form usable when its runs would take forever to compute', () =>
    withFormPage(async ({ page, json }) => {
      assert.match(page.text(), /cannot be predicted|never runs|has ended/);
      await page.type(page.get('textbox', 'Name'), ' still');
      await page.wait(250);
      assert.match(JSON.stringify(json()), /One still/);
    }, jobOf('DTSTART:19700101T000000Z\nRRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30')));

  it('folds its rarely used part as the user left it', () =>
    withFormPage(
      async ({ page, state }) => {
        assert.equal(page.all('button', 'Add Skipped Date').length, 1);
        await page.click(page.get('button', 'Later runs (6)'));
        await page.click(page.get('button', 'Skipped and extra dates'));
        assert.deepEqual(state.folds, { exceptions: false, runs: true });
      },
      jobOf(daily, {
        before: ({ state }) => {
          state.folds = { exceptions: true };
        },
      }),
    ));
});
