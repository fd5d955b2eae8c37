import assert from 'node:assert/strict';
import '../../support/vscode/vscodeInNode.ts';
import type { FoldId, FoldStates, ScheduleView } from '../../../src/pages/protocol/hostMessages.ts';
import { nameOf, ShownPage } from '../../pages/support/shownPage.ts';
import { useBrowser } from '../../pages/support/useBrowser.ts';

const { scheduleTexts } = await import('../../../src/workbench/forms/formRows.ts');

const runs = (count: number): ScheduleView['runs'] =>
  Array.from({ length: count }, (_, index) => ({
    local: `Mon, Jan ${index + 1}, 2083, 07:30`,
    utc: '03:00 UTC',
    isInUtc: false,
    source: undefined,
  }));
const view: ScheduleView = { sentence: 'Every day.', runs: [], notes: [], warnings: [], problems: [] };

async function withPreview(
  use: (given: Awaited<ReturnType<typeof createPreview>>) => Promise<void>,
  states: FoldStates = {},
): Promise<void> {
  const given = await createPreview(states);
  await use(given);
  given.page.close();
}

async function createPreview(states: FoldStates) {
  const { render } = await import('lit');
  const { schedulePreview } = await import('../../../src/contrib/scheduleBuilder/page/scheduleControl.ts');
  const { Folds } = await import('../../../src/pages/dom/foldParts.ts');
  const page = new ShownPage({ html: '<body><main></main></body>', receive: () => undefined });
  const folded: [FoldId, boolean][] = [];
  const folds = new Folds(states, (...fold) => folded.push(fold));
  const main = document.querySelector('main') ?? assert.fail();
  const show = (shown: ScheduleView, isEnabled = true) =>
    void render(schedulePreview(shown, isEnabled, scheduleTexts(), folds), main);
  const rows = (table: string) => page.all('row', undefined, page.get('table', table)).slice(1);
  return { page, show, folded, rows };
}

describe('the preview of a schedule', () => {
  useBrowser();

  it('shows the next runs on both clocks', () =>
    withPreview(async ({ page, show, rows }) => {
      show({ ...view, runs: runs(4) });
      assert.deepEqual(page.all('columnheader').map(nameOf), ['Your time', 'UTC']);
      assert.deepEqual(
        page.all('columnheader').map(head => head.getAttribute('scope')),
        ['col', 'col'],
      );
      assert.equal(rows('Next runs').length, 4);
      assert.equal(page.text(rows('Next runs')[1]), 'Mon, Jan 2, 2083, 07:30 03:00 UTC');
      assert.deepEqual(page.all('button'), []);
    }));

  it('shows one clock if the reader is in UTC', () =>
    withPreview(async ({ page, show, rows }) => {
      const inUtc = runs(2).map(run => ({ ...run, isInUtc: true }));
      show({ ...view, runs: inUtc });
      assert.deepEqual(page.all('columnheader').map(nameOf), ['Your time']);
      assert.equal(page.text(rows('Next runs')[1]), 'Mon, Jan 2, 2083, 07:30');
      // London in winter and in summer
      show({ ...view, runs: [...inUtc, ...runs(1)] });
      assert.deepEqual(page.all('columnheader').map(nameOf), ['Your time', 'UTC']);
      assert.equal(page.text(rows('Next runs')[1]), 'Mon, Jan 2, 2083, 07:30 03:00 UTC');
    }));

  it('does not promise the runs of a disabled job', () =>
    withPreview(async ({ page, show, rows }) => {
      show({ ...view, runs: runs(2) }, false);
      assert.equal(rows('Would run if enabled').length, 2);
      assert.equal(page.text().includes('Next runs'), false);
    }));

  it('folds the later runs until the user opens them, which is remembered', () =>
    withPreview(async ({ page, show, folded, rows }) => {
      show({ ...view, runs: runs(10) });
      assert.equal(rows('Next runs').length, 4);
      assert.deepEqual(page.all('table', 'Later runs'), []);
      await page.click(page.get('button', 'Later runs (6)'));
      assert.deepEqual(folded, [['runs', true]]);
      const later = page.all('row', undefined, page.get('table', 'Later runs'));
      assert.equal(later.length, 6);
      assert.match(page.text(later[0]), /Jan 5, /);
      show({ ...view, runs: runs(5) });
      assert.equal(page.all('row', undefined, page.get('table', 'Later runs')).length, 1);
    }));

  it('marks runs that come from no rule', () =>
    withPreview(async ({ page, show, rows }) => {
      const [first, second, third] = runs(3);
      assert.ok(first && second && third);
      show({ ...view, runs: [{ ...first, source: 'start' }, second, { ...third, source: 'end' }] });
      assert.deepEqual(
        rows('Next runs').map(row => page.text(row)),
        [
          'Mon, Jan 1, 2083, 07:30 — the start date itself 03:00 UTC',
          'Mon, Jan 2, 2083, 07:30 03:00 UTC',
          'Mon, Jan 3, 2083, 07:30 — the end date itself 03:00 UTC',
        ],
      );
    }));
});
