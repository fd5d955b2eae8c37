import type { Locator, Page } from 'playwright-core';

const SCROLL_LIMIT_MS = 60_000;

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

/**
 * Trees keep only the visible rows in the page: turns the wheel until the row is there, from the top
 * again and again, since a tree may still be loading.
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
    // when all rows are visible at once there is nowhere to go: only time can bring the row
    do await turnWheel(tree, -1_000_000);
    while (!(await isAtTop()) && Date.now() < end);
  }
}

async function turnWheel(tree: Locator, deltaY: number): Promise<void> {
  await tree.hover();
  await tree.page().mouse.wheel(0, deltaY);
  // the turn is handled in the page's next frames
  await tree
    .page()
    .evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** A text as a pattern that matches just it. */
export function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
