import { make, numberAt } from './dom.ts';
import { type ListGeometry, scrollTopFor, visibleRows } from './virtualWindow.ts';

const rowHeight = 26;
const pageRows = 8;

export interface VirtualListOptions {
  readonly id: string;
  readonly label: string;
  /** The element that takes the keyboard focus; by default the list itself. */
  readonly focused?: HTMLElement;
  readonly rowsAtMost: number;
  /** Up to this many options are laid out inline, and all of them are rendered. */
  readonly inLineAtMost?: number;
  /** Fills an option; the list sets its role, position and ID. */
  readonly fill: (option: HTMLElement, index: number) => void;
}

/** A listbox that only renders the visible options, however many there are. */
export class VirtualList {
  readonly element: HTMLElement;
  readonly #space = make('div', { className: 'list-space', attributes: { role: 'presentation' } });
  readonly #options: VirtualListOptions;
  readonly #focused: HTMLElement;
  #count = 0;
  #active = -1;

  constructor(options: VirtualListOptions) {
    this.#options = options;
    const { id, label, focused } = options;
    this.element = make(
      'div',
      {
        id,
        className: 'list',
        attributes: { role: 'listbox', 'aria-label': label, 'aria-multiselectable': 'true' },
      },
      this.#space,
    );
    if (focused === undefined) this.element.tabIndex = 0;
    this.#focused = focused ?? this.element;
    this.element.addEventListener('scroll', () => this.redraw(), { passive: true });
  }

  get active(): number {
    return this.#active;
  }

  get count(): number {
    return this.#count;
  }

  /** Sets the number of options and redraws them. */
  show(count: number, active: number): void {
    this.#count = count;
    const { rowsAtMost } = this.#options;
    this.element.classList.toggle('in-line', this.#isInLine);
    this.element.style.height = this.#isInLine ? '' : `${Math.min(count, rowsAtMost) * rowHeight}px`;
    this.#space.style.height = this.#isInLine ? '' : `${count * rowHeight}px`;
    this.activate(active);
  }

  /** Makes an option the active one and scrolls it into view; -1 for none. */
  activate(index: number): void {
    this.#active = this.#count === 0 ? -1 : Math.max(-1, Math.min(index, this.#count - 1));
    if (this.#active >= 0 && !this.#isInLine) {
      const wanted = scrollTopFor(this.#active, this.#geometry());
      if (wanted !== this.element.scrollTop) this.element.scrollTop = wanted;
    }
    this.redraw();
    if (this.#active < 0) this.#focused.removeAttribute('aria-activedescendant');
    else this.#focused.setAttribute('aria-activedescendant', this.#optionId(this.#active));
  }

  /** Moves the active option by key; false if the key has no effect. */
  move(key: string): boolean {
    const last = this.#count - 1;
    const next = this.#active >= last ? 0 : this.#active + 1;
    const previous = this.#active <= 0 ? last : this.#active - 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowDown: next,
      ArrowUp: previous,
      ...(this.#isInLine ? { ArrowRight: next, ArrowLeft: previous } : {}),
      PageDown: Math.min(last, this.#active + pageRows),
      PageUp: Math.max(0, this.#active - pageRows),
      Home: 0,
      End: last,
    };
    const target = moves[key];
    if (target === undefined || this.#count === 0) return false;
    this.activate(target);
    return true;
  }

  /** The index of the option that an event happened on. */
  indexOf(event: Event): number | undefined {
    return numberAt(event, 'index');
  }

  get #isInLine(): boolean {
    return this.#count <= (this.#options.inLineAtMost ?? 0);
  }

  #geometry(): ListGeometry {
    return {
      count: this.#count,
      rowHeight,
      // While not laid out or hidden, the height it will have.
      viewHeight: this.element.clientHeight || Math.min(this.#count, this.#options.rowsAtMost) * rowHeight,
      scrollTop: this.element.scrollTop,
    };
  }

  /** Redraws the visible options without scrolling. */
  redraw(): void {
    const all = { first: 0, end: this.#count };
    const { first, end } = this.#isInLine ? all : visibleRows(this.#geometry());
    const options: HTMLElement[] = [];
    for (let index = first; index < end; index++) options.push(this.#option(index));
    this.#space.replaceChildren(...options);
  }

  #option(index: number): HTMLElement {
    const option = make('div', {
      id: this.#optionId(index),
      className: index === this.#active ? 'option active' : 'option',
      attributes: {
        role: 'option',
        'aria-setsize': String(this.#count),
        'aria-posinset': String(index + 1),
        'aria-selected': 'false',
      },
    });
    option.dataset['index'] = String(index);
    if (!this.#isInLine) option.style.top = `${index * rowHeight}px`;
    this.#options.fill(option, index);
    return option;
  }

  #optionId(index: number): string {
    return `${this.#options.id}-${index}`;
  }
}
