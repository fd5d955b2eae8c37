import type { ListItem } from '../../fields/objectFields.ts';
import type { FormTexts } from '../../protocol/formTexts.ts';
import { displayText } from '../../util/displayText.ts';
import { icon, make } from '../dom/dom.ts';
import { VirtualList } from '../dom/virtualList.ts';
import type { ChoiceIndex } from './choiceFilter.ts';

const longestText = 500;

export interface ChosenListOptions {
  readonly id: string;
  readonly label: string;
  readonly texts: FormTexts;
  /** Whether to mark members that match no choice. */
  readonly marksUnknown: boolean;
  readonly onRemove: (item: ListItem) => void;
  /** Present if members can be named. */
  readonly onName: ((item: ListItem) => void) | undefined;
  /** Called when the last member was removed, so that the focus can move elsewhere. */
  readonly onEmptied: () => void;
}

/** The members of a list. The list is one tab stop: arrow keys move, Delete removes, F2 names. */
export class ChosenList {
  readonly element: HTMLElement;
  readonly #options: ChosenListOptions;
  readonly #list: VirtualList;
  /** Shown while the list is empty. */
  readonly emptyText: HTMLElement;
  #items: readonly ListItem[] = [];
  #index: ChoiceIndex | undefined;

  constructor(options: ChosenListOptions) {
    const { id, label, texts, onName } = options;
    this.#options = options;
    this.#list = new VirtualList({
      id,
      label,
      rowsAtMost: 10,
      inLineAtMost: 12,
      fill: (option, index) => this.#fill(option, index),
    });
    this.emptyText = make('span', { className: 'help', text: texts.nothingChosen });
    const keys = onName === undefined ? texts.listKeys : texts.listKeysNamed;
    const keysHelp = make('div', { id: `${id}-keys`, text: keys });
    // Announced as the list's description, and hidden so that it is not read twice.
    keysHelp.hidden = true;
    this.#list.element.setAttribute('aria-describedby', keysHelp.id);
    this.element = make('div', { className: 'chosen' }, this.#list.element, keysHelp);
    this.#list.element.addEventListener('keydown', event => this.#keyDown(event));
    this.#list.element.addEventListener('click', event => this.#clicked(event));
    this.show([], undefined);
  }

  show(items: readonly ListItem[], index: ChoiceIndex | undefined): void {
    const hadFocus = this.#list.element.contains(document.activeElement);
    this.#items = items;
    this.#index = index;
    this.#list.element.hidden = items.length === 0;
    this.emptyText.hidden = items.length > 0;
    this.#list.show(items.length, Math.max(0, this.#list.active));
    if (hadFocus && items.length === 0) this.#options.onEmptied();
  }

  #fill(option: HTMLElement, place: number): void {
    const item = this.#items[place];
    if (item === undefined) return;
    const { texts, marksUnknown, onName } = this.#options;
    const choice = this.#index?.find(item);
    const label = shownLabel(item, choice?.value === item ? choice.label : undefined);
    const detail = choice?.value === item ? choice.detail : (choice?.label ?? '');
    const isUnknown = marksUnknown && this.#index !== undefined && choice === undefined;
    option.title = detail === '' ? label : `${label} · ${detail}`;
    option.append(make('span', { className: 'option-label', text: label }));
    if (isUnknown) option.append(icon('question'));
    const note = isUnknown ? texts.notKnown : detail;
    option.append(make('span', { className: 'option-detail', text: note }));
    // Buttons for the mouse; the keyboard has Delete and F2.
    if (onName !== undefined) option.append(rowAction('edit', 'name', texts.nameThis));
    option.append(rowAction('close', 'remove', texts.remove));
  }

  #keyDown(event: KeyboardEvent): void {
    const item = this.#items[this.#list.active];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === 'Delete' || event.key === 'Backspace') && item !== undefined) {
      this.#options.onRemove(item);
    } else if (event.key === 'F2' && item !== undefined && this.#options.onName !== undefined) {
      this.#options.onName(item);
    } else if (!this.#list.move(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  #clicked(event: MouseEvent): void {
    const place = this.#list.indexOf(event);
    const item = place === undefined ? undefined : this.#items[place];
    if (place === undefined || item === undefined) return;
    const action = event.target instanceof HTMLElement ? event.target.dataset['action'] : undefined;
    this.#list.activate(place);
    if (action === 'remove') this.#options.onRemove(item);
    if (action === 'name') this.#options.onName?.(item);
  }
}

function rowAction(iconName: string, action: string, title: string): HTMLElement {
  const element = icon(iconName, 'row-action');
  element.dataset['action'] = action;
  element.title = title;
  return element;
}

function shownLabel(item: ListItem, label: string | undefined): string {
  return label ?? (typeof item === 'number' ? `#${item}` : displayText(item, longestText));
}
