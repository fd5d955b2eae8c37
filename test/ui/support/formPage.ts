import type { FrameLocator, Locator } from 'playwright-core';
import { attemptMs, until, untilDone } from './until.ts';
import type { Workbench } from './workbench.ts';

/** The visible form of a job or a group, as a user operates it. */
export class FormPage {
  readonly frame: FrameLocator;
  readonly #workbench: Workbench;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.frame = workbench.webviewFrame();
  }

  text(label: string): Locator {
    return this.frame.getByRole('textbox', { name: label, exact: true });
  }

  /** Expands the section of the form whose name begins with this. */
  async unfold(name: string): Promise<void> {
    const summary = this.frame.locator('summary').filter({ hasText: new RegExp(`^\\s*${name}`) });
    const isOpen = await summary.evaluate(element => element.parentElement?.hasAttribute('open'));
    if (isOpen !== true) await summary.click();
  }

  /** The label of a checkbox, which handles clicks for it. */
  flag(label: string): Locator {
    return this.frame.locator('label').getByText(label, { exact: true });
  }

  /** A list of chosen items, the box that adds to it, and its messages. */
  picker(label: string): Locator {
    return this.frame.getByRole('group', { name: label, exact: true });
  }

  box(label: string): Locator {
    return this.picker(label).getByRole('combobox');
  }

  chosen(label: string): Locator {
    return this.picker(label).getByRole('listbox', { name: label, exact: true }).getByRole('option');
  }

  /** Makes an item active. Clicks its label, because the center of a short item is its naming button. */
  select(member: Locator): Promise<void> {
    return member.locator('.option-label').click();
  }

  /** The number of chosen items; a long list has only its visible items on the page. */
  async count(label: string): Promise<number> {
    return Number(await this.picker(label).locator('.count').textContent());
  }

  /** Types each text into the box of a list and accepts the first option. */
  async add(label: string, ...texts: readonly string[]): Promise<void> {
    const box = this.box(label);
    for (const text of texts) {
      const before = await this.count(label);
      // A form that is being redrawn loses the typed text.
      await untilDone(async () => {
        await box.fill(text);
        const option = this.picker(label).locator('.popup .option.active');
        await option.filter({ hasText: text }).waitFor({ timeout: attemptMs });
        return true;
      });
      await box.press('Enter');
      await until(
        () => this.count(label),
        now => now > before,
      );
    }
    await box.press('Escape');
  }

  async paste(label: string, text: string): Promise<void> {
    await this.#workbench.page.evaluate(value => navigator.clipboard.writeText(value), text);
    await this.box(label).focus();
    await this.#workbench.page.keyboard.press('ControlOrMeta+V');
  }

  button(name: string): Locator {
    return this.frame.getByRole('button', { name, exact: true });
  }

  /** The line in the header that says how the form differs from the server. */
  status(text: string | RegExp): Locator {
    return this.frame.locator('header').getByText(text, { exact: true });
  }

  /**
   * Saves the changes. Waits for the changes first, because until then the form may still show “Saved.” from before.
   */
  async save(): Promise<void> {
    const { editors, page } = this.#workbench;
    await editors.activeTab().and(page.locator('.dirty')).waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await editors.activeTab().and(page.locator(':not(.dirty)')).waitFor();
    await this.status('Saved.').waitFor();
  }
}
