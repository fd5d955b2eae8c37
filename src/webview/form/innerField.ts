import { make } from '../dom/dom.ts';

/** A component with an input inside its shadow root. */
interface Wrapping extends HTMLElement {
  readonly updateComplete: Promise<unknown>;
}

export type InnerInput = HTMLInputElement | HTMLTextAreaElement;

/** The input inside a component, once it is rendered. */
export function innerField(component: Wrapping): InnerInput | undefined {
  const root = component.shadowRoot;
  return root?.querySelector('input') ?? root?.querySelector('textarea') ?? undefined;
}

const id = 'field-description';

/**
 * Describes the input inside a component by a text. ID references do not cross a shadow root, so a hidden copy of the
 * text is added inside; the visible one is below the field.
 */
export async function describeInner(component: Wrapping, text: string, isInvalid: boolean): Promise<void> {
  await component.updateComplete;
  const root = component.shadowRoot;
  const field = innerField(component);
  if (root === null || field === undefined) return;
  const description = root.getElementById(id) ?? root.appendChild(make('div', { id }));
  description.hidden = true;
  description.textContent = text;
  if (text === '') field.removeAttribute('aria-describedby');
  else field.setAttribute('aria-describedby', id);
  field.setAttribute('aria-invalid', String(isInvalid));
}
