import type { Locator, Page } from 'playwright-core';

/** The views that the extension puts into its container, by their English names. */
export type Name = string | RegExp;

/**
 * Elements of a list or tree whose label is this text, or whose whole accessible name matches. The
 * label is asked for because a row's accessible name also holds its description.
 */
export function labelled(elements: Locator, name: Name): Locator {
  const page = elements.page();
  return typeof name === 'string'
    ? elements.filter({ has: page.locator('.label-name').getByText(name, { exact: true }) })
    : elements.and(page.getByLabel(name));
}

/** A view in the side bar: its header and what is below it. */
export function viewPane(page: Page, view: string): Locator {
  return page.locator('.pane').filter({ has: viewHeader(page, view) });
}

export function viewHeader(page: Page, view: string): Locator {
  // not by its accessible name, which also holds the description that a view has at the moment
  return page
    .locator('.pane-header')
    .filter({ has: page.locator('.title').getByText(view, { exact: true }) });
}

/** Trees keep only the visible rows in the page: turns the wheel until the row is there. */
export async function scrollTo(row: Locator, tree: Locator): Promise<void> {
  await tree.getByRole('treeitem').first().waitFor();
  await tree.hover();
  const page = tree.page();
  await tree.focus();
  await page.keyboard.press('Home');
  await tree.locator('.monaco-list-row[data-index="0"]').waitFor();
  let before = '';
  for (;;) {
    if (await row.isVisible()) return;
    const now = (await tree.getByRole('treeitem').allTextContents()).join('\n');
    if (now === before) throw new Error(`No such row in the tree: ${row}`);
    before = now;
    const height = (await tree.boundingBox())?.height ?? 0;
    await page.mouse.wheel(0, height / 2);
    // the wheel is handled in the page's next frames; at the end of the list nothing changes
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
}

/** A text as a pattern that matches just it. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
