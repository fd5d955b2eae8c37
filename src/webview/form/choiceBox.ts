import type { ListItem } from '../../fields/objectFields.ts';
import type { FormTexts } from '../../protocol/formTexts.ts';
import { fillIn, icon, make } from '../dom/dom.ts';
import { VirtualList } from '../dom/virtualList.ts';
import { ChoiceIndex, isSameOffer, type Offer } from './choiceFilter.ts';

export interface ChoiceBoxOptions {
  readonly id: string;
  readonly label: string;
  readonly texts: FormTexts;
  readonly isIdList: boolean;
  readonly isChosen: (item: ListItem) => boolean;
  readonly onAdd: (item: ListItem) => void;
  /** Called when a choice without a value was picked. */
  readonly onUnknownId: (key: string) => void;
  /** Called when several entries were pasted at once. */
  readonly onPaste: (text: string) => boolean;
}

const noChoices = new ChoiceIndex([]);

/**
 * A combobox for all choices of a list. It uses a plain input, because screen readers find the active option by ID,
 * and ID references do not cross the shadow root of a text field component.
 */
export class ChoiceBox {
  readonly element: HTMLElement;
  readonly input: HTMLInputElement;
  readonly #options: ChoiceBoxOptions;
  readonly #list: VirtualList;
  readonly #popup: HTMLElement;
  readonly #nothing: HTMLElement;
  #index: ChoiceIndex | undefined;
  #rows: readonly Offer[] = [];
  /** The user picked a choice that was found by the text in the field, so closing the popup clears the field. */
  #isTaken = false;

  constructor(options: ChoiceBoxOptions) {
    const { id, label, texts } = options;
    this.#options = options;
    this.input = make('input', {
      id,
      className: 'choice-input',
      attributes: {
        type: 'text',
        role: 'combobox',
        autocomplete: 'off',
        spellcheck: 'false',
        'aria-label': label,
        'aria-autocomplete': 'list',
        'aria-controls': `${id}-list`,
        'aria-expanded': 'false',
        placeholder: label,
        // The full text as a tooltip, because a narrow field cuts it.
        title: label,
      },
    });
    this.#list = new VirtualList({
      id: `${id}-list`,
      label,
      focused: this.input,
      rowsAtMost: 10,
      fill: (option, index) => this.#fill(option, index),
    });
    this.#nothing = make('div', { className: 'help', text: texts.nothingFound });
    this.#popup = make('div', { className: 'popup' }, this.#nothing, this.#list.element);
    this.element = make('div', { className: 'choice-box' }, this.input, this.#popup);
    this.#popup.hidden = true;
    this.#listen();
  }

  /** Sets the choices; redraws an open popup. */
  show(index: ChoiceIndex | undefined): void {
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

  /** The active row before the user moves: the best match, or none without input. */
  get #firstPlace(): number {
    return this.input.value.trim() === '' ? -1 : 0;
  }

  get #isOpen(): boolean {
    return !this.#popup.hidden;
  }

  #listen(): void {
    this.input.addEventListener('input', () => {
      this.#isTaken = false;
      this.#open();
    });
    this.input.addEventListener('click', () => this.#open());
    this.input.addEventListener('blur', () => this.#close());
    this.input.addEventListener('keydown', event => this.#keyDown(event));
    this.input.addEventListener('paste', event => {
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (this.#options.onPaste(text)) event.preventDefault();
    });
    // Keeps the focus in the field when options are clicked or scrolled.
    this.#popup.addEventListener('mousedown', event => event.preventDefault());
    this.#list.element.addEventListener('click', event => {
      const place = this.#list.indexOf(event);
      if (place !== undefined) this.#take(place);
    });
  }

  #open(): void {
    this.#popup.hidden = false;
    this.input.setAttribute('aria-expanded', 'true');
    this.#search();
    this.#popup.scrollIntoView({ block: 'nearest' });
  }

  #close(): void {
    this.#popup.hidden = true;
    if (this.#isTaken) this.input.value = '';
    this.#isTaken = false;
    this.input.setAttribute('aria-expanded', 'false');
    this.input.removeAttribute('aria-activedescendant');
  }

  #search(): void {
    // Typed text can be added even before the choices have arrived.
    this.#rows = (this.#index ?? noChoices).offers(this.input.value, this.#options.isIdList);
    const { length } = this.#rows;
    this.#nothing.hidden = length > 0;
    this.#list.element.hidden = length === 0;
    this.#list.show(length, this.#firstPlace);
  }

  #keyDown(event: KeyboardEvent): void {
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
  }

  #take(place: number): void {
    const row = this.#rows[place];
    if (row === undefined) return;
    if (row.kind === 'typed') this.#options.onAdd(row.item);
    else if (row.choice.value !== null) this.#options.onAdd(row.choice.value);
    else if (row.choice.key !== undefined) this.#options.onUnknownId(row.choice.key);
    this.#isTaken = true;
    this.input.select();
    if (row.kind === 'choice') return;
    this.input.value = '';
    this.#search();
  }

  #fill(option: HTMLElement, place: number): void {
    const row = this.#rows[place];
    if (row === undefined) return;
    const { texts, isChosen, isIdList } = this.#options;
    const value = row.kind === 'typed' ? row.item : row.choice.value;
    const chosen = value !== null && isChosen(value);
    option.setAttribute('aria-selected', String(chosen));
    option.append(icon(chosen ? 'check' : row.kind === 'typed' ? 'add' : 'blank'));
    if (row.kind === 'typed') {
      const text = fillIn(isIdList ? texts.useId : texts.useText, { text: String(row.item) });
      option.append(make('span', { className: 'option-label', text }));
      return;
    }
    const { label, detail } = row.choice;
    const note = value === null ? `${detail} · ${texts.idUnknown}` : detail;
    option.title = `${label} · ${note}`;
    option.append(
      make('span', { className: 'option-label', text: label }),
      make('span', { className: 'option-detail', text: note }),
    );
  }
}
