// Runs inside a page; see focusWalk.ts.

export interface FocusWalk {
  /** The elements that received the focus, in order. */
  readonly names: string[];
  /** The elements without a visible focus indicator. */
  readonly unseen: string[];
  readonly hasFocus: boolean;
}

interface Focused {
  readonly element: Element;
  readonly appearance: string;
}

declare global {
  var focusWalk:
    | { readonly names: string[]; readonly unseen: string[]; last: Focused | undefined }
    | undefined;
}

const properties = ['outline', 'borderColor', 'boxShadow', 'backgroundColor', 'color'] as const;

/** Starts recording the elements that receive the focus. */
export function begin(): void {
  const walk = { names: [], unseen: [], last: undefined };
  globalThis.focusWalk = walk;
  document.addEventListener('focusin', note);
  note();
}

export function progress(): FocusWalk {
  const { names = [], unseen = [] } = globalThis.focusWalk ?? {};
  const hasFocus = document.hasFocus() && document.activeElement !== document.body;
  if (!hasFocus) note();
  return { names, unseen, hasFocus };
}

function note(): void {
  const walk = globalThis.focusWalk;
  if (walk === undefined) return;
  const { last } = walk;
  const element = document.hasFocus() ? document.activeElement : null;
  if (last !== undefined && last.element === element) return;
  if (last !== undefined && appearanceOf(last.element) === last.appearance)
    walk.unseen.push(nameOf(last.element));
  if (element === null || element === document.body) {
    walk.last = undefined;
    return;
  }
  walk.last = { element, appearance: appearanceOf(element) };
  walk.names.push(nameOf(element));
}

/** The focus indicator may be on the element, inside its component, or on the label next to a hidden input. */
function appearanceOf(element: Element): string {
  const parts = [element, ...(element.shadowRoot?.querySelectorAll('*') ?? [])];
  if (element.nextElementSibling !== null) parts.push(element.nextElementSibling);
  return parts
    .map(part => {
      const style = getComputedStyle(part);
      return properties.map(name => style[name]).join(' ');
    })
    .join('\n');
}

function nameOf(element: Element): string {
  const text = element.ariaLabel ?? element.textContent.trim().slice(0, 40);
  return `${element.localName}#${element.id} ${text}`.trim();
}
