import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { uiWorkerVariable } from '../../../scripts/mochaCounts.ts';
import { screenshotFolder } from '../../../scripts/paths.ts';
import type { Theme } from '../../../scripts/vscode/userSettings.ts';
import { Editors } from './editors.ts';
import { Notifications } from './notifications.ts';
import { QuickInput } from './quickInput.ts';
import { labelled, literal, type Name, scrollTo, viewHeader, viewPane } from './tree.ts';
import { attemptMs, clickOnce, isShown, until, untilDone } from './until.ts';

const CONTAINER = 'Device Automation';
export const viewport = { width: 1280, height: 800 };
/** That of a new window. */
const sideBarWidth = 300;

/** For each theme, its name in VS Code's theme picker, and the marks of its page and webviews. */
const THEMES: Readonly<Record<Theme, { label: string; pageClass: string; kind: string }>> = {
  light: { label: 'Light Modern', pageClass: 'vs', kind: 'vscode-light' },
  dark: { label: 'Dark Modern', pageClass: 'vs-dark', kind: 'vscode-dark' },
  'hc-black': { label: 'Dark High Contrast', pageClass: 'hc-black', kind: 'vscode-high-contrast' },
  'hc-light': { label: 'Light High Contrast', pageClass: 'hc-light', kind: 'vscode-high-contrast-light' },
};

