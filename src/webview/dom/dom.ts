export interface ElementOptions {
  readonly className?: string;
  readonly id?: string;
  /** Set as text, never as markup. */
  readonly text?: string;
  readonly attributes?: Readonly<Record<string, string>>;
}

/** Creates an element with children. All elements of the pages are created here. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  options: ElementOptions = {},
  ...children: readonly Node[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (options.className !== undefined) element.className = options.className;
  if (options.id !== undefined) element.id = options.id;
  if (options.text !== undefined) element.textContent = options.text;
  for (const [name, value] of Object.entries(options.attributes ?? {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A codicon, hidden from screen readers because the adjacent text says the same. */
export function icon(name: string, className = ''): HTMLElement {
  return make('span', {
    className: `codicon codicon-${name} ${className}`.trim(),
    attributes: { 'aria-hidden': 'true' },
  });
}

/** Wraps a listener for the events of an input element. */
export function inInput(use: (input: HTMLInputElement, event: Event) => void): (event: Event) => void {
  return event => {
    if (event.target instanceof HTMLInputElement) use(event.target, event);
  };
}

/** The number in a `data-` attribute of the event target or of its nearest ancestor that has the attribute. */
export function numberAt(event: Event, name: string): number | undefined {
  const element = event.target instanceof Element ? event.target.closest(`[data-${name}]`) : null;
  const number = element instanceof HTMLElement ? Number(element.dataset[name]) : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

/** Replaces each `{name}` in a text from the host. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );
}
