import { html, nothing, type TemplateResult } from 'lit';
import type { ListItem } from '../../fields/objectFields.ts';
import type { FormTexts } from '../../protocol/formTexts.ts';
import { displayText } from '../../util/displayText.ts';
import { icon } from '../dom/dom.ts';
import { type ListRow, VirtualList } from '../dom/virtualList.ts';
import type { ChoiceIndex } from './choiceFilter.ts';

const longestText = 500;

interface ChosenListOptions {
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
  readonly redraw: () => void;
}

/** The members of a list. The list is one tab stop: arrow keys move, Delete removes, F2 names. */
export class ChosenList {
  readonly #options: ChosenListOptions;
  readonly #list: VirtualList;
  #items: readonly ListItem[] = [];
  #index: ChoiceIndex | undefined;

  constructor(options: ChosenListOptions) {
    const { id, label, redraw } = options;
    this.#options = options;
    this.#list = new VirtualList({
      id,
      label,
      describedBy: `${id}-keys`,
      isTabStop: true,
      isMultiple: true,
      inLineAtMost: 12,
      row: index => this.#row(index),
      redraw,
    });
  }

  show(items: readonly ListItem[], index: ChoiceIndex | undefined): void {
    const isEmptied = items.length === 0 && this.#list.hasFocus;
    this.#items = items;
    this.#index = index;
    this.#list.show(items.length, Math.max(0, this.#list.active));
    if (isEmptied) this.#options.onEmptied();
  }

  view(): TemplateResult {
    const { id, texts, onName } = this.#options;
    const keys = onName === undefined ? texts.listKeys : texts.listKeysNamed;
    // The keys are announced as the list's description, and hidden so that they are not read twice.
    return html`<div class="chosen" @keydown=${this.#keyDown} @click=${this.#clicked}>
      ${this.#list.view()}
      <div id="${id}-keys" hidden>${keys}</div>
    </div>`;
  }

  #row(place: number): ListRow {
    const item = this.#items[place] ?? '';
    const { texts, marksUnknown, onName } = this.#options;
    const choice = this.#index?.find(item);
    const isItself = choice?.value === item;
    const label =
      isItself && choice !== undefined
        ? choice.label
        : typeof item === 'number'
          ? `#${item}`
          : displayText(item, longestText);
    const detail = isItself ? choice?.detail : choice?.label;
    const isUnknown = marksUnknown && this.#index !== undefined && choice === undefined;
    // Buttons for the mouse; the keyboard has Delete and F2.
    return {
      title: detail ? `${label} · ${detail}` : label,
      content: html`<span class="option-label">${label}</span>
        ${isUnknown ? icon('question') : nothing}
        <span class="option-detail">${isUnknown ? texts.notKnown : (detail ?? '')}</span>
        ${onName === undefined ? nothing : rowAction('edit', 'name', texts.nameThis)}
        ${rowAction('close', 'remove', texts.remove)}`,
    };
  }

  readonly #keyDown = (event: KeyboardEvent) => {
    const item = this.#items[this.#list.active];
    const { onRemove, onName } = this.#options;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.key === 'Delete' || event.key === 'Backspace') && item !== undefined) onRemove(item);
    else if (event.key === 'F2' && item !== undefined && onName !== undefined) onName(item);
    else if (!this.#list.move(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #clicked = (event: MouseEvent) => {
    const place = this.#list.indexOf(event);
    const item = place === undefined ? undefined : this.#items[place];
    if (place === undefined || item === undefined) return;
    const action = event.target instanceof HTMLElement ? event.target.dataset['action'] : undefined;
    this.#list.activate(place);
    if (action === 'remove') this.#options.onRemove(item);
    if (action === 'name') this.#options.onName?.(item);
  };
}

function rowAction(iconName: string, action: string, title: string): TemplateResult {
  return html`<span
    class="codicon codicon-${iconName} row-action"
    aria-hidden="true"
    title=${title}
    data-action=${action}
  ></span>`;
}
