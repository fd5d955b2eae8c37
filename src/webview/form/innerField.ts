import { make } from '../dom/dom.ts';

/** A component whose field is inside its shadow tree. */
interface Wrapping extends HTMLElement {
  readonly updateComplete: Promise<unknown>;
}

export type InnerInput = HTMLInputElement | HTMLTextAreaElement;

/** The field inside a component, once it is there. */
export function innerField(component: Wrapping): InnerInput | undefined {
  const root = component.shadowRoot;
  return root?.querySelector('input') ?? root?.querySelector('textarea') ?? undefined;
}

const id = 'field-description';

/**
 * Ties a text to the field inside a component. An ID reference does not reach out of a shadow tree, so the
 * text is repeated in it, hidden; the visible one is below the field.
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
