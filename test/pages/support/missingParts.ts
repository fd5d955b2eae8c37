import type { DOMWindow } from 'jsdom';
import { isShown } from './shown.ts';

/** Elements that were scrolled into view, in order, and to where; `undefined` for those that only received focus. */
export const scrolledIntoView: (readonly [Element, ScrollLogicalPosition | undefined])[] = [];
/** Whether the page has the keyboard focus. */
export const keyboard = { isHere: true };

/** Adds what jsdom lacks: everything that needs a layout. */
export function addMissingParts(window: DOMWindow): void {
  const { Element, HTMLElement, document } = window;
  add(Element.prototype, {
    checkVisibility(this: Element) {
      return isShown(this);
    },
    scrollIntoView(this: Element, { block = 'start' }: ScrollIntoViewOptions = {}) {
      scrolledIntoView.push([this, block]);
    },
  });
  add(document, { scrollingElement: document.documentElement, hasFocus: () => keyboard.isHere });
  const { documentElement: scrolled } = document;
  add(window, {
    scrollTo: ({ top }: { readonly top: number }) => Object.assign(scrolled, { scrollTop: top }),
  });
  Object.defineProperty(window, 'scrollY', { get: () => scrolled.scrollTop, configurable: true });
  const { focus } = HTMLElement.prototype;
  add(HTMLElement.prototype, {
    focus(this: HTMLElement, options?: FocusOptions) {
      if (options?.preventScroll !== true) scrolledIntoView.push([this, undefined]);
      focus.call(this, options);
    },
  });
  // jsdom's own version reads every style sheet of the page each time; accessible names depend on no more than this.
  const [shown, hidden] = [styleWith(document, 'block'), styleWith(document, 'none')];
  add(window, { getComputedStyle: (element: Element) => (isShown(element) ? shown : hidden) });
}

function styleWith(document: Document, display: string): CSSStyleDeclaration {
  const { style } = document.createElement('span');
  style.display = display;
  style.visibility = 'visible';
  return style;
}

function add(to: object, parts: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parts))
    Object.defineProperty(to, name, { value, configurable: true, writable: true });
}