/** VS Code's window, as a user sees and operates it. */
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

  /** Shows the extension's view container with this view expanded, and resolves with the view. */
  async openView(view: string): Promise<Locator> {
    const tab = this.page.getByRole('tab', { name: CONTAINER, exact: true });
    await tab.waitFor();
    // Clicking the tab of a visible container would hide it.
    if ((await tab.getAttribute('aria-expanded')) !== 'true') await tab.click();
    const header = viewHeader(this.page, view);
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
    return viewPane(this.page, view);
  }

  /** A row by its label or a pattern for its accessible name, in one view or in any. */
  treeRow(name: Name, view?: string): Locator {
    const scope = view === undefined ? this.page : viewPane(this.page, view);
    return labelled(scope.getByRole('treeitem'), name);
  }

  /** Scrolls to a row, because rows that are not visible are not on the page. */
  async scrollToRow(name: Name, view: string): Promise<Locator> {
    const row = this.treeRow(name, view);
    await scrollTo(row, viewPane(this.page, view).getByRole('tree'));
    return row;
  }

  /** Expands a row. Repeats the click, which has no effect on a row that is being redrawn. */
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

  /** The tooltip of a row, once it contains this text. Repeats the hover, because a redrawn row loses its tooltip. */
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

  /** Clicks a button in the title of a view, which VS Code shows while the pointer is over the view. */
  async viewAction(view: string, title: string): Promise<void> {
    await untilDone(async () => {
      await viewHeader(this.page, view).hover();
      await clickOnce(viewPane(this.page, view).getByRole('button', { name: title, exact: true }));
      return true;
    });
  }

  /** Chooses an entry of the menu of a row; before it, the submenu that has it, which opens under the pointer. */
  async contextMenu(row: Locator, ...path: readonly string[]): Promise<void> {
    await this.#choose(path, entry => this.openMenu(row, entry));
  }

  /** The same in the menu behind the three dots of a view. */
  async viewMenu(view: string, ...path: readonly string[]): Promise<void> {
    await this.#choose(path, async entry => {
      if (await isShown(entry)) return;
      await viewHeader(this.page, view).hover();
      await clickOnce(viewPane(this.page, view).getByRole('button', { name: /More Actions/ }));
      await entry.waitFor({ timeout: attemptMs });
    });
  }

  async #choose(path: readonly string[], open: (first: Locator) => Promise<void>): Promise<void> {
    const [first, ...others] = path.map(item => this.#menuEntry(item));
    if (first === undefined) return;
    let entry = first;
    // Repeats the click, because a row that is redrawn under the pointer opens no menu, or closes it.
    await untilDone(async () => {
      entry = first;
      await open(entry);
      for (const next of others) {
        await entry.hover({ timeout: attemptMs });
        entry = next;
        await entry.waitFor({ timeout: attemptMs });
      }
      // VS Code ignores a mouse button that is released soon after the menu has opened, but not a key.
      await entry.hover({ timeout: attemptMs });
      await this.page
        .locator('.action-item.focused')
        .filter({ has: entry })
        .last()
        .waitFor({ timeout: attemptMs });
      return true;
    });
    await this.page.keyboard.press('Enter');
    await entry.waitFor({ state: 'hidden' });
  }

  /** Not by its accessible name, which also contains the keyboard shortcut. */
  #menuEntry(item: string): Locator {
    const label = this.page.locator('.action-label').getByText(item, { exact: true });
    return this.page.getByRole('menuitem').filter({ has: label });
  }

  /** Clears the filter of a view, which its question offers. */
  async clearFilter(view: string): Promise<void> {
    await this.viewAction(view, 'Filter…');
    await this.quickInput.pick(['Clear Filter']);
  }

  /** Selects no row, so that the menu of a row is about that row alone. */
  async clearSelection(view: string): Promise<void> {
    const tree = viewPane(this.page, view).getByRole('tree');
    await tree.focus();
    // The first Escape may only close a tooltip.
    for (let press = 0; press < 2; press += 1) await this.page.keyboard.press('Escape');
    await tree.locator('.monaco-list-row.selected').first().waitFor({ state: 'detached' });
  }

  /** Opens a job from the Jobs view. Repeats that, because a menu passes no row while VS Code reloads the tree. */
  async openJob(name: string): Promise<void> {
    const row = await this.scrollToRow(new RegExp(`^${literal(name)}, `), 'Jobs');
    const tab = this.editors.tab(new RegExp(`^${literal(name)}`));
    await untilDone(async () => {
      await this.contextMenu(row, 'Open');
      await tab.first().waitFor({ timeout: attemptMs });
      return true;
    });
  }

  /** Opens the context menu of a row until the entry is visible. */
  async openMenu(row: Locator, entry: Locator): Promise<void> {
    await row.waitFor();
    await until(
      async () => {
        // A late menu covers the row, and this click does not reach it.
        await row.click({ button: 'right', timeout: attemptMs }).catch(() => undefined);
        if ((await isShown(entry)) && (await isMeant(row))) return true;
        // Without a menu, Escape would clear the selection of the list.
        if (await this.page.locator('.monaco-menu').isVisible()) await this.page.keyboard.press('Escape');
        return false;
      },
      shown => shown,
    );
  }

  /** Runs a command from the palette. The title includes the category, as shown there. */
  runCommand(title: string): Promise<void> {
    return this.quickInput.run(title);
  }

  /** Waits for an input box, fills it and presses Enter. */
  submitInput(text: string): Promise<void> {
    return this.quickInput.submit(text);
  }

  /** Waits for a quick pick and chooses these items. */
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

  /** Opens a file in the workspace folder by name. */
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

  /** The document inside the visible webview. */
  webviewFrame(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready:visible').frameLocator('iframe#active-frame');
  }

  async setTheme(theme: Theme): Promise<void> {
    const { label, pageClass, kind } = THEMES[theme];
    await this.quickInput.run('Preferences: Color Theme');
    await this.quickInput.input.fill(label);
    await this.quickInput.pick([label]);
    await this.page.locator(`.monaco-workbench.${pageClass}`).waitFor();
    // A webview receives the colors with a delay.
    if (await this.page.locator('iframe.webview.ready:visible').isVisible())
      await this.webviewFrame().locator(`body[data-vscode-theme-kind="${kind}"]`).waitFor();
  }

  /** Restores the state after startup; `closeOthers` closes the editors and whatever else the page cannot. */
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
    await this.#widenSideBar();
  }

  /** A window that was narrow leaves its side bar narrow. */
  async #widenSideBar(): Promise<void> {
    const { mouse } = this.page;
    const bar = await this.page.locator('.part.sidebar').boundingBox();
    if (bar === null || bar.width >= sideBarWidth) return;
    const middle = bar.y + bar.height / 2;
    await mouse.move(bar.x + bar.width, middle);
    await mouse.down();
    await mouse.move(bar.x + sideBarWidth, middle, { steps: 3 });
    await mouse.up();
  }

  /** Stores a screenshot in out/screenshots, except in `npm test`, where nobody views it. */
  async screenshot(name: string): Promise<void> {
    if (process.env[uiWorkerVariable] !== undefined) return;
    await mkdir(screenshotFolder, { recursive: true });
    await this.page.screenshot({ path: join(screenshotFolder, `${name}.png`), animations: 'disabled' });
  }
}

/** Whether a menu is that of this row: another row may have moved under the pointer just before. */
function isMeant(row: Locator): Promise<boolean> {
  return row.evaluate(
    ({ classList }) => !classList.contains('monaco-list-row') || classList.contains('focused'),
    undefined,
    { timeout: attemptMs },
  );
}
