/** Whether an element is visible as far as that does not depend on style sheets: not hidden, and not in a closed section. */
export function isShown(element: Element): boolean {
  for (let part: Element | null = element; part !== null; part = part.parentElement) {
    if (part.hasAttribute('hidden') || isFolded(part)) return false;
  }
  return element.isConnected;
}

/** Whether the section of a page around it is closed, so that only its heading is visible. */
function isFolded(part: Element): boolean {
  const { parentElement } = part;
  return parentElement?.matches('details:not([open])') === true && !part.matches('summary:first-of-type');
}
