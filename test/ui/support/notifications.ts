import type { Locator, Page } from 'playwright-core';
import { isShown, until } from './until.ts';

/** Most toasts appear sooner; a later one is found in the notification center. */
const TOAST_LIMIT_MS = 1_500;

/** The notifications of a window. */
export class Notifications {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** A notification that VS Code shows as a toast. Information toasts disappear after a while. */
  toast(text: string | RegExp): Locator {
    return this.#page.locator('.notification-toast').filter({ hasText: text });
  }

  /** Waits for a notification, whether VS Code shows it as a toast or not. */
  async waitFor(text: string | RegExp): Promise<void> {
    await this.#find(text);
    await this.#hideCenter();
  }

  async clickButton(text: string | RegExp, name: string): Promise<void> {
    const notification = await this.#find(text);
    await notification.getByRole('button', { name, exact: true }).click();
  }

  /**
   * VS Code shows at most three toasts within 800 ms. Tests are fast enough to exceed that, and then find the others in
   * the notification center, which the bell in the status bar opens.
   */
  async #find(text: string | RegExp): Promise<Locator> {
    const entry = this.#center.locator('.notification-list-item').filter({ hasText: text });
    const notification = this.toast(text).or(entry.first());
    await until(
      async () => {
        if (await isShown(notification, TOAST_LIMIT_MS)) return true;
        if (!(await this.#center.isVisible())) await this.#bell.click();
        return false;
      },
      shown => shown,
    );
    return notification;
  }

  async #hideCenter(): Promise<void> {
    if (!(await this.#center.isVisible())) return;
    await this.#bell.click();
    await this.#center.waitFor({ state: 'hidden' });
  }

  get #center(): Locator {
    return this.#page.locator('.notifications-center');
  }

  get #bell(): Locator {
    return this.#page.locator('[id="status.notifications"]');
  }
}
