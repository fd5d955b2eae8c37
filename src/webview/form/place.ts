import { returnFocus } from '../dom/dom.ts';
import type { HostLink, Place } from './formControl.ts';

/** A new page starts at its first field. */
const startPlace: Place = { scrollTop: 0, focus: 'field-name' };

/** Restores scroll position and focus after the page was hidden. In a new form, typing replaces the proposed name. */
export function restorePlace(link: HostLink, isNew: boolean): void {
  const { scrollTop, focus } = link.state ?? startPlace;
  const scroller = document.scrollingElement;
  if (scroller !== null) scroller.scrollTop = scrollTop;
  const takeFocus = () => {
    if (document.activeElement !== document.body) return;
    const field = document.getElementById(focus);
    field?.focus({ preventScroll: true });
    if (isNew && field instanceof HTMLInputElement) field.select();
  };
  // Elements render their focusable part shortly after they are added.
  if (document.hasFocus()) window.setTimeout(takeFocus);
  // A form that opens next to another editor must not take the focus from it.
  else window.addEventListener('focus', takeFocus, { once: true });
}

export function rememberPlace(link: HostLink): void {
  let focus = link.state?.focus ?? startPlace.focus;
  const keep = (scrollTop = document.scrollingElement?.scrollTop ?? 0) => link.keep({ scrollTop, focus });
  keep(link.state?.scrollTop);
  document.addEventListener('focusin', () => {
    focus = document.activeElement?.id || focus;
    keep();
  });
  returnFocus();
  document.addEventListener('scroll', () => keep(), { passive: true });
}

/** Scrolls to the first of these fields in form order, and focuses it. */
export function revealFirst(form: HTMLElement, fields: readonly string[]): void {
  const ids = new Set(fields.map(field => `field-${field}`));
  const first = [...form.querySelectorAll<HTMLElement>('[id^="field-"]')].find(
    element => ids.has(element.id) && (element.checkVisibility() || isFolded(element)),
  );
  if (first !== undefined) unfold(first);
  first?.scrollIntoView({ block: 'center' });
  first?.focus({ preventScroll: true });
}

function isFolded(element: HTMLElement): boolean {
  return element.closest('details:not([open])') !== null;
}

function unfold(element: HTMLElement): void {
  for (
    let part = element.closest('details');
    part !== null;
    part = part.parentElement?.closest('details') ?? null
  )
    part.open = true;
}
