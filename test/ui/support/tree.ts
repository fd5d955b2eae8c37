import type { Locator, Page } from 'playwright-core';

const SCROLL_LIMIT_MS = 60_000;

/** The exact label of a row, or a pattern for its accessible name. */
export type Name = string | RegExp;

/**
 * The rows of a list or tree with this label, or whose accessible name matches. A text is compared with the label,
 * because the accessible name also contains the description.
 */
export function labelled(elements: Locator, name: Name): Locator {
  const page = elements.page();
  return typeof name === 'string'
    ? elements.filter({ has: page.locator('.label-name').getByText(name, { exact: true }) })
    : elements.and(page.getByLabel(name));
}

/** A view in the side bar: its header and its content. */
export function viewPane(page: Page, view: string): Locator {
  return page.locator('.pane').filter({ has: viewHeader(page, view) });
}

export function viewHeader(page: Page, view: string): Locator {
  // Not by its accessible name, which also contains the current description of the view.
  return page
    .locator('.pane-header')
    .filter({ has: page.locator('.title').getByText(view, { exact: true }) });
}

/**
 * Scrolls with the mouse wheel until the row is visible, because a tree has only its visible rows on the page. Starts
 * again at the top as often as needed, because the tree may still be loading.
 */
export async function scrollTo(row: Locator, tree: Locator): Promise<void> {
  const end = Date.now() + SCROLL_LIMIT_MS;
  await tree.getByRole('treeitem').first().waitFor();
  const isAtTop = () => tree.locator('[data-index="0"]').isVisible();
  const isAtBottom = () => tree.locator('[data-last-element=true]').isVisible();
  while (!(await row.isVisible())) {
    if (Date.now() > end) throw new Error(`No such row in the tree: ${row}`);
    if (!(await isAtBottom())) {
      await turnWheel(tree, ((await tree.boundingBox())?.height ?? 0) / 2);
      continue;
    }
    // At the bottom, the row may still have to be loaded, so this starts again at the top.
    do await turnWheel(tree, -1_000_000);
    while (!(await isAtTop()) && Date.now() < end);
  }
}

async function turnWheel(tree: Locator, deltaY: number): Promise<void> {
  await tree.hover();
  await tree.page().mouse.wheel(0, deltaY);
  // The page handles the wheel event in the next frames.
  await tree
    .page()
    .evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** A pattern that matches exactly this text. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
