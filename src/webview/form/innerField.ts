import { make } from '../dom/dom.ts';

/** A component whose field is inside its shadow tree. */
interface Wrapping extends HTMLElement {
  readonly updateComplete: Promise<unknown>;
}

export type InnerInput = HTMLInputElement | HTMLTextAreaElement;

/** The field inside a component, once it is there. */
export function innerField(component: Wrapping): InnerInput | undefined {
  const found = component.shadowRoot?.querySelector('input, textarea');
  return found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement ? found : undefined;
}

/**
 * Ties a text to the field inside a component. An ID reference does not reach out of a shadow tree, so the
 * text is repeated in it, hidden; the visible one is below the field.
 */
export async function describeInner(component: Wrapping, text: string, isInvalid: boolean): Promise<void> {
  await component.updateComplete;
  const field = innerField(component);
  if (field === undefined) return;
  let description = component.shadowRoot?.getElementById('field-description') ?? undefined;
  if (description === undefined) {
    description = make('div', { id: 'field-description' });
    description.hidden = true;
    component.shadowRoot?.append(description);
  }
  if (description.textContent !== text) description.textContent = text;
  if (text === '') field.removeAttribute('aria-describedby');
  else field.setAttribute('aria-describedby', description.id);
  field.setAttribute('aria-invalid', String(isInvalid));
}
