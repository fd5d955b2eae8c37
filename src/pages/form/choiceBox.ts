import { html, type TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { isIdList, type ListField, type ListItem } from '../../api/fields/objectFields.ts';
import { fillIn, icon } from '../dom/dom.ts';
import { type ListRow, VirtualList } from '../dom/virtualList.ts';
import { ChoiceIndex, isSameOffer, type Offer } from './choiceFilter.ts';
import type { FormContext } from './formControl.ts';

/** The list that the box adds to. */
interface Members {
  has(item: ListItem): boolean;
  add(item: ListItem): void;
  /** Adds several entries that were pasted at once; false for other text. */
  paste(text: string): boolean;
}

/** A combobox for all choices of a list. */
export class ChoiceBox {
  readonly #context: FormContext;
  readonly #id: string;
  readonly #label: string;
  readonly #isIdList: boolean;
  readonly #members: Members;
  readonly #list: VirtualList;
  readonly #input = createRef<HTMLInputElement>();
  readonly #popup = createRef<HTMLElement>();
  #index = new ChoiceIndex([]);
  #rows: readonly Offer[] = [];
  #isOpen = false;
  /** The user picked a choice that was found by the text in the field, so closing the popup clears the field. */
  #isTaken = false;

  constructor(context: FormContext, field: ListField, label: string, members: Members) {
    this.#context = context;
    this.#id = `field-${field}`;
    this.#label = label;
    this.#isIdList = isIdList(field);
    this.#members = members;
    this.#list = new VirtualList({
      id: `${this.#id}-list`,
      label,
      isTabStop: false,
      isMultiple: true,
      row: index => this.#row(index),
      redraw: context.redraw,
    });
  }

  focus(): void {
    this.#input.value?.focus();
  }

  /** Sets the choices; typed text can be added even before they have arrived. */
  show(index: ChoiceIndex): void {
    this.#index = index;
    this.refresh();
  }

  refresh(): void {
    if (!this.#isOpen) return;
    const place = this.#list.active;
    const active = this.#rows[place];
    this.#search();
    // If the user has moved to a row, it stays active wherever it is now.
    if (active === undefined || place <= this.#firstPlace) return;
    this.#list.activate(this.#rows.findIndex(row => isSameOffer(row, active)));
  }

  view(isInvalid: boolean): TemplateResult {
    const [id, label] = [this.#id, this.#label];
    return html`<div class="choice-box">
      <input
        ${ref(this.#input)}
        id=${id}
        class="choice-input"
        type="text"
        role="combobox"
        autocomplete="off"
        spellcheck="false"
        aria-label=${label}
        aria-autocomplete="list"
        aria-controls="${id}-list"
        aria-expanded=${String(this.#isOpen)}
        aria-activedescendant=${this.#list.activeId}
        aria-describedby="${id}-messages"
        aria-invalid=${String(isInvalid)}
        placeholder=${label}
        title=${label}
        @input=${this.#typed}
        @click=${this.#open}
        @blur=${this.#close}
        @keydown=${this.#keyDown}
        @paste=${this.#pasted}
      />
      <div
        ${ref(this.#popup)}
        class="popup"
        .hidden=${!this.#isOpen}
        @mousedown=${(event: Event) => event.preventDefault()}
        @click=${(event: Event) => this.#take(this.#list.indexOf(event))}
      >
        <div class="help" .hidden=${this.#rows.length > 0}>${this.#context.setup.texts.nothingFound}</div>
        ${this.#list.view()}
      </div>
    </div>`;
  }

  /** What the user has typed. */
  get #text(): string {
    return this.#input.value?.value ?? '';
  }

  /** The active row before the user moves: the best match, or none without input. */
  get #firstPlace(): number {
    return this.#text.trim() === '' ? -1 : 0;
  }

  readonly #typed = () => {
    this.#isTaken = false;
    this.#open();
  };

  readonly #open = () => {
    this.#isOpen = true;
    this.#search();
    this.#popup.value?.scrollIntoView({ block: 'nearest' });
  };

  readonly #close = () => {
    this.#isOpen = false;
    if (this.#isTaken) this.#clear();
    this.#isTaken = false;
    this.#rows = [];
    this.#list.show(0, -1);
  };

  #clear(): void {
    if (this.#input.value !== undefined) this.#input.value.value = '';
  }

  #search(): void {
    this.#rows = this.#index.offers(this.#text, this.#isIdList);
    this.#list.show(this.#rows.length, this.#firstPlace);
  }

  readonly #keyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape' && this.#isOpen) this.#close();
    else if (event.key === 'Enter') {
      if (this.#isOpen) this.#take(this.#list.active);
      else this.#open();
    } else if (/^(Arrow(Up|Down)|Page(Up|Down))$/.test(event.key)) {
      if (this.#isOpen) this.#list.move(event.key);
      else this.#open();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #pasted = (event: ClipboardEvent) => {
    if (this.#members.paste(event.clipboardData?.getData('text/plain') ?? '')) event.preventDefault();
  };

  #take(place = -1): void {
    const row = this.#rows[place];
    if (row === undefined) return;
    const value = row.kind === 'typed' ? row.item : row.choice.value;
    if (value !== null) this.#members.add(value);
    else if (row.kind === 'choice' && row.choice.key !== undefined)
      this.#context.link.send({ type: 'findGroup', key: row.choice.key });
    this.#isTaken = true;
    this.#input.value?.select();
    if (row.kind === 'choice') return;
    this.#clear();
    this.#search();
  }

  #row(place: number): ListRow {
    const row = this.#rows[place];
    if (row === undefined) return { title: '', content: '' };
    const { texts } = this.#context.setup;
    const value = row.kind === 'typed' ? row.item : row.choice.value;
    const isSelected = value !== null && this.#members.has(value);
    const mark = icon(isSelected ? 'check' : row.kind === 'typed' ? 'add' : 'blank');
    if (row.kind === 'typed') {
      const title = fillIn(this.#isIdList ? texts.useId : texts.useText, { text: String(row.item) });
      return { title, isSelected, content: html`${mark}<span class="option-label">${title}</span>` };
    }
    const { label, detail } = row.choice;
    const note = value === null ? `${detail} · ${texts.idUnknown}` : detail;
    return {
      title: `${label} · ${note}`,
      isSelected,
      content: html`${mark}<span class="option-label">${label}</span><span class="option-detail">${note}</span>`,
    };
  }
}
