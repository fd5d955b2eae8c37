import type { Locator, Page } from 'playwright-core';
import { labelled, type Name } from './tree.ts';
import { attemptMs, clickOnce, untilDone } from './until.ts';

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

  /** What stands below an input box: its prompt, or why it refuses the text. */
  message(): Locator {
    return this.widget.locator('.quick-input-message');
  }

  async run(title: string): Promise<void> {
    // a form that has just opened may take the keyboard, which closes the palette
    await untilDone(async () => {
      await this.#page.keyboard.press('F1');
      await this.input.fill(`>${title}`, { timeout: attemptMs });
      await clickOnce(this.option(title));
      return true;
    });
    // the command's own input may use the same widget at once: the palette is gone when its text is
    await this.#waitForChangeOf(`>${title}`);
  }

  async answer(text: string): Promise<void> {
    await this.input.waitFor();
    await this.input.fill(text);
    await this.input.press('Enter');
    await this.#waitForChangeOf(text);
  }

  async pick(names: readonly Name[]): Promise<void> {
    for (const name of names) await this.option(name).click();
    if (names.length === 1 && (await this.#isSingleChoice())) return;
    await this.widget.getByRole('button', { name: 'OK', exact: true }).click();
  }

  async #isSingleChoice(): Promise<boolean> {
    return !(await this.widget.getByRole('button', { name: 'OK', exact: true }).isVisible());
  }

  /** Until the widget is hidden, shows its next step, or says what is wrong with the text. */
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
