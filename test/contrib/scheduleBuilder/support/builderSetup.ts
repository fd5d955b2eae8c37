import assert from 'node:assert/strict';
import '../../../support/vscode/vscodeInNode.ts';
import type { FoldId, FoldStates } from '../../../../src/pages/protocol/hostMessages.ts';
import { ShownPage } from '../../../pages/support/shownPage.ts';

const { issueTexts, scheduleTexts } = await import('../../../../src/workbench/forms/formRows.ts');
const { localizer } = await import('../../../../src/workbench/platform/localize.ts');
const { ScheduleOutlook } = await import('../../../../src/recurrence/describe/scheduleOutlook.ts');

/** The time zone of these tests: no daylight saving time, a half-hour offset from UTC, and a date one day ahead. */
export const present = ['2025-12-31T20:00:00Z', 'Asia/Kabul'] as const;

interface SetupOptions {
  readonly folds?: FoldStates;
  readonly readerZone?: string;
  readonly language?: string;
}

/** The builder with the host's texts and descriptions, and the user's actions in it; the test plays its document. */
export async function withBuilder(
  text: string,
  use: (given: Awaited<ReturnType<typeof createSetup>>) => Promise<void>,
  options: SetupOptions = {},
): Promise<void> {
  const setup = await createSetup(text, options);
  await use(setup);
  setup.page.close();
}

async function createSetup(
  text: string,
  { folds = {}, readerZone = present[1], language = 'en' }: SetupOptions,
) {
  const { ScheduleBuilder } = await import('../../../../src/contrib/scheduleBuilder/page/scheduleBuilder.ts');
  const { Folds } = await import('../../../../src/pages/dom/foldParts.ts');
  const { render } = await import('lit');
  const html = `<html lang="${language}"><body><main></main></body></html>`;
  const page = new ShownPage({ html, receive: () => assert.fail('the builder sends nothing itself') });
  const outlook = new ScheduleOutlook({ serverZone: undefined, readerZone, localizer });
  /**
   * Texts that the builder wrote, schedules for which it requested descriptions, and sections that the user opened or
   * closed.
   */
  const [written, asked, folded]: [string[], string[][], [FoldId, boolean][]] = [[], [], []];
  const main = document.querySelector('main') ?? assert.fail();
  const redraw = () => void render(builder.view(), main);
  const builder = new ScheduleBuilder({
    texts: scheduleTexts(),
    issues: issueTexts(),
    readerZone,
    folds: new Folds(folds, (...fold) => folded.push(fold)),
    redraw,
    describe: schedules => asked.push([...schedules]),
    onChange: next => written.push(next),
  });
  builder.show(text);
  return {
    page,
    builder,
    written,
    asked,
    folded,
    ...userAt(page),
    lines: () => written.at(-1)?.split('\n'),
  };

  /** What the user does and reads. */
  function userAt(at: ShownPage) {
    const field = (label: string) => inputIn(at, label);
    return {
      field,
      value: (label: string) => field(label).value,
      chosen: (label: string) => selectIn(at, label).selectedOptions[0]?.label,
      choices: (label: string) => [...selectIn(at, label).options].map(option => option.label),
      choose: (label: string, choice: string) => at.choose(selectIn(at, label), choice),
      press: (name: string) => at.click(at.get('button', name)),
      /** Types, and lets the debounce timer expire. */
      fill: async (label: string, typed: string) => {
        await at.fill(field(label), typed);
        await at.wait(250);
      },
      /** The message at the end of the builder, or `undefined`. */
      reported: () => at.all('status').map(status => at.text(status))[0],
      /** The host's descriptions for the last request. */
      reply: () => {
        const sentences = (asked.at(-1) ?? []).map(schedule => ({
          schedule,
          sentence: outlook.sentence(schedule, Date.now()),
        }));
        builder.showDescriptions(sentences);
        redraw();
      },
    };
  }
}

function inputIn(page: ShownPage, label: string): HTMLInputElement {
  const [found, ...others] = ['textbox', 'spinbutton'].flatMap(role => page.all(role, label));
  assert.equal(others.length, 0);
  assert.ok(found instanceof HTMLInputElement, `no field “${label}”`);
  return found;
}

function selectIn(page: ShownPage, label: string): HTMLSelectElement {
  const found = page.get('combobox', label);
  assert.ok(found instanceof HTMLSelectElement);
  return found;
}
