// Runs inside a page: bundled by pageTexts.ts, which passes it the options.

export interface ShownTextsOptions {
  /** The prefix of every translated text; if omitted, no text counts as untranslated. */
  readonly opening?: string;
  /** Elements whose texts are data or are formatted by `Intl`. */
  readonly data?: string;
  /** The part of the page to check; all of it by default. */
  readonly scope?: string;
}

interface Piece {
  readonly text: string;
  readonly parent: Element;
  readonly rects: readonly DOMRect[];
}

/** Elements only for screen readers, which are clipped on purpose. */
const unseen = '.hidden-text, .in-line .option-detail';
const boxes = 'button, td, th, summary, .option, .badge, .count, .segment span';

/** The problems of the visible texts, one line each. */
export function textFindings({ opening, data = 'none', scope = 'body' }: ShownTextsOptions): string[] {
  const root = document.documentElement;
  const pieces = [...document.querySelectorAll(scope)].flatMap(shownPieces);
  const isWide = root.scrollWidth > root.clientWidth;
  return [
    ...(isWide ? [`the page is ${root.scrollWidth} px wide in ${root.clientWidth} px`] : []),
    ...(pieces.length === 0 ? [`there is no text in ${scope}`] : []),
    ...(opening === undefined ? [] : untranslated(pieces, opening, data)),
    ...(opening === undefined ? [] : untranslatedNames(scope, opening, data)),
    ...cutTexts(pieces),
    ...cutControls(),
    ...overlaps(pieces),
  ];
}

function shownPieces(from: Element): Piece[] {
  const walker = document.createTreeWalker(from, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    const text = (node.textContent ?? '').trim();
    if (parent === null || text === '' || parent.closest(`${unseen}, script, style, option`) !== null)
      continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()]
      .map(rect => inView(rect, parent))
      .filter(rect => rect !== undefined);
    if (rects.length > 0) pieces.push({ text, parent, rects });
  }
  return pieces;
}

/** The part of a rectangle that is not clipped by any ancestor. */
function inView(rect: DOMRect, parent: Element): DOMRect | undefined {
  let { left, top, right, bottom } = rect;
  for (let around: Element | null = parent; around !== null; around = around.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(around);
    if (around === document.body) break;
    const box = around.getBoundingClientRect();
    if (overflowX !== 'visible') [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
    if (overflowY !== 'visible') [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
  }
  return right - left > 1 && bottom - top > 1
    ? new DOMRect(left, top, right - left, bottom - top)
    : undefined;
}

function untranslated(pieces: readonly Piece[], opening: string, data: string): string[] {
  return pieces
    .filter(({ text, parent }) => isForeign(text, opening) && parent.closest(data) === null)
    .map(({ text }) => `not translated: ${text}`);
}

/** Accessible names, tooltips, placeholders and options. */
function untranslatedNames(scope: string, opening: string, data: string): string[] {
  const attributes = ['aria-label', 'title', 'placeholder'] as const;
  return [...document.querySelectorAll(`:is(${scope}) *`)]
    .filter(element => element.closest(data) === null)
    .flatMap(element => [
      ...attributes.map(name => element.getAttribute(name) ?? ''),
      element instanceof HTMLOptionElement ? element.text : '',
    ])
    .filter(text => isForeign(text, opening))
    .map(text => `not translated: ${text}`);
}

function isForeign(text: string, opening: string): boolean {
  return /\p{L}{2}/u.test(text) && !text.includes(opening);
}

function titled(element: Element): boolean {
  return element.closest('[title]:not([title=""])') !== null;
}

/** Texts that are clipped and have no tooltip with the full text. */
function cutTexts(pieces: readonly Piece[]): string[] {
  return pieces.flatMap(({ text, parent, rects }) => {
    const { overflowX, textOverflow } = getComputedStyle(parent);
    const isCut =
      (overflowX !== 'visible' || textOverflow === 'ellipsis') && parent.scrollWidth > parent.clientWidth + 1;
    if (isCut && !titled(parent))
      return [`cut: ${text} (${parent.scrollWidth} px in ${parent.clientWidth} px)`];
    const box = parent.closest(boxes)?.getBoundingClientRect();
    const sticksOut =
      box !== undefined &&
      rects.some(
        ({ left, right, top, bottom }) =>
          left < box.left - 1 || right > box.right + 1 || top < box.top - 3 || bottom > box.bottom + 3,
      );
    return sticksOut ? [`sticks out of its box: ${text}`] : [];
  });
}

/** Texts that the browser itself cuts off: selected options and placeholders. */
function cutControls(): string[] {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('there is no canvas');
  const cut = (text: string, width: number, room: number) =>
    width > room + 1 ? [`cut: ${text} (${Math.round(width)} px in ${Math.round(room)} px)`] : [];
  return [...document.querySelectorAll('select, input')].flatMap(element => {
    if (!element.checkVisibility() || titled(element)) return [];
    if (element instanceof HTMLSelectElement)
      return cut(element.selectedOptions[0]?.text ?? '', widthForChoice(element), element.offsetWidth);
    if (!(element instanceof HTMLInputElement) || element.value !== '') return [];
    const { font, paddingLeft, paddingRight } = getComputedStyle(element);
    context.font = font;
    const room = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return cut(element.placeholder, context.measureText(element.placeholder).width, room);
  });
}

/** The width in pixels that a list needs for its selected option. */
function widthForChoice(select: HTMLSelectElement): number {
  const { cssText } = select.style;
  select.style.cssText += '; field-sizing: content; width: max-content; min-width: 0; max-width: none';
  const width = select.offsetWidth;
  select.style.cssText = cssText;
  return width;
}

function overlaps(pieces: readonly Piece[]): string[] {
  const found: string[] = [];
  pieces.forEach((one, index) => {
    for (const other of pieces.slice(index + 1)) {
      const isOver = one.rects.some(a => other.rects.some(b => isOverlapping(a, b)));
      if (isOver && !isFloating(one) && !isFloating(other))
        found.push(`overlap: ${one.text} | ${other.text}`);
    }
  });
  return found;
}

/** Whether the text may cover others, such as the header while the page scrolls below it. */
function isFloating({ parent }: Piece): boolean {
  return parent.closest('header, .popup, .calendar th[scope=row], .option-heading.on-top') !== null;
}

function isOverlapping(a: DOMRect, b: DOMRect): boolean {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 2 && height > 3;
}
