import { html, nothing, type TemplateResult } from 'lit';

/** A codicon, hidden from screen readers because the adjacent text says the same. */
export function icon(name: string): TemplateResult {
  return html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
}

/** A disabled button keeps the focus, and is still announced. */
export function button(
  text: string,
  onClick: () => void,
  { isPrimary = false, isDisabled = false } = {},
): TemplateResult {
  return html`<button
    class=${isPrimary ? 'button primary' : 'button'}
    type="button"
    aria-disabled=${isDisabled ? 'true' : nothing}
    @click=${isDisabled ? nothing : onClick}
  >${text}</button>`;
}

/** Wraps a listener for the events of an input element. */
export function inInput(use: (input: HTMLInputElement) => void): (event: Event) => void {
  return ({ target }) => {
    if (target instanceof HTMLInputElement) use(target);
  };
}

/** The number in a `data-` attribute of the event target or of its nearest ancestor that has the attribute. */
export function numberAt(event: Event, name: string): number | undefined {
  const element = event.target instanceof Element ? event.target.closest(`[data-${name}]`) : null;
  const number = element instanceof HTMLElement ? Number(element.dataset[name]) : Number.NaN;
  return Number.isInteger(number) ? number : undefined;
}

/**
 * Gives the focus back to the element that had it: Chromium takes it from a page for good when another part of VS Code
 * gets it, such as a quick pick or a menu.
 */
export function returnFocus(): void {
  let last: Element | null = null;
  document.addEventListener('focusin', () => {
    last = document.activeElement;
  });
  window.addEventListener('focus', () => {
    if (document.activeElement === document.body && last instanceof HTMLElement)
      last.focus({ preventScroll: true });
  });
}

/** Replaces each `{name}` in a text from the host. */
export function fillIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? place) : place,
  );
}

/** Input without a longer pause is sent, and undone, as one change. */
const debounceMs = 250;

/** Runs a function after the user has stopped typing for a moment. */
export class Debounce {
  readonly #run: () => void;
  #timer: number | undefined;

  constructor(run: () => void) {
    this.#run = run;
  }

  /** Whether any input has not been handled yet. */
  get isPending(): boolean {
    return this.#timer !== undefined;
  }

  /** Call on input: starts waiting from now. */
  restart(): void {
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.flush(), debounceMs);
  }

  /** Runs immediately if pending. */
  flush(): void {
    if (!this.isPending) return;
    this.cancel();
    this.#run();
  }

  cancel(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
