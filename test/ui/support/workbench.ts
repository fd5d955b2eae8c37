import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { UI_WORKER } from '../../../scripts/mochaCounts.ts';
import { screenshotFolder } from '../../../scripts/paths.ts';
import type { Theme } from '../../../scripts/vscode/userSettings.ts';
import { Editors } from './editors.ts';
import { Notifications } from './notifications.ts';
import { QuickInput } from './quickInput.ts';
import { labelled, literal, type Name, scrollTo, viewHeader, viewPane } from './tree.ts';
import { attemptMs, clickOnce, isShown, until, untilDone } from './until.ts';

const CONTAINER = 'Device Automation';
export const viewport = { width: 1280, height: 800 };

/** For each theme, the name in VS Code's theme picker, and what its page and its webviews then carry. */
const THEMES: Readonly<Record<Theme, { label: string; pageClass: string; kind: string }>> = {
  light: { label: 'Light Modern', pageClass: 'vs', kind: 'vscode-light' },
  dark: { label: 'Dark Modern', pageClass: 'vs-dark', kind: 'vscode-dark' },
  'hc-black': { label: 'Dark High Contrast', pageClass: 'hc-black', kind: 'vscode-high-contrast' },
  'hc-light': { label: 'Light High Contrast', pageClass: 'hc-light', kind: 'vscode-high-contrast-light' },
};

/** VS Code's window as a person sees and uses it. */
export class Workbench {
  readonly page: Page;
  readonly quickInput: QuickInput;
  readonly editors: Editors;
  readonly notifications: Notifications;

  constructor(page: Page) {
    this.page = page;
    this.quickInput = new QuickInput(page);
    this.editors = new Editors(page);
    this.notifications = new Notifications(page);
  }

  async waitUntilReady(timeoutMs: number): Promise<void> {
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor({ timeout: timeoutMs });
  }

  /** Brings the extension's container to the front with this view expanded; gives the view. */
  async openView(view: string): Promise<Locator> {
    const tab = this.page.getByRole('tab', { name: CONTAINER, exact: true });
    await tab.waitFor();
    // clicking the tab of a container that is shown already would hide it
    if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
    const header = viewHeader(this.page, view);
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    return viewPane(this.page, view);
  }

  /** A row by its label, or by a pattern over its accessible name; in one view, or in any. */
  treeRow(name: Name, view?: string): Locator {
    const scope = view === undefined ? this.page : viewPane(this.page, view);
    return labelled(scope.getByRole('treeitem'), name);
  }

  /** A row further down than can be seen is not in the page: this scrolls to it. */
  async scrollToRow(name: Name, view: string): Promise<Locator> {
    const row = this.treeRow(name, view);
    await scrollTo(row, viewPane(this.page, view).getByRole('tree'));
    return row;
  }

  /** A row that is redrawn under the pointer misses a click: then a person clicks again. */
  async expand(row: Locator): Promise<void> {
    await row.waitFor();
    const expanded = row.and(this.page.locator('[aria-expanded=true]'));
    await until(
      async () => {
        if ((await row.getAttribute('aria-expanded')) === 'false')
          await row.locator('.monaco-tl-twistie').click();
        return isShown(expanded.first());
      },
      shown => shown,
    );
  }

  /** The tooltip of a row, once it has this text. A redrawn row loses it; a person then points there again. */
  async tooltip(row: Locator, text: string | RegExp): Promise<Locator> {
    const tooltip = this.page.locator('.monaco-hover:visible').filter({ hasText: text });
    await until(
      async () => {
        await this.page.mouse.move(0, 0);
        await row.hover();
        return isShown(tooltip.first());
      },
      shown => shown,
    );
    return tooltip;
  }

  async inlineAction(row: Locator, title: string): Promise<void> {
    await untilDone(async () => {
      await row.hover();
      await clickOnce(row.getByRole('button', { name: title, exact: true }));
      return true;
    });
  }

  /** A button in the title of a view, which VS Code shows while the pointer is over the view. */
  async viewAction(view: string, title: string): Promise<void> {
    await untilDone(async () => {
      await viewHeader(this.page, view).hover();
      await clickOnce(viewPane(this.page, view).getByRole('button', { name: title, exact: true }));
      return true;
    });
  }

