import type { Locator, Page } from 'playwright-core';
import { attemptMs, untilDone, within } from './until.ts';

/** The text editors and their tabs. */
export class Editors {
  readonly #page: Page;
  readonly #group: Locator;

  constructor(page: Page) {
    this.#page = page;
    this.#group = page.locator('.editor-group-container.active');
  }

  tab(name: string | RegExp): Locator {
    return this.#page.locator('.tabs-container').getByRole('tab', { name });
  }

  activeTab(): Locator {
    return this.#group.locator('.tab.active');
  }

  /** The whole text, read through the clipboard, because the page contains only the visible lines. */
  async text(): Promise<string> {
    let text = '';
    await untilDone(async () => {
      text = await this.#copyAll();
      return text !== '';
    });
    await this.#page.keyboard.press('ControlOrMeta+Home');
    // Without a selection, the editor copies the line at the caret, which is empty here.
    return text === '\n' ? '' : text;
  }

  /** Replaces the whole text by pasting, because while typing the editor adds brackets and indentation. */
  async setText(text: string): Promise<void> {
    // A slow editor may paste only after reading the text has replaced the clipboard.
    await untilDone(async () => {
      await this.#focus();
      await this.#page.evaluate(value => navigator.clipboard.writeText(value), text);
      await this.#page.keyboard.press('ControlOrMeta+A');
      await this.#page.keyboard.press('ControlOrMeta+V');
      const isPasted = (now: string) => now === text;
      return isPasted(await within(attemptMs, () => this.text(), isPasted));
    });
  }

  /** Saves the active editor and waits until it is saved; a rejected save causes a timeout. */
  async save(): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+S');
    await this.#group.locator('.tab.active:not(.dirty)').waitFor();
  }

  /** The copied text; empty if the editor did not have the focus. */
  async #copyAll(): Promise<string> {
    await this.#focus();
    await this.#page.evaluate(() => navigator.clipboard.writeText(''));
    await this.#page.keyboard.press('ControlOrMeta+A');
    await this.#page.keyboard.press('ControlOrMeta+C');
    const copied = () => this.#page.evaluate(() => navigator.clipboard.readText());
    return within(attemptMs, copied, value => value !== '');
  }

  async #focus(): Promise<void> {
    const editor = this.#group.locator('.monaco-editor').first();
    if (await editor.and(this.#page.locator('.focused')).isVisible()) return;
    await editor.locator('.view-lines').first().click();
  }
}
