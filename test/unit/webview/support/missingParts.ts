import type { DOMWindow } from 'jsdom';
import { isShown } from './shown.ts';

/** A style sheet that does nothing: there is no layout, and parsing would take most of the time. */
export class ConstructedSheet {
  replace(): void {}
  replaceSync(): void {}
}

/** Elements that were scrolled into view, in order, and to where; `undefined` for those that only received focus. */
export const scrolledIntoView: (readonly [Element, ScrollLogicalPosition | undefined])[] = [];
/** Whether the page has the keyboard focus. */
export const keyboard = { isHere: true };

/** Adds what jsdom lacks: everything that needs a layout, and parts of custom elements. */
export function addMissingParts(window: DOMWindow): void {
  const { Document, Element, ElementInternals, HTMLElement, ShadowRoot, document } = window;
  add(ElementInternals.prototype, {
    setFormValue: () => undefined,
    setValidity: () => undefined,
    checkValidity: () => true,
  });
  for (const { prototype } of [Document, ShadowRoot]) add(prototype, { adoptedStyleSheets: [] });
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
  delegateFocus(HTMLElement, Element);
  // jsdom's own version reads every style sheet of the page each time; accessible names depend on no more than this.
  const [shown, hidden] = [styleWith(document, 'block'), styleWith(document, 'none')];
  add(window, { getComputedStyle: (element: Element) => (isShown(element) ? shown : hidden) });
}

/** Focus for elements that delegate it to their parts, such as those with a field inside. */
function delegateFocus(of: DOMWindow['HTMLElement'], { prototype }: DOMWindow['Element']): void {
  const delegating = new WeakSet<Element>();
  const { attachShadow } = prototype;
  const { focus } = of.prototype;
  add(prototype, {
    attachShadow(this: Element, init: ShadowRootInit) {
      if (init.delegatesFocus === true) delegating.add(this);
      return attachShadow.call(this, init);
    },
  });
  add(of.prototype, {
    focus(this: HTMLElement, options?: FocusOptions) {
      const inside = delegating.has(this) ? this.shadowRoot?.querySelector('input, textarea') : null;
      if (options?.preventScroll !== true) scrolledIntoView.push([this, undefined]);
      focus.call(inside instanceof of ? inside : this, options);
    },
  });
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
