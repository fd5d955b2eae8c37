import type { Locator, Page } from 'playwright-core';
import { labelled, type Name } from './tree.ts';
import { attemptMs, clickOnce, missed, untilDone } from './until.ts';

/** The widget at the top: command palette, quick picks and input boxes, one after the other. */
export class QuickInput {
  readonly #page: Page;
  readonly widget: Locator;
  readonly input: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.widget = page.locator('.quick-input-widget');
    this.input = this.widget.locator('input.input');
  }

  option(name: Name): Locator {
    return labelled(this.widget.getByRole('option'), name);
  }

  /** The text below an input box: its prompt, or why the value is invalid. */
  message(): Locator {
    return this.widget.locator('.quick-input-message');
  }

  async run(title: string): Promise<void> {
    // A form that has just opened may take the focus, which closes the palette.
    await untilDone(async () => {
      await this.#page.keyboard.press('F1');
      await this.input.fill(`>${title}`, { timeout: attemptMs });
      // The marked part of a longer title also matches; the title itself comes first.
      await clickOnce(this.option(title).first());
      return true;
    });
    // The command may reuse the widget for its own input, so the palette is closed when its text has disappeared.
    await this.#waitForChangeOf(`>${title}`);
  }

  async submit(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
    await this.input.press('Enter');
    await this.#waitForChangeOf(text);
  }

  async pick(names: readonly Name[]): Promise<void> {
    for (const name of names) await this.option(name).click();
    if (names.length === 1 && (await this.#isSingleChoice())) return this.#waitForEndOf(names);
    await this.widget.getByRole('button', { name: 'OK', exact: true }).click();
  }

  async #isSingleChoice(): Promise<boolean> {
    return !(await this.widget.getByRole('button', { name: 'OK', exact: true }).isVisible());
  }

  /** The next step reuses the widget, which would lose what is typed before; a list that stays open is not waited for. */
  async #waitForEndOf([name = '']: readonly Name[]): Promise<void> {
    const gone = this.option(name).waitFor({ state: 'hidden', timeout: attemptMs });
    await gone.catch(missed);
  }

  /** Waits until the widget is hidden, shows the next step, or reports that the text is invalid. */
  async #waitForChangeOf(text: string): Promise<void> {
    await this.#page.waitForFunction(given => {
      const widget = document.querySelector<HTMLElement>('.quick-input-widget');
      const input = widget?.querySelector<HTMLInputElement>('input.input');
      if (!widget || widget.offsetParent === null || !input) return true;
      return (
        input.value !== given ||
        widget.querySelector('.monaco-inputbox.error, .monaco-inputbox.warning') !== null
      );
    }, text);
  }
}
