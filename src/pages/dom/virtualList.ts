import { html, nothing, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { repeat } from 'lit/directives/repeat.js';
import { numberAt } from './dom.ts';

const rowHeight = 26;
const rowsAtMost = 10;
const pageRows = 8;
/** Rows rendered above and below the visible ones. */
const rowsAround = 4;

interface VirtualListOptions {
  readonly id: string;
  readonly label: string;
  readonly describedBy?: string;
  /** Whether the list itself takes the keyboard focus; otherwise a field next to it does. */
  readonly isTabStop: boolean;
  readonly isMultiple: boolean;
  readonly rowsAtMost?: number;
  /** Up to this many options are laid out inline, and all of them are rendered. */
  readonly inLineAtMost?: number;
  readonly row: (index: number) => ListRow;
  /**
   * The heading of an index, and whether it is there. Headings are neither active nor counted, and the one of the first
   * option in view stays at the top.
   */
  readonly headingAt?: (index: number) => { readonly text: string; readonly isHere: boolean };
  readonly redraw: () => void;
}

export interface ListRow {
  /** The full text, as a tooltip. */
  readonly title: string;
  /** Its place among the options, if there are headings between them. */
  readonly place?: { readonly at: number; readonly of: number };
  /** What VS Code passes to the commands of its context menu. */
  readonly context?: object;
  readonly isSelected?: boolean;
  readonly content: unknown;
}

/** A listbox that only renders the visible options, however many there are. */
export class VirtualList {
  readonly #options: VirtualListOptions;
  readonly #element = createRef<HTMLElement>();
  #count = 0;
  #active = -1;
  /** Where it is scrolled to after the next drawing. */
  #nextTop: number | undefined;

  constructor(options: VirtualListOptions) {
    this.#options = options;
  }

  /** The index of the active option; -1 for none. */
  get active(): number {
    return this.#active;
  }

  get count(): number {
    return this.#count;
  }

  /** The ID of the active option, which screen readers announce while the focus stays in the list or its field. */
  get activeId(): string | typeof nothing {
    return this.#active < 0 ? nothing : this.#optionId(this.#active);
  }

  get hasFocus(): boolean {
    return this.#element.value !== undefined && this.#element.value === document.activeElement;
  }

  /** Sets the number of options, and redraws. */
  show(count: number, active: number): void {
    this.#count = count;
    this.activate(active);
  }

  /** Makes an option the active one, and scrolls it into view. */
  activate(index: number): void {
    this.#active = Math.max(-1, Math.min(index, this.#count - 1));
    this.#options.redraw();
    const list = this.#element.value;
    if (list === undefined || this.#active < 0 || this.#isInLine) return;
    const top = this.#active * rowHeight;
    const highest = top - this.#rowsOnTop * rowHeight;
    const scrollTop = Math.max(top + rowHeight - this.#height, Math.min(list.scrollTop, highest));
    if (scrollTop === list.scrollTop) return;
    list.scrollTop = scrollTop;
    this.#options.redraw();
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
    const before = target === 0 ? last : target - 1;
    if (!this.#isHeading(target)) this.activate(target);
    else this.activate(key === 'ArrowUp' ? before : target + 1);
    return true;
  }

  /** Shows the option, or the heading, as the first one. The caller draws afterwards, and only then it is scrolled. */
  scrollTo(index: number): void {
    const top = (this.#isHeading(index) ? index : index - this.#rowsOnTop) * rowHeight;
    this.#nextTop = Math.max(0, Math.min(top, this.#lowestTop));
    queueMicrotask(() => {
      if (this.#element.value !== undefined) this.#element.value.scrollTop = this.#scrollTop;
      this.#nextTop = undefined;
    });
  }

  /** Reading it from the list lays out the page. */
  get #scrollTop(): number {
    return this.#nextTop ?? this.#element.value?.scrollTop ?? 0;
  }

  get #lowestTop(): number {
    return this.#count * rowHeight - this.#height;
  }

  /** The index of the first option in view. */
  firstVisible(): number {
    const first = this.#firstInView + this.#rowsOnTop;
    return this.#isHeading(first) ? first + 1 : first;
  }

  get #firstInView(): number {
    return Math.ceil(this.#scrollTop / rowHeight);
  }

  /** Rows that the heading at the top covers. */
  get #rowsOnTop(): number {
    return this.#options.headingAt === undefined || !this.#isHeading(0) ? 0 : 1;
  }

  #isHeading(index: number): boolean {
    return this.#options.headingAt?.(index).isHere ?? false;
  }

  #headingOnTop(): TemplateResult | typeof nothing {
    const heading = this.#rowsOnTop === 0 ? undefined : this.#options.headingAt?.(this.#firstInView);
    if (heading === undefined) return nothing;
    return html`<div class="option-heading on-top" aria-hidden="true">${heading.text}</div>`;
  }

  #contextOf(index: number): string | typeof nothing {
    const context = index < 0 || index >= this.#count ? undefined : this.#options.row(index).context;
    return context === undefined ? nothing : JSON.stringify(context);
  }

  /** The index of the option that an event happened on. */
  indexOf(event: Event): number | undefined {
    return numberAt(event, 'index');
  }

  view(): TemplateResult {
    const { id, label, describedBy, isTabStop, isMultiple, redraw } = this.#options;
    const [height, space] = this.#isInLine ? ['', ''] : [`${this.#height}px`, `${this.#count * rowHeight}px`];
    return html`<div
      ${ref(this.#element)}
      id=${id}
      class=${this.#isInLine ? 'list in-line' : 'list'}
      role="listbox"
      tabindex=${isTabStop ? '0' : '-1'}
      aria-label=${label}
      aria-describedby=${describedBy ?? nothing}
      aria-multiselectable=${isMultiple ? 'true' : nothing}
      aria-activedescendant=${isTabStop ? this.activeId : nothing}
      data-vscode-context=${this.#contextOf(this.#active)}
      .hidden=${this.#count === 0}
      .style=${`height: ${height}`}
      @scroll=${redraw}
    >
      ${this.#headingOnTop()}
      <div class="list-space" role="presentation" .style=${`height: ${space}`}>${this.#rows()}</div>
    </div>`;
  }

  get #isInLine(): boolean {
    return this.#count <= (this.#options.inLineAtMost ?? 0);
  }

  get #height(): number {
    return Math.min(this.#count, this.#options.rowsAtMost ?? rowsAtMost) * rowHeight;
  }

  /** An element stays the same option while the list scrolls: what the pointer is on must not become another one. */
  #rows(): unknown {
    return repeat(
      this.#rendered(),
      index => index,
      index => this.#row(index),
    );
  }

  /** The indexes of the options to render. */
  #rendered(): number[] {
    if (this.#isInLine) return Array.from({ length: this.#count }, (_, index) => index);
    const scrollTop = Math.min(this.#scrollTop, this.#lowestTop);
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - rowsAround);
    const end = Math.min(this.#count, Math.ceil((scrollTop + this.#height) / rowHeight) + rowsAround);
    return Array.from({ length: end - first }, (_, index) => first + index);
  }

  #row(index: number): TemplateResult {
    const { title, place, context, isSelected = false, content } = this.#options.row(index);
    const top = this.#isInLine ? '' : `top: ${index * rowHeight}px`;
    if (this.#isHeading(index))
      return html`<div class="option-heading" aria-hidden="true" .style=${top}>${content}</div>`;
    return html`<div
      id=${this.#optionId(index)}
      class=${index === this.#active ? 'option active' : 'option'}
      role="option"
      title=${title}
      aria-setsize=${place?.of ?? this.#count}
      aria-posinset=${place?.at ?? index + 1}
      aria-selected=${String(isSelected)}
      data-index=${index}
      data-vscode-context=${context === undefined ? nothing : JSON.stringify(context)}
      .style=${top}
    >${content}</div>`;
  }

  #optionId(index: number): string {
    return `${this.#options.id}-${index}`;
  }
}