  async contextMenu(row: Locator, item: string): Promise<void> {
    // not by its accessible name, which also holds the key that does the same
    const label = this.page.locator('.action-label').getByText(item, { exact: true });
    const entry = this.page.getByRole('menuitem').filter({ has: label });
    // a row that is redrawn below the pointer gets no menu, or loses it: then a person clicks again
    await untilDone(async () => {
      await this.openMenu(row, entry);
      // VS Code ignores a mouse button that is released soon after the menu opened, but not a key
      await entry.hover({ timeout: attemptMs });
      await this.page.locator('.action-item.focused').filter({ has: entry }).waitFor({ timeout: attemptMs });
      return true;
    });
    await this.page.keyboard.press('Enter');
    await entry.waitFor({ state: 'hidden' });
  }

  /** Opens a job of the Jobs view. While VS Code reads a tree again, a menu passes no row: then a person clicks again. */
  async openJob(name: string): Promise<void> {
    const row = await this.scrollToRow(new RegExp(`^${literal(name)}, `), 'Jobs');
    const tab = this.editors.tab(new RegExp(`^${literal(name)}`));
    await untilDone(async () => {
      await this.contextMenu(row, 'Open Job');
      await tab.first().waitFor({ timeout: attemptMs });
      return true;
    });
  }

  /** Opens the context menu of a row, which has the entry. */
  async openMenu(row: Locator, entry: Locator): Promise<void> {
    await row.waitFor();
    await until(
      async () => {
        // a menu that comes late lies over the row, and this click does not get through
        await row.click({ button: 'right', timeout: attemptMs }).catch(() => undefined);
        if (await isShown(entry)) return true;
        // without a menu, Escape would clear the selection of the list
        if (await this.page.locator('.monaco-menu').isVisible()) await this.page.keyboard.press('Escape');
        return false;
      },
      shown => shown,
    );
  }

  /** Runs a command from the palette; the title as shown there, with its category. */
  runCommand(title: string): Promise<void> {
    return this.quickInput.run(title);
  }

  /** Fills the input box that is shown, or will be, and accepts it. */
  answerInput(text: string): Promise<void> {
    return this.quickInput.answer(text);
  }

  /** Chooses from the quick pick that is shown, or will be. */
  pick(...names: Name[]): Promise<void> {
    return this.quickInput.pick(names);
  }

  dialog(text?: string | RegExp): Locator {
    const box = this.page.locator('.monaco-dialog-box');
    return text === undefined ? box : box.filter({ hasText: text });
  }

  async dialogButton(name: string): Promise<void> {
    await this.dialog().getByRole('button', { name, exact: true }).click();
    await this.dialog().waitFor({ state: 'hidden' });
  }

  /** Opens a file of the workspace folder by its name. */
  async openFile(name: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+P');
    await this.quickInput.input.fill(name);
    await this.quickInput.option(name).click();
    await this.editors.tab(name).waitFor();
  }

  clipboard(): Promise<string> {
    return this.page.evaluate(() => navigator.clipboard.readText());
  }

  editorText(): Promise<string> {
    return this.editors.text();
  }

  setEditorText(text: string): Promise<void> {
    return this.editors.setText(text);
  }

  saveActiveEditor(): Promise<void> {
    return this.editors.save();
  }

  /** The document inside the webview that is shown. */
  webviewFrame(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe#active-frame');
  }

  async setTheme(theme: Theme): Promise<void> {
    const { label, pageClass, kind } = THEMES[theme];
    await this.quickInput.run('Preferences: Color Theme');
    await this.quickInput.input.fill(label);
    await this.quickInput.pick([label]);
    await this.page.locator(`.monaco-workbench.${pageClass}`).waitFor();
    // a webview gets the colors a moment later
    if (await this.page.locator('iframe.webview.ready:visible').isVisible())
      await this.webviewFrame().locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
  }

  /** Makes the window as it is after its start, with what closes its editors and whatever else its page cannot close. */
  async clean(closeOthers: () => Promise<void>): Promise<void> {
    const { page } = this;
    for (const other of page.context().pages()) if (other !== page) await other.close();
    await page.setViewportSize(viewport);
    await page.mouse.move(0, 0);
    for (let layer = 0; layer < 3; layer += 1) await page.keyboard.press('Escape');
    await closeOthers();
    await page.evaluate(() => navigator.clipboard.writeText(''));
    const shown = page.locator('.monaco-dialog-box, .notification-toast, .quick-input-widget:visible');
    await until(
      () => shown.count(),
      count => count === 0,
    );
  }

  /** Stores a screenshot of the window in out/screenshots; not in `npm test`, where nobody looks at it. */
  async screenshot(name: string): Promise<void> {
    if (process.env[UI_WORKER] !== undefined) return;
    await mkdir(screenshotFolder, { recursive: true });
    await this.page.screenshot({ path: join(screenshotFolder, `${name}.png`), animations: 'disabled' });
  }
}
